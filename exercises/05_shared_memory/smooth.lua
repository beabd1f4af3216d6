-- The picture that a pass shows: rings, with noise that the mean takes away.
local function scene(c, x, y, draw)
  local dx, dy = 2 * x - c.w, 2 * y - c.h
  return (dx * dx + dy * dy) // 900 % 2 == 0 and draw(120, 255) or draw(0, 120)
end

return {
  title = "smooth: the mean of 3 x 3 pixels",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "smooth",
  task = [[
Smooth a grey image: each pixel of `out` is the mean of the 3 x 3 pixels of `x` around it, rounded down. The image has `h` rows of `w` pixels, each one byte, 0 to 255.

At the borders, some of the 3 x 3 pixels are outside the image. Use the nearest pixel inside instead: row -1 is row 0, column `w` is column `w` - 1, and so on. So it is always the mean of nine pixels.

Blocks have 32 x 8 threads, and there are enough of them for the `w` x `h` pixels. Use a tile with a halo of one pixel all around: 10 rows of 34. That is 340 elements for 256 threads.

Instead of nine loads per pixel, you need about one and a third. The next page of the lesson counts what that saves.
]],
  params = {
    { name = "out", type = "unsigned char", role = "out", shape = { "h", "w" } },
    { name = "x", type = "unsigned char", role = "in", shape = { "h", "w" },
      fill = function(c, draw)
        local t = {}
        for i = 0, c.w * c.h - 1 do t[i] = c.scene and scene(c, i % c.w, i // c.w, draw) or draw(0, 255) end
        return t
      end },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 32, h = 8 }, { w = 64, h = 16 }, { w = 1, h = 1 }, { w = 2, h = 3 }, { w = 3, h = 2 }, { w = 31, h = 7 }, { w = 33, h = 9 },
    { w = 1, h = 50 }, { w = 70, h = 1 }, { w = { 40, 60 }, h = { 61, 80 } }, { w = 203, h = 119 },
    { w = 33001, h = 1 }, { w = 1, h = 33001 }, { w = 1008, h = 87 },
  },
  picture = { "out", as = "grey", case = { w = 76, h = 48, scene = 1 } },
  perf = {
    case = { w = 256, h = 128 },
    limits = {
      { "global_requests", times = 2, why = "a block loads each pixel of its tile once: about one and a third for each of its threads, and not nine",
        advice = "load the block's pixels and a halo of one into a tile in shared memory, and add up from there" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.w, 32), ceil_div(c.h, 8) }, block = { 32, 8 } } end,
  fast = { launch = function(c) return { grid = { ceil_div(c.w, 480), ceil_div(c.h, 80) }, block = { 32, 8 } } end },
  tolerance = { why = "integers are compared exactly, and the division rounds down" },
  strict = { "race-within-warp" },
  excused = { float_sum = "a float holds the sum of nine bytes" },
  oracle = function(c)
    for r = 0, c.h - 1 do
      for k = 0, c.w - 1 do
        local sum = 0
        for dr = -1, 1 do
          local row = math.max(0, math.min(c.h - 1, r + dr)) * c.w
          for dk = -1, 1 do sum = sum + c.x[row + math.max(0, math.min(c.w - 1, k + dk))] end
        end
        c.out[r * c.w + k] = sum // 9
      end
    end
  end,
  hints = {
    "Fill the tile in a loop that ignores which thread owns which pixel: with the block's threads numbered in one row, t = 0 to 255, thread t fills elements t and t + 256 of the 340. Element p is in row p / 34 and column p % 34 of the tile.",
    "Tile row 0 is image row 8 * blockIdx.y - 1, tile column 0 is image column 32 * blockIdx.x - 1. Clamp both numbers to the image with min and max: that is the rule for the borders. After the barrier, thread (tx, ty) adds up the tile's rows ty to ty + 2 and columns tx to tx + 2, if it has a pixel.",
    [[
```
for (int p = t; p < 340; p += 256) {
    int r = min(max(top - 1 + p / 34, 0), h - 1);
    int c = ...;
    tile[p / 34][p % 34] = x[r * w + c];
}
```]],
  },
  hints_python = {
    "Fill the tile in a loop that ignores which thread owns which pixel: with the block's threads numbered in one row, t = 0 to 255, thread t fills elements t and t + 256 of the 340. Element p is in row p // 34 and column p % 34 of the tile.",
    "Tile row 0 is image row 8 * blockIdx.y - 1, tile column 0 is image column 32 * blockIdx.x - 1. Clamp both numbers to the image with min and max: an index of -1 would be the other end of the array. After the barrier, thread (tx, ty) adds up the tile's rows ty to ty + 2 and columns tx to tx + 2, if it has a pixel.",
    "`for p in range(ty * 32 + tx, 340, 256): tile[p // 34, p % 34] = x[min(max(top - 1 + p // 34, 0), h - 1), ...]`",
  },
}
