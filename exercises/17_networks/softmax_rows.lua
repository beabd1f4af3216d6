return {
  title = "softmax_rows: scores become shares",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "softmax_rows",
  task = [[
Softmax turns any scores into positive numbers that add up to 1: `y[r][c] = exp(x[r][c]) / sum`, where `sum` is the sum of `exp(x[r][i])` over the whole row `r`. Compute it for each of `h` rows with `w` floats.

Taken literally, the formula fails. `expf(89)` is infinite already, and infinity divided by infinity is NaN. If all scores are below -104, all exponentials are 0, and 0 / 0 is NaN, too.

So subtract the largest score of the row first: `exp(x - max) / sum of exp(x - max)` is the same number. The largest exponent is now 0. So no exponential is above 1, and the sum is at least 1.

There is one block of 128 threads for each row. `w` may be any number from 1 on. A row needs two reductions: a maximum, then a sum.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "h", "w" } },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "uniform", "low", "high" } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 128, h = 3, low = -3, high = 3 }, { w = 256, h = 4, low = -5, high = 5 }, { w = 1, h = 1, low = -2, high = 2 }, { w = 2, h = 5, low = -3, high = 3 },
    { w = 3, h = 40, low = -1, high = 1 }, { w = 127, h = 5, low = 120, high = 125 }, { w = 129, h = 3, low = -300, high = -295 },
    { w = 300, h = 2, low = 7, high = 7 }, { w = 1000, h = 4, low = -100, high = 100 }, { w = 10, h = 30, low = -5000, high = -4990 }, { w = 140, h = 3, low = -3e38, high = -2e38 },
    -- The largest score of a part of the row is hundreds below that of the whole row.
    { w = 700, h = 6, low = -30000, high = 30000 },
    { w = { 300, 900 }, h = { 4, 12 }, low = { -9, -2 }, high = { 0, 9 } }, { w = 33001, h = 1, low = 0, high = 4 }, { w = 2, h = 1001, low = -2, high = 2 },
  },
  perf = {
    case = { w = 2048, h = 12, low = -4, high = 4 }, gpu = { w = 4096, h = 4096, low = -4, high = 4 },
    share_work = 4,
    limits = {
      { "traffic", most = 3, why = "the threads of a block load neighbouring scores, and go through the row three times at most" },
      { "time", times = 1.8, why = "the threads of a block load neighbouring scores, and go through the row three times at most" },
    },
  },
  launch = function(c) return { grid = c.h, block = 128 } end,
  fast = { launch = function(c) return { grid = c.h, block = 256 } end },
  tolerance = { rel = 2e-5, abs = 1e-30, why = "`expf` is off by a unit in the last place, and each order of adding rounds in its own way" },
  excused = {
    short_index = "33000 blocks for 33000 rows take too long here",
    ignored_argument = "there is one block for each row",
  },
  strict = { "race-within-warp" },
  oracle = function(c)
    local exp = math.exp
    for r = 0, c.h - 1 do
      local most, sum = -math.huge, 0
      for k = r * c.w, r * c.w + c.w - 1 do most = math.max(most, c.x[k]) end
      for k = r * c.w, r * c.w + c.w - 1 do sum = sum + exp(c.x[k] - most) end
      for k = r * c.w, r * c.w + c.w - 1 do c.y[k] = exp(c.x[k] - most) / sum end
    end
  end,
  hints = {
    "Three loops over the row, each with a stride of 128: the largest score, the sum of the exponentials, the results. After the first and after the second loop, the threads combine their results with the tree of `block_sum`.",
    "All threads need the maximum and the sum, so all read `part[0]` after the tree's last barrier. Before the sums go into the same array, another barrier is needed: a slow thread may not have read the maximum yet. And begin the maximum with `-INFINITY`, since all scores may be negative.",
    [[
```
for (int i = t; i < w; i += 128)
    sum += expf(row[i] - most);
```
At the end:
```
y[...] = expf(row[i] - most) / sum;
```]],
  },
  hints_python = {
    "Three loops over the row, each with a stride of 128: the largest score, the sum of the exponentials, the results. After the first and after the second loop, the threads combine their results with the tree of `block_sum`.",
    "All threads need the maximum and the sum, so all read element 0 after the tree's last barrier. Use two arrays in shared memory: in a single one, the sums would overwrite the maximum while a slow thread still reads it. And begin the maximum with `float32(-math.inf)`, since all scores may be negative.",
    [[
```python
for i in range(t, w, 128):
    total += math.exp(x[r, i] - most)
```
At the end:
```python
y[r, i] = math.exp(x[r, i] - most) / total
```]],
  },
}
