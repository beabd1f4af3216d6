-- The picture that a pass shows: a sun at the left, and a hill that rises to the right.
local function scene(c, x, y)
  local sx, sy, hill = x - c.width // 4, y - c.height // 3, c.height - 4 - x * x * c.height // (2 * c.width * c.width)
  if y > hill then return 0x2e6b34 - 0x010200 * ((y - hill) // 3) end
  if sx * sx + sy * sy < c.height * c.height // 25 then return 0xffd75f end
  return (40 + 120 * y // c.height) << 16 | (90 + 90 * y // c.height) << 8 | 200
end

return {
  title = "flip_image: a mirror",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "flip_image",
  task = [[
Mirror an image left to right: the first pixel of each row becomes the last, the second becomes the last but one, and so on. Rows stay where they are.

A pixel is one 32-bit number (red, green, blue and a spare byte), so each pixel is one element. `src` is the image, `height` rows of `width` pixels, row after row; `dst` has the same shape, and you write it.

In terms of columns: column 0 goes to column width - 1. Where does column x go? Try it on paper for width = 5 before you write it.

The launch: blocks of 16 x 16 threads, x for the columns and y for the rows, both rounded up.
]],
  params = {
    { name = "dst", type = "unsigned int", role = "out", shape = { "height", "width" } },
    { name = "src", type = "unsigned int", role = "in", shape = { "height", "width" },
      fill = function(c, draw)
        local t = {}
        for i = 0, c.width * c.height - 1 do t[i] = c.scene and scene(c, i % c.width, i // c.width) or draw(0, 16777215) end
        return t
      end },
    { name = "width", type = "int", value = "width" },
    { name = "height", type = "int", value = "height" },
  },
  cases = {
    { width = 1, height = 1 }, { width = 2, height = 1 }, { width = 3, height = 2 }, { width = 5, height = 3 },
    { width = 16, height = 16 }, { width = 17, height = 15 }, { width = 257, height = 2 }, { width = 3, height = 255 },
    { width = { 40, 70 }, height = { 20, 39 } }, { width = 280, height = 251 },
    { width = 33001, height = 1 }, { width = 1, height = 33001 },
  },
  perf = {
    case = { width = 128, height = 128 },
    share_work = 4,
  },
  picture = { "dst", as = "rgb", case = { width = 76, height = 44, scene = 1 } },
  launch = function(c) return { grid = { ceil_div(c.width, 16), ceil_div(c.height, 16) }, block = { 16, 16 } } end,
  tolerance = { why = "the kernel moves pixels and does not change them" },
  oracle = function(c)
    for y = 0, c.height - 1 do
      local left, right = y * c.width, y * c.width + c.width - 1
      while left <= right do
        c.dst[left], c.dst[right] = c.src[right], c.src[left]
        left, right = left + 1, right - 1
      end
    end
  end,
  hints = {
    "Each thread moves one pixel. Decide whether (x, y) is where it reads from or where it writes to; both work, and the other position is the mirrored one.",
    "Only the column is mirrored. Column x has x columns to its left, so its mirror image has x columns to its right.",
    "The mirrored column is `width - 1 - x`: `dst[y * width + x] = src[y * width + (...)];`",
  },
}
