return {
  title = "grayscale: from colours to brightness",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "grayscale",
  task = [[
Turn a colour image into a grey one. The image has `height` rows of `width` pixels. In `rgb` each pixel takes three bytes, red, green and blue, and the pixels follow each other row after row. In `gray` each pixel takes one byte.

To the eye, green is brighter than red, and red is brighter than blue, so each colour has its own weight. Compute with integers, exactly like this:

`gray = (77 * red + 150 * green + 29 * blue) / 256`

The weights add up to 256, so white (255, 255, 255) stays 255. The sum is far too large for a byte: compute it in an `int`.

The launch: blocks of 16 x 16 threads, x for the columns and y for the rows, both rounded up.
]],
  params = {
    { name = "gray", type = "unsigned char", role = "out", shape = { "height", "width" } },
    { name = "rgb", type = "unsigned char", role = "in", count = function(c) return 3 * c.width * c.height end,
      fill = { "integers", 0, 255 } },
    { name = "width", type = "int", value = "width" },
    { name = "height", type = "int", value = "height" },
  },
  cases = {
    { width = 1, height = 1 }, { width = 2, height = 1 }, { width = 1, height = 3 }, { width = 16, height = 16 },
    { width = 17, height = 15 }, { width = 257, height = 2 }, { width = 3, height = 255 },
    { width = { 40, 70 }, height = { 20, 39 } }, { width = 280, height = 251 },
    { width = 33001, height = 1 }, { width = 1, height = 33001 },
  },
  perf = {
    case = { width = 128, height = 128 },
    share_work = 4,
  },
  launch = function(c) return { grid = { ceil_div(c.width, 16), ceil_div(c.height, 16) }, block = { 16, 16 } } end,
  tolerance = { why = "the formula uses integers, so there is exactly one right answer" },
  oracle = function(c)
    for pixel = 0, c.width * c.height - 1 do
      local red, green, blue = c.rgb[3 * pixel], c.rgb[3 * pixel + 1], c.rgb[3 * pixel + 2]
      c.gray[pixel] = (red * 77 + green * 150 + blue * 29) // 256
    end
  end,
  hints = {
    "First compute the pixel's index, exactly as you did for the matrix. Then ask where its three bytes are, and where its one byte goes.",
    "The pixel with index p = y * width + x has its colours at `rgb[3 * p]`, `rgb[3 * p + 1]` and `rgb[3 * p + 2]`, and its grey value at `gray[p]`.",
    [[Inside the guard:
```
int p = y * width + x;
int sum = 77 * rgb[3 * p] + ... + ...;
gray[p] = sum / 256;
```]],
  },
}
