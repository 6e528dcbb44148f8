#include "noise.glsl"

// Solid wood at p [m], x along the grain, grown round a pith that runs beside the piece.
// Gives 0 for early to 1 for late wood; streak is the shade of the fibres, about 0.
float rings(vec3 p, float spacing, float pixel, out float streak)
{
    float slow = noise(p * vec3(4.0, 17.0, 17.0)) - 0.5;
    float wave = noise(p * vec3(13.0, 80.0, 80.0) + 31.0) - 0.5;
    float turn = (length(p.yz - vec2(0.019, 0.105)) + 0.012 * slow + 0.0022 * wave) / spacing;
    float place = fract(turn);
    // Late wood thickens slowly and ends at once, as soft as a pixel can show it.
    float soft = clamp(1.5 * pixel / spacing, 0.10, 0.5);
    float late = smoothstep(0.05, 1.0 - soft, place) * (1.0 - smoothstep(1.0 - soft, 1.0, place));
    float year = hashed(uvec4(int(floor(turn)))).x;
    late = mix(0.4, late * (0.35 + 0.9 * year), seen(spacing, pixel));
    float coarse = noise(p * vec3(18.0, 380.0, 380.0) + 7.0) - 0.5;
    streak = coarse * seen(0.0026, pixel) + 0.5 * slow;
    float close = seen(0.0008, pixel);
    for (int i = 0; i < int(ceil(close)); ++i)  // skipped where no pixel is near enough; see light.glsl
        streak += 0.8 * close * (noise(p * vec3(55.0, 1300.0, 1300.0) + 3.0) - 0.5);
    return late;
}
