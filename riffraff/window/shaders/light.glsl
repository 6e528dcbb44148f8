#include "frame.glsl"

uniform sampler2D shadow_map;
uniform sampler2D height_map;
uniform sampler2D coarse_shadow;   // least depth on the shadow map and most height on the other one, within
uniform sampler2D coarse_heights;  // reach of each of their cells

struct Surface {
    vec3 colour;      // of what light it scatters
    vec3 mirror;      // of what it reflects straight back
    float roughness;
};

// The room as a mirror of some roughness shows it: floor, walls and ceiling.
vec3 room(vec3 direction, float roughness)
{
    float blur = 0.02 + 1.1 * roughness;
    vec3 level = mix(ground.rgb, wall.rgb, smoothstep(-blur, blur, direction.z));
    return mix(level, ceiling.rgb, smoothstep(0.15 - blur, 0.5 + blur, direction.z));
}

// The key light as such a mirror shows it: a window, the more smeared out the rougher the mirror.
float window(vec3 direction, float roughness)
{
    const vec2 HALF = vec2(0.22, 0.16);
    float blur = 0.02 + 0.85 * roughness * roughness;
    vec2 at = abs(vec2(dot(direction, sun_side.xyz), dot(direction, sun_up.xyz)));
    vec2 inside = smoothstep(HALF + blur, max(HALF - blur, -blur), at);
    float spread = (HALF.x + blur) * (HALF.y + blur) / (HALF.x * HALF.y);
    return dot(direction, sun.xyz) > 0.0 ? inside.x * inside.y / spread : 0.0;
}

// What comes from all sides onto a surface that faces n.
vec3 ambient(vec3 n)
{
    vec3 level = mix(wall.rgb, ground.rgb, clamp(-n.z, 0.0, 1.0));
    level = mix(level, ceiling.rgb, clamp(n.z * 0.8 + 0.1, 0.0, 1.0));
    return level * (0.84 + 0.16 * dot(n.xy, sun.xy));
}

// Spots are taken along a spiral, each turned against the one before by the golden angle.
const mat2 GOLDEN = mat2(-0.7374, 0.6755, -0.6755, -0.7374);

// 1 on a map, 0 beside it.
float on_map(vec2 at)
{
    vec2 near = step(abs(at - 0.5), vec2(0.5));
    return near.x * near.y;
}

// The place on a map of some size where a texel is read; what is beside the map is read at its edge.
ivec2 texel(vec2 at, float size)
{
    return ivec2(clamp(at, 0.0, 0.9999) * size);
}

// Where the spiral starts: everywhere the same, or scattered from pixel to pixel where these are averaged.
vec2 spiral()
{
#if SCATTERED
    float turn = 6.2832 * fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584))));
    return vec2(cos(turn), sin(turn));
#else
    return vec2(1.0, 0.0);
#endif
}

// The share of the key light that reaches a point: percentage-closer soft shadows (Fernando, 2005).
float lit(vec3 world, vec3 n)
{
    vec3 at = (to_shadow * vec4(world + 0.0012 * n, 1.0)).xyz;
    float wide = sun.w * shadow_scale.y / shadow_scale.x;  // of the map, for each unit of depth between
    // How the depth of the surface itself changes over the map: it shall not shadow itself.
    vec3 facing = mat3(to_shadow) * n;
    float flat_ = shadow_scale.x / shadow_scale.y;
    vec2 slope = clamp(facing.xy * (-flat_ * flat_ / min(facing.z, -1e-3)), -4.0, 4.0);
    // A loop whose end the compiler cannot foresee is left after one turn where none of the pixels that are
    // drawn together needs it; a branch is not skipped, on a processor that draws pixels many at a time.
    float nearest = texelFetch(coarse_shadow, texel(at.xy, COARSE_SIZE), 0).r;
    float toward = step(0.0, dot(n, sun.xyz));
    int end = int(float(BLOCKERS) * toward * step(nearest, at.z) * on_map(at.xy));
    float blockers = 0.0, depths = 0.0, shadow = 0.0, radius = SHADOW_REACH;
    vec2 arm = spiral();
    for (int i = 0; i < end; ++i) {
        // First what shadows the point is looked for, then the shadow is softened by how far off that is.
        float searching = step(float(i), float(BLOCKERS) - 0.5);
        float search = (float(i) + 0.5) / float(BLOCKERS), soften = (float(i - BLOCKERS) + 0.5) / float(TAPS);
        vec2 off = arm * (radius * sqrt(mix(soften, search, searching)));
        float depth = texelFetch(shadow_map, texel(at.xy + off, SHADOW_SIZE), 0).r;
        float blocks = step(depth, at.z + dot(slope, off));
        depths += blocks * depth * searching;
        blockers += blocks * searching;
        shadow += blocks * (1.0 - searching);
        arm = GOLDEN * arm;
        if (i == BLOCKERS - 1) {
            end += int(float(TAPS) * min(blockers, 1.0) * min(float(BLOCKERS) - blockers, 1.0));
            radius = clamp((at.z - depths / max(blockers, 1.0)) * wide, 1.5 / SHADOW_SIZE, SHADOW_REACH);
        }
    }
    float dark = end > BLOCKERS ? shadow / float(TAPS) : min(blockers, 1.0);
    return toward * (1.0 - dark);
}

