#version 330
#include "light.glsl"
#include "noise.glsl"

uniform vec3 early;
uniform vec3 late;     // of the waves printed on it
uniform float spacing; // from one row of them to the next [m]; 0 for none
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
    float fibre = (noise(wood * vec3(900.0, 900.0, 300.0)) - 0.5) * seen(0.0011, pixel);
    vec3 base = early * (1.0 + 0.12 * fibre);
    if (spacing > 0.0) {
        vec2 at = abs(wood_normal.z) > 0.6 ? wood.xy : vec2(wood.x + wood.y, wood.z);
        float row = at.y / spacing + 0.22 * sin(at.x * 2.1 / spacing + 1.3 * floor(at.y / spacing + 0.5));
        float off = abs(fract(row) - 0.5) * spacing;
        float line = 1.0 - smoothstep(0.0004, 0.0009 + 1.2 * pixel, off);
        base = mix(base, late, 0.16 * line * min(1.0, 0.0012 / pixel));
    }
    Surface s = Surface(base, vec3(0.04), roughness);
    colour = shown(lighted(s, world, n) + mark.rgb);
}
