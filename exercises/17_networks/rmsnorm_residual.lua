return {
  title = "rmsnorm_residual: add, then normalise",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "rmsnorm_residual",
  task = [[
A transformer's block adds its result to the row that it began with, and the next block begins by normalising that row. Both move every number and compute almost nothing, so libraries fuse them into one kernel.

For each of `h` rows with `w` floats:

- `x[r][c] = x[r][c] + add[r][c]`: store this, since the next block adds to it again
- `ms` is the mean of the squares of the *new* row: their sum, divided by `w`
- `y[r][c] = x[r][c] / sqrt(ms + 0.00001) * gain[c]`

RMSNorm subtracts no mean and has no bias, so one sum is enough.

Two separate kernels would read `x` and `add`, write `x`, read it twice and write `y`. A fused kernel adds up the squares while it writes the new row. When a thread reads its numbers again for `y`, they come from the cache.

There is one block of 128 threads for each row. `w` may be any number from 1 on.
]],
  params = {
    { name = "x", type = "float", role = "inout", shape = { "h", "w" }, fill = { "eighths", "low", "high" } },
    { name = "y", type = "float", role = "out", shape = { "h", "w" } },
    { name = "add", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", "low", "high" } },
    { name = "gain", type = "float", role = "in", count = "w", fill = { "eighths", -2, 2 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 128, h = 4, low = -4, high = 4 }, { w = 256, h = 3, low = -2, high = 6 }, { w = 1, h = 1, low = 1, high = 5 }, { w = 2, h = 5, low = -3, high = 3 },
    { w = 3, h = 30, low = -4, high = 4 }, { w = 127, h = 5, low = 1, high = 9 }, { w = 129, h = 4, low = -4, high = 4 }, { w = 300, h = 3, low = 0, high = 0 },
    { w = { 300, 900 }, h = { 4, 12 }, low = { -4, 0 }, high = { 2, 6 } }, { w = 33001, h = 1, low = -4, high = 4 }, { w = 200, h = 3, low = -0.125, high = 0.125 }, { w = 2, h = 1001, low = 1, high = 4 },
  },
  perf = {
    case = { w = 1536, h = 12, low = -4, high = 4 }, gpu = { w = 4096, h = 4096, low = -4, high = 4 },
    share_work = 4,
    limits = {
      { "traffic", most = 1.7, why = "`x` and `add` are read once, and the new row is read once more for `y`" },
      { "time", times = 1.6, why = "`x` and `add` are read once, by neighbouring threads" },
    },
  },
  launch = function(c) return { grid = c.h, block = 128 } end,
  tolerance = { rel = 1e-5, abs = 1e-6, why = "the squares are exact, their sum and its root round" },
  strict = { "race-within-warp" },
  excused = { ignored_argument = "there is one block for each row" },
  oracle = function(c)
    for r = 0, c.h - 1 do
      local squares = 0
      for k = r * c.w, (r + 1) * c.w - 1 do
        c.x[k] = c.x[k] + c.add[k]
        squares = squares + c.x[k] * c.x[k]
      end
      local root = math.sqrt(squares / c.w + 1e-5)
      for k = 0, c.w - 1 do c.y[r * c.w + k] = c.x[r * c.w + k] / root * c.gain[k] end
    end
  end,
  hints = {
    "Two loops over the row with a stride of 128, as in `layer_norm`. The first adds, stores and sums the squares. Then the threads combine their sums. The second loop writes `y`.",
    "In the first loop keep the new number in a variable: `float v = row[i] + extra[i]`. Store it, and add its square. In the second loop each thread reads only what it has stored itself, so only the sums need a barrier.",
    [[
```
row[i] = v;
squares += v * v;
```
With the sum of all four warps:
```
float f = rsqrtf(sum / w + 1e-5f);
out[i] = row[i] * f * gain[i];
```]],
  },
}
