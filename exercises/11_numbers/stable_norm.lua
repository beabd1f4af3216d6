return {
  title = "stable_norm: lengths of huge and tiny vectors",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "stable_norm",
  task = [[
The length of a vector is the square root of the sum of its squares. `x` has `h` rows of `w` doubles, and `out[r]` is the length of row `r`.

The largest double is about 1.8e308. Some rows hold numbers near 1e180. Their squares, near 1e360, are too large for a double and become infinite, although the length itself is an ordinary number. Other rows hold numbers near 1e-200, and their squares become 0.

So divide by the largest absolute value of the row first. The quotients are between -1 and 1, so their squares are harmless. The length is the largest absolute value times the square root of the sum of *their* squares.

In some rows all numbers are 0. The length of such a row is 0.

There is one block of 128 threads for each row; `w` is any number from 1 on.
]],
  params = {
    { name = "out", type = "double", role = "out", count = "h" },
    { name = "x", type = "double", role = "in", shape = { "h", "w" }, fill = { "integers", function(c) return math.floor((c.lo or -1) * (c.grain or 1 << 40)) end,
               function(c) return math.floor((c.hi or 1) * (c.grain or 1 << 40)) end },
      scale = function(c) return (c.scale or 1) / (c.grain or 1 << 40) end },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 128, h = 5 }, { w = 256, h = 4 }, { w = 1, h = 1 }, { w = 2, h = 3 }, { w = 3, h = 2, scale = 2.0^600 }, { w = 127, h = 7, scale = 2.0^-660 },
    { w = 129, h = 3, lo = -2, hi = -1, scale = 2.0^600 }, { w = 5, h = 4, lo = 0, hi = 0 }, { w = 300, h = 2, lo = 0, hi = 0 },
    { w = { 300, 900 }, h = { 4, 9 }, scale = 2.0^599 }, { w = { 2, 9 }, h = { 30, 90 }, scale = 2.0^-661 }, { w = 1001, h = 3, lo = -1, hi = -0.5 },
    { w = 33001, h = 1 },
    -- Only -1, 0 and 1: many rows begin with a 0.
    { w = 5, h = 60, grain = 1 }, { w = 2, h = 2001 },
  },
  perf = {
    case = { w = 2048, h = 8 }, gpu = { w = 8192, h = 2048 },
    share_work = 4,
  },
  launch = function(c) return { grid = c.h, block = 128 } end,
  tolerance = { rel = 1e-13, why = "each order of adding rounds in its own way" },
  strict = { "race-within-warp" },
  excused = { ignored_argument = "there is one block for each row" },
  oracle = function(c)
    local scale = c.scale or 1
    for r = 0, c.h - 1 do
      local sum = 0
      for k = 0, c.w - 1 do sum = sum + (c.x[r * c.w + k] / scale) ^ 2 end
      c.out[r] = math.sqrt(sum) * scale
    end
  end,
  hints = {
    "Two reductions, one after the other: the largest absolute value, then the sum of squares. Both are the tree of `block_sum`; only the operation differs.",
    "All threads need the largest value, not just thread 0: after the tree every thread reads `tile[0]`. Then there must be a barrier before any thread stores into the tile again.",
    [[
```
double v = x[r * w + i] / most;
sum += v * v;
```
At the end: `out[blockIdx.x] = most * sqrt(tile[0])`. Where `most` is 0, store 0 and divide nothing.]],
  },
}
