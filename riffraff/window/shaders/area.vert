#version 330
#include "frame.glsl"

uniform mat4x3 place;

in vec3 in_point;

void main()
{
    gl_Position = to_clip * vec4(place * vec4(in_point, 1.0), 1.0);
}
