return {
  title = "launch_geometry: how many blocks?",
  kind = "host",
  difficulty = 1, minutes = 12,
  entry = "paint",
  task = [[
Now you write the launch. The kernel `shade` is ready: one thread works on one pixel, with x for the column and y for the row, and its guard keeps it inside the picture. The function `paint` gets a picture of `width` x `height` bytes in the host's memory, and has to fill it.

What is missing is the geometry: the two `dim3` values between `<<<` and `>>>`.

- Choose a two-dimensional block with a multiple of 32 threads, such as 16 x 16 or 32 x 8. Let it have at most 32 rows: on a picture one pixel high, a taller block is nearly empty.
- In each direction, launch just enough blocks to cover the picture: blocks in the last row or column may stick out, but none may lie outside. The check accepts as many threads as blocks of 32 x 32 would need.

Pictures come in all sizes, such as 1 x 1, one row or one column, and their sides are rarely multiples of 16.

The calls for memory and copies are there already. Read them: soon you will write such calls yourself.
]],
  params = {
    { name = "picture", type = "unsigned char", role = "out", shape = { "height", "width" } },
    { name = "width", type = "int", value = "width" },
    { name = "height", type = "int", value = "height" },
  },
  cases = {
    { width = 17, height = 35 }, { width = 1, height = 1 }, { width = 3, height = 2 }, { width = 16, height = 16 },
    { width = 256, height = 256 }, { width = 300, height = 1 }, { width = 1, height = 300 },
    { width = { 33, 90 }, height = { 100, 200 } },
  },
  rules = {
    { "kernels", least = 1, most = 1, why = "one launch is enough, whatever the size" },
    { "block_size", "shade", least = 32, multiple = 32, why = "the hardware cuts a block into warps of 32 threads: make it a multiple of 32" },
    { "threads", "shade", least = function(c) return c.width * c.height end,
      -- a sensible launch needs at most as many threads as blocks of 32 x 32, rounded up both ways; a single row may have long blocks
      most = function(c)
        return math.max(ceil_div(c.width, 32) * ceil_div(c.height, 32) * 1024, ceil_div(c.width, 256) * 256 * c.height)
      end,
      why = "launch a thread for each pixel, and round up once in each direction: the blocks in x cover the width, those in y the height" },
    { "no_leaks", why = "free with `cudaFree` what `cudaMalloc` allocated" },
  },
  perf = {
    case = { width = 64, height = 64 },
    limits = {
      { "sectors_per_store", most = 4.5, why = "pixels of one row are neighbours in memory: a warp of 16 x 2 threads stores into two sectors, one of 1 x 32 into 32",
        advice = "let x be the long side of the block, 16 or 32 threads: x runs along what is consecutive in memory" },
    },
  },
  tolerance = { why = "bytes are compared exactly" },
  oracle = function(c)
    for y = 0, c.height - 1 do
      for x = 0, c.width - 1 do c.picture[y * c.width + x] = u8(7 * x + 13 * y + 1) end
    end
  end,
  hints = {
    "Two questions, one for each direction: how many blocks of 16 does it take to cover `width`, and how many for `height`? x goes with the width, because x runs along what is consecutive in memory.",
    "`width / block.x` rounds down and loses the last columns. Rounded up it is `(width + block.x - 1) / block.x`.",
    [[
```
dim3 block(16, 16);
dim3 grid((width + block.x - 1) / block.x, ...);
```
The same with y for the height.]],
  },
}
