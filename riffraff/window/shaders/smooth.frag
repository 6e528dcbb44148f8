#version 330
// Smooths the jagged edges of a picture, which are found by the brightness that its alpha holds: where it
// changes, a pixel is mixed with what lies along the edge on both sides of it.

uniform sampler2D picture;

out vec4 colour;

const float LONGEST = 5.0;  // reach along an edge, in pixels

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(picture, 0) - 1;
    colour = texelFetch(picture, at, 0);
    // Pixels are drawn two by two: of two neighbours the difference is known without looking.
    ivec2 step_ = 1 - 2 * (at & 1);
    float beside = colour.a + dFdx(colour.a) * float(step_.x);
    float above = colour.a + dFdy(colour.a) * float(step_.y);
    float before = texelFetch(picture, clamp(at - ivec2(step_.x, 0), ivec2(0), last), 0).a;
    float below = texelFetch(picture, clamp(at - ivec2(0, step_.y), ivec2(0), last), 0).a;
    float low = min(min(beside, above), min(before, below));
    float high = max(max(beside, above), max(before, below));
    bool lone = colour.a < low || colour.a > high;       // a dot, not an edge
    low = min(low, colour.a);
    high = max(high, colour.a);
    vec2 size = 1.0 / vec2(last + 1), middle = (vec2(at) + 0.5) * size;
    vec2 slope = vec2(beside - before, above - below) * vec2(step_);
    vec2 along = vec2(-slope.y, slope.x) / max(max(abs(slope.x), abs(slope.y)), 1e-4);
    along *= size * min(LONGEST, 1.0 / max(min(abs(along.x), abs(along.y)), 0.1));
    vec2 near = lone ? 0.5 * size : 0.17 * along, far = lone ? vec2(0.5, -0.5) * size : 0.5 * along;
    vec4 inner = vec4(0.0), outer = vec4(0.0);
    // A loop that the compiler cannot foresee is left early where no pixel needs it; see light.glsl.
    int looks = 4 * int(step(0.05 + 0.125 * high, high - low));
    for (int i = 0; i < looks; ++i) {
        vec2 off = (i < 2 ? near : far) * (1.0 - 2.0 * float(i & 1));
        vec4 seen = textureLod(picture, middle + off, 0.0);
        if (i < 2)
            inner += 0.5 * seen;
        else
            outer += 0.5 * seen;
    }
    vec4 mixed = 0.5 * (inner + outer);
    if (looks > 0)
        colour = mixed.a < low || mixed.a > high ? inner : mixed;
    colour.a = 1.0;
}
