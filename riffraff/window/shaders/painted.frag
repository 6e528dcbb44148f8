#version 330
#include "light.glsl"
#include "wood.glsl"

uniform vec3 early;
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
    // Paint lies thinner on the late wood and lets the fibres be felt.
    vec3 base = early * (1.06 - 0.20 * ring + 0.22 * streak);
    Surface s = Surface(base, vec3(0.045), roughness + 0.2 * streak);
    colour = shown(lighted(s, world, n) + mark.rgb);
}
