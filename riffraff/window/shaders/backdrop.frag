#version 330
#include "frame.glsl"

in vec2 place;

out vec4 colour;

void main()
{
    vec3 direction = middle.xyz + place.x * across.xyz + place.y * upward.xyz;
    float up = smoothstep(-0.30, 0.30, direction.z);
    float off = max(0.0, 1.0 - 0.35 * dot(place, place));
    vec3 light = mix(backdrop_low.rgb, backdrop_high.rgb, up) + backdrop_glow.rgb * (off * off);
    // Less than a step of the screen's colours is added, against bands.
    float grain = fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584)))) - 0.5;
    vec3 screen = sqrt(light) + grain / 255.0;
    colour = vec4(screen, dot(screen, vec3(0.299, 0.587, 0.114)));
}
