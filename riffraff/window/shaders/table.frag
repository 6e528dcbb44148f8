#version 330
#include "light.glsl"
#include "wood.glsl"

uniform vec3 early;
uniform vec3 late;
uniform float spacing;
uniform float roughness;

in vec3 world;
in vec3 normal;
in vec3 wood;

out vec4 colour;

const float BOARD = 0.13;  // width [m]

void main()
{
    vec3 n = normalize(normal);
    float pixel = eye.w * distance(eye.xyz, world);
    float board = floor(wood.y / BOARD + 0.5);
    float across_ = wood.y - board * BOARD;
    float aside = 0.5 * BOARD - abs(across_);           // distance from the joint [m]
    vec3 own = vec3(board * 3.71, 0.09 * (fract(board * 0.6180) - 0.5), 0.05 * (fract(board * 0.382) - 0.5));
    float streak;
    float ring = rings(vec3(0.55 * wood.x, across_, wood.z) + own, spacing, pixel, streak);
    vec3 base = mix(early, late, clamp(0.62 * ring + 0.9 * streak + 0.16, 0.0, 1.0));
    base *= (0.86 + 0.24 * fract(board * 0.381 + 0.2)) * (1.0 + 0.3 * streak);
    float joint = 1.0 - smoothstep(0.0, 0.0012 + 1.5 * pixel, aside);
    base *= 1.0 - 0.6 * joint * min(1.0, 0.0016 / pixel);
    Surface s = Surface(base, vec3(0.04), roughness + 0.25 * streak + 0.2 * joint);
    // Brighter than all else for the smoothing: only the edges of what stands before it shall be smoothed.
    colour = vec4(shown(lighted(s, world, n)).rgb, 1.0);
}
