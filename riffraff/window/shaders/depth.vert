#version 330

uniform mat4 to_map;

in vec3 in_point;
in vec4 in_row0;
in vec4 in_row1;
in vec4 in_row2;

void main()
{
    vec4 local = vec4(in_point, 1.0);
    gl_Position = to_map * vec4(dot(in_row0, local), dot(in_row1, local), dot(in_row2, local), 1.0);
}
