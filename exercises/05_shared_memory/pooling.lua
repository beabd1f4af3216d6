return {
  title = "pooling: a tile larger than its block",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "pooling",
  task = [[
This is max-pooling, as neural networks for images use it: a window of 3 x 3 moves over `x` in steps of *two*, and each window yields one number, its largest. So windows overlap by one row or column.

`out[r][c]` is the largest of `x[2r ... 2r + 2][2c ... 2c + 2]`. `out` has `oh` rows of `ow` floats. `x` has `h` rows of `w`, where `w` is `2 * ow + 1` and `h` is `2 * oh + 1`. Some images have one row and one column more, which belong to no window.

Blocks have 16 x 16 threads, one for each element of `out`, and there are enough of them for `ow` x `oh`. A block needs 33 x 33 elements of `x`: 1089 of them for 256 threads. Load each once into a tile, in a loop with a stride of 256, so that neighbouring threads load neighbours. Then let all threads wait for each other, and let each look at its own window.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "oh", "ow" } },
    -- Narrow images have numbers below any constant that a learner might choose as "small enough".
    { name = "x", type = "float", role = "in",
      fill = { "uniform", function(c) return c.ow < 3 and -3e38 or -100 end, function(c) return c.ow < 3 and -2e38 or -1 end },
      shape = { function(c) return 2 * c.oh + 1 + c.more end, function(c) return 2 * c.ow + 1 + c.more end } },
    { name = "w", type = "int", value = function(c) return 2 * c.ow + 1 + c.more end },
    { name = "h", type = "int", value = function(c) return 2 * c.oh + 1 + c.more end },
    { name = "ow", type = "int", value = "ow" },
    { name = "oh", type = "int", value = "oh" },
  },
  cases = {
    { ow = 16, oh = 16, more = 0 }, { ow = 32, oh = 32, more = 0 }, { ow = 1, oh = 1, more = 0 }, { ow = 2, oh = 3, more = 1 },
    { ow = 3, oh = 2, more = 0 }, { ow = 15, oh = 17, more = 1 }, { ow = 17, oh = 15, more = 0 }, { ow = 1, oh = 40, more = 0 },
    { ow = 50, oh = 1, more = 1 }, { ow = { 18, 30 }, oh = { 33, 38 }, more = { 0, 1 } }, { ow = 101, oh = 77, more = 1 },
    { ow = 33001, oh = 1, more = 0 }, { ow = 1, oh = 33001, more = 0 },
  },
  perf = {
    case = { ow = 96, oh = 96, more = 0 },
    limits = {
      { "global_sectors", times = 1.7, why = "a block loads each element of its 33 x 33 once, and in a row; without a tile the windows load nine for each result",
        advice = "load the 33 x 33 elements into a tile in shared memory, neighbours by neighbouring threads, and look at the windows there" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.ow, 16), ceil_div(c.oh, 16) }, block = { 16, 16 } } end,
  tolerance = { why = "the largest of nine numbers is one of them" },
  strict = { "race-within-warp" },
  excused = { large_sizes = "the image has at least 3 rows and 3 columns" },
  oracle = function(c)
    local w = 2 * c.ow + 1 + c.more
    for r = 0, c.oh - 1 do
      for k = 0, c.ow - 1 do
        local best = c.x[2 * r * w + 2 * k]
        for dr = 0, 2 do
          for dk = 0, 2 do best = math.max(best, c.x[(2 * r + dr) * w + 2 * k + dk]) end
        end
        c.out[r * c.ow + k] = best
      end
    end
  end,
  hints = {
    "There are two steps with a barrier between them, and each numbers the threads differently. To fill the tile, number them in one row, t = ty * 16 + tx, and let thread t load elements t, t + 256, ... of the 33 * 33. To compute, thread (tx, ty) looks at the tile's rows 2 * ty to 2 * ty + 2 and columns 2 * tx to 2 * tx + 2.",
    "Tile element (0, 0) is row 32 * blockIdx.y and column 32 * blockIdx.x of x. At the right and lower edges there may be no such element: then leave that element alone, as no window reads it. And be careful with the initial value of a maximum: all numbers may be negative.",
    [[
```
for (int p = t; p < 33 * 33; p += 256) {
    int r = top + p / 33, c = left + p % 33;
    if (r < h && c < w) tile[p / 33][p % 33] = ...;
}
```]],
  },
}
