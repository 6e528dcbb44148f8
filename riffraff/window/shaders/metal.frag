#version 330
#include "light.glsl"
#include "noise.glsl"

uniform vec3 early;
uniform float roughness;

in vec3 world;
in vec3 normal;
in vec3 wood;
flat in vec4 mark;

out vec4 colour;

void main()
{
    vec3 n = normalize(normal);
    float worn = noise(wood * 420.0) - 0.5;
    Surface s = Surface(early * 0.06, early, roughness + 0.08 * worn);
    colour = shown(lighted(s, world, n) + mark.rgb);
}
