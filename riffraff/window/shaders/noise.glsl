// Value noise from an integer hash: the same on every machine.
vec4 hashed(uvec4 key)
{
    key *= 0x9E3779B1u;
    key ^= key >> 15;
    key *= 0x85EBCA77u;
    key ^= key >> 13;
    return vec4(key >> 8) * (1.0 / 16777216.0);
}

// 0 to 1, about 0.5, with features of size 1.
float noise(vec3 p)
{
    vec3 cell = floor(p);
    vec3 f = p - cell;
    f = f * f * (3.0 - 2.0 * f);
    uvec3 low = uvec3(ivec3(cell)) * uvec3(73856093u, 19349663u, 83492791u);
    uvec3 high = low + uvec3(73856093u, 19349663u, 83492791u);
    uvec4 corners = uvec4(low.x, high.x, low.x, high.x) ^ uvec4(low.yy, high.yy);
    vec4 between = mix(hashed(corners ^ low.z), hashed(corners ^ high.z), f.z);
    vec2 edge = mix(between.xy, between.zw, f.y);
    return mix(edge.x, edge.y, f.x);
}

// How much of detail of this size is still seen when a pixel covers this much: 1 all, 0 none of it.
float seen(float size, float pixel)
{
    return clamp(1.4 - 2.2 * pixel / size, 0.0, 1.0);
}
