#version 330
#include "frame.glsl"

uniform mat3 grain;  // from the body to the wood it is made of: x along the grain

in vec3 in_point;
in vec3 in_normal;
in vec4 in_row0;     // of the matrix that places the body
in vec4 in_row1;
in vec4 in_row2;
in vec4 in_mark;     // colour that it is marked with; w: the body's own number

out vec3 world;
out vec3 normal;
out vec3 wood;
out vec3 wood_normal;
flat out vec4 mark;

void main()
{
    vec4 local = vec4(in_point, 1.0);
    world = vec3(dot(in_row0, local), dot(in_row1, local), dot(in_row2, local));
    normal = vec3(dot(in_row0.xyz, in_normal), dot(in_row1.xyz, in_normal), dot(in_row2.xyz, in_normal));
    wood = grain * in_point;
    wood_normal = grain * in_normal;
    mark = in_mark;
    gl_Position = to_clip * vec4(world, 1.0);
}