// The share of the light from all sides that reaches a point past what stands higher close by.
float open_sky(vec3 world, vec3 n)
{
    vec2 at = (world.xy - heights.xy) / heights.z + 0.5;
    float own = world.z + 0.0015;
    float hidden = 0.0;
    vec2 arm = spiral();
    float highest = texelFetch(coarse_heights, texel(at, COARSE_SIZE), 0).r;
    int looked = int(float(NEIGHBOURS) * step(own, highest) * on_map(at));
    for (int i = 0; i < looked; ++i) {
        vec2 spot = arm * (SKY_REACH * sqrt((float(i) + 0.5) / float(NEIGHBOURS)));
        float depth = texelFetch(height_map, texel(at + spot / heights.z, HEIGHTS_SIZE), 0).r;
        float above = (1.0 - depth) * heights.w - own;
        float steep = above * inversesqrt(above * above + dot(spot, spot));
        hidden += max(steep, 0.0) * (1.0 - smoothstep(0.02, 0.12, above));
        arm = GOLDEN * arm;
    }
    return 1.0 - hidden * (1.15 / float(NEIGHBOURS)) * (0.35 + 0.65 * clamp(n.z, 0.0, 1.0));
}

// From light to the screen: colours keep their hue, only highlights are compressed. Alpha is the brightness.
vec4 shown(vec3 light)
{
    const float START = 0.70;
    vec3 c = light * backdrop_glow.w;
    float peak = max(c.r, max(c.g, c.b));
    float over = max(peak - START, 0.0);
    float squeezed = min(peak, START) + (1.0 - START) * over / (over + 1.0 - START);
    c *= squeezed / max(peak, 1e-4);
    c = mix(c, vec3(squeezed), over / (over + 6.0));
    // The power 1 / 2.2 to less than a step of the screen's: square roots are quicker.
    c = clamp(c, 0.0, 1.0);
    vec3 root = sqrt(c);
    vec3 screen = 0.9774 * root + 0.0845 * sqrt(root) - 0.0633 * c;
    return vec4(screen, dot(screen, vec3(0.299, 0.587, 0.114)));
}

vec3 lighted(Surface s, vec3 world, vec3 n)
{
    vec3 toward = normalize(eye.xyz - world);
    vec3 mirrored = reflect(-toward, n);
    float light = lit(world, n);
    float sky = open_sky(world, n);
    float grazing = 1.0 - clamp(dot(n, toward), 0.0, 1.0);
    float fresnel = grazing * grazing * grazing * grazing * (1.0 - 0.75 * s.roughness);
    vec3 mirror = s.mirror + (1.0 - s.mirror) * fresnel;
    // The light is a pool on the table: it fades outward.
    light *= mix(1.0, 0.45, smoothstep(0.15, 0.85, length(world.xy)));
    vec3 scattered = sun_colour.rgb * (light * clamp(dot(n, sun.xyz), 0.0, 1.0)) + ambient(n) * sky;
    vec3 reflected = room(mirrored, s.roughness) * sky
        + sun_colour.rgb * (3.0 * light * window(mirrored, s.roughness));
    return s.colour * scattered + mirror * reflected;
}
