// What is the same for everything in a picture. Directions are unit vectors of the world, colours are linear.
layout(std140) uniform Frame {
    mat4 to_clip;        // from the world
    mat4 to_shadow;      // from the world: place on the shadow map and depth in it, 0 to 1
    vec4 shadow_scale;   // width and depth of the map [m]
    vec4 heights;        // middle x, y, and width of the height map [m]; w: height that is 0 on it [m]
    vec4 eye;            // w: size of a pixel at unit distance
    vec4 sun;            // toward the key light; w: tangent of half the angle that it is wide
    vec4 sun_side;       // level, square to the direction of the light ...
    vec4 sun_up;         // ... and square to both
    vec4 sun_colour;
    vec4 ceiling;        // what shines from above ...
    vec4 wall;           // ... from the sides ...
    vec4 ground;         // ... and from below
    vec4 middle;         // direction to the middle of the picture, and what leads from there ...
    vec4 across;         // ... to its right ...
    vec4 upward;         // ... and to its upper edge
    vec4 backdrop_low;
    vec4 backdrop_high;
    vec4 backdrop_glow;  // w: exposure of the picture
};
