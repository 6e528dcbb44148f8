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
in vec3 wood_normal;
flat in vec4 mark;

out vec4 colour;

void main()
{
    vec3 n = normalize(normal);
    float pixel = eye.w * distance(eye.xyz, world);
    float streak;
    float ring = rings(wood + mark.w * vec3(0.37, 0.0131, 0.0077), spacing, pixel, streak);
    float end = smoothstep(0.6, 0.9, abs(wood_normal.x));
    vec3 base = mix(early, late, clamp(ring + 0.5 * streak, 0.0, 1.0));
    base *= 1.0 + 0.22 * streak - 0.28 * end;
    Surface s = Surface(base, vec3(0.045), roughness + 0.25 * streak + 0.2 * end);
    vec3 light = lighted(s, world, n);
    colour = shown(light + mark.rgb);
}
