"""Dear ImGui on moderngl: its context, its textures and its triangles, in a window or offscreen."""

import ctypes
from pathlib import Path
from typing import Final

import moderngl
import numpy as np
from imgui_bundle import imgui, implot

from riffraff.window.skin import Skin

_VERTEX: Final = """
#version 330
uniform vec2 size;
in vec2 in_point;
in vec2 in_place;
in vec4 in_colour;
out vec2 place;
out vec4 colour;
void main() {
    place = in_place;
    colour = in_colour;
    gl_Position = vec4(2.0 * in_point.x / size.x - 1.0, 1.0 - 2.0 * in_point.y / size.y, 0.0, 1.0);
}
"""
_FRAGMENT: Final = """
#version 330
uniform sampler2D image;
in vec2 place;
in vec4 colour;
out vec4 shown;
void main() {
    shown = colour * texture(image, place);
}
"""
_FIRST: Final = 1 << 18  # bytes of the first buffers


class Gui:
    """One Dear ImGui context that draws by one OpenGL context.

    Args:
        context: of OpenGL; it must be the current one whenever this is used.
        layout: file in which Dear ImGui keeps where the panels are, None for nowhere.

    Attributes:
        skin: fonts, colours and sizes.
    """

    def __init__(self, context: moderngl.Context, layout: Path | None = None) -> None:
        self._context = context
        self._imgui = imgui.create_context()
        self._implot = implot.create_context()
        io = imgui.get_io()
        io.set_ini_filename("" if layout is None else str(layout))
        io.backend_flags |= (
            imgui.BackendFlags_.renderer_has_textures | imgui.BackendFlags_.renderer_has_vtx_offset
        )
        io.config_input_text_cursor_blink = False  # a blinking cursor would have all drawn again
        io.config_windows_move_from_title_bar_only = True
        largest = int(context.info["GL_MAX_TEXTURE_SIZE"])
        platform = imgui.get_platform_io()
        platform.renderer_texture_max_width = platform.renderer_texture_max_height = largest
        self._program = context.program(vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
        self._textures: dict[int, moderngl.Texture] = {}
        self._vertices = context.buffer(reserve=_FIRST, dynamic=True)
        self._indices = context.buffer(reserve=_FIRST, dynamic=True)
        self._array = self._joined()
        self.skin = Skin()

    def _joined(self) -> moderngl.VertexArray:
        return self._context.vertex_array(
            self._program,
            [(self._vertices, "2f 2f 4f1", "in_point", "in_place", "in_colour")],
            index_buffer=self._indices,
            index_element_size=4,
        )

    def lend(self, texture: moderngl.Texture) -> imgui.ImTextureRef:
        """Show a texture of somebody else's by Dear ImGui; it must live as long as it is shown."""
        self._textures[texture.glo] = texture
        return imgui.ImTextureRef(texture.glo)

    def take_back(self, texture: moderngl.Texture) -> None:
        """Show a lent texture no longer."""
        self._textures.pop(texture.glo, None)

    @property
    def behind(self) -> bool:
        """Whether Dear ImGui was told of more than a frame takes in: of a click it takes the ends apart."""
        return bool(self._imgui.input_events_queue.size())

    def begin(self, size: tuple[float, float], pixels: tuple[int, int], seconds: float) -> None:
        """Begin a frame.

        Args:
            size: of the window, in the coordinates that the mouse has.
            pixels: of the framebuffer.
            seconds: real time since the last frame.
        """
        io = imgui.get_io()
        io.display_size = imgui.ImVec2(*size)
        io.display_framebuffer_scale = imgui.ImVec2(pixels[0] / size[0], pixels[1] / size[1])
        io.delta_time = max(1e-4, seconds)
        imgui.new_frame()

    def end(self, framebuffer: moderngl.Framebuffer) -> None:
        """End the frame, and draw it over a framebuffer."""
        imgui.render()
        data = imgui.get_draw_data()
        for texture in imgui.get_platform_io().textures:
            if texture.status != imgui.ImTextureStatus.ok:
                self._update(texture)
        data.scale_clip_rects(imgui.get_io().display_framebuffer_scale)
        context = self._context
        framebuffer.use()
        context.enable_only(moderngl.BLEND)
        context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        width, height = framebuffer.size
        uniform = self._program["size"]
        assert isinstance(uniform, moderngl.Uniform)
        uniform.value = (data.display_size.x, data.display_size.y)
        for commands in data.cmd_lists:
            self._upload(commands)
            for command in commands.cmd_buffer:
                left, top, right, bottom = (round(edge) for edge in command.clip_rect)
                left, top, right, bottom = max(0, left), max(0, top), min(width, right), min(height, bottom)
                image = self._textures.get(command.get_tex_id())
                if right <= left or bottom <= top or image is None:
                    continue
                framebuffer.scissor = left, height - bottom, right - left, bottom - top
                image.use(0)
                self._array.render(vertices=command.elem_count, first=command.idx_offset)
        framebuffer.scissor = None  # type: ignore[assignment]  # its setter takes it
        context.enable_only(moderngl.NOTHING)

    def _upload(self, commands: imgui.ImDrawList) -> None:
        """Bring the triangles of a list to the graphics processor.

        Indices begin anew behind every so many vertices; they are counted on here, so that all lie in one.
        """
        vertices = ctypes.string_at(
            commands.vtx_buffer.data_address(), commands.vtx_buffer.size() * imgui.VERTEX_SIZE
        )
        indices = np.frombuffer(
            ctypes.string_at(
                commands.idx_buffer.data_address(), commands.idx_buffer.size() * imgui.INDEX_SIZE
            ),
            np.uint16 if imgui.INDEX_SIZE == 2 else np.uint32,
        ).astype(np.uint32)
        for command in commands.cmd_buffer:
            if command.vtx_offset:
                indices[command.idx_offset : command.idx_offset + command.elem_count] += command.vtx_offset
        if len(vertices) > self._vertices.size or indices.nbytes > self._indices.size:
            self._array.release()
            self._vertices.release()
            self._indices.release()
            self._vertices = self._context.buffer(reserve=2 * max(_FIRST, len(vertices)), dynamic=True)
            self._indices = self._context.buffer(reserve=2 * max(_FIRST, indices.nbytes), dynamic=True)
            self._array = self._joined()
        self._vertices.orphan()
        self._indices.orphan()
        self._vertices.write(vertices)
        self._indices.write(indices.tobytes())

    def _update(self, texture: imgui.ImTextureData) -> None:
        """Do with a texture what Dear ImGui wants: make it, renew parts of it, or free it."""
        wanted = texture.status
        if wanted == imgui.ImTextureStatus.want_destroy:
            self._textures.pop(texture.tex_id).release()
            texture.set_tex_id(0)
            texture.set_status(imgui.ImTextureStatus.destroyed)
            return
        pixels = np.asarray(texture.get_pixels_array()).reshape(texture.height, texture.width, -1)
        if wanted == imgui.ImTextureStatus.want_create:
            made = self._context.texture(
                (texture.width, texture.height), texture.bytes_per_pixel, pixels.tobytes()
            )
            made.repeat_x = made.repeat_y = False
            self._textures[made.glo] = made
            texture.set_tex_id(made.glo)
        else:
            for part in texture.updates:
                box = np.s_[part.y : part.y + part.h, part.x : part.x + part.w]
                self._textures[texture.tex_id].write(
                    pixels[box].tobytes(), viewport=(part.x, part.y, part.w, part.h), alignment=1
                )
        texture.set_status(imgui.ImTextureStatus.ok)

    def close(self) -> None:
        """End both contexts, and keep where the panels are."""
        for texture in self._textures.values():
            texture.release()
        for data in imgui.get_platform_io().textures:
            data.set_tex_id(0)
            data.set_status(imgui.ImTextureStatus.destroyed)
        self._array.release()
        self._vertices.release()
        self._indices.release()
        self._program.release()
        imgui.get_io().backend_flags &= ~imgui.BackendFlags_.renderer_has_textures
        implot.destroy_context(self._implot)
        imgui.destroy_context(self._imgui)
