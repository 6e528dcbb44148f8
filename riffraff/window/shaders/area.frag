#version 330

uniform vec4 colour;

out vec4 shade;

void main()
{
    shade = vec4(sqrt(colour.rgb), colour.a);
}
