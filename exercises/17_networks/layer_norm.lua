return {
  title = "layer_norm: mean 0, variance 1",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "layer_norm",
  task = [[
Transformers scale each row to mean 0 and variance 1, again and again. A weight and a bias for each column then give some freedom back.

For each of `h` rows with `w` floats:

- `mean` is the sum of the row, divided by `w`
- `var` is the sum of `(x - mean) * (x - mean)`, divided by `w`
- `y[r][c] = (x[r][c] - mean) / sqrt(var + 0.00001) * gamma[c] + beta[c]`

The small number keeps a row of equal numbers from being divided by 0.

There is a formula for the variance that needs only one pass: the mean of the squares, minus the square of the mean. Do not use it. If the mean is large and the variance small, it subtracts two large numbers that are nearly equal, and what remains is mostly rounding error. Some rows here are like that.

There is one block of 128 threads for each row. `w` may be any number from 1 on.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "h", "w" } },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", "low", "high" } },
    { name = "gamma", type = "float", role = "in", count = "w", fill = { "eighths", -2, 2 } },
    { name = "beta", type = "float", role = "in", count = "w", fill = { "eighths", -2, 2 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 128, h = 4, low = -4, high = 4 }, { w = 256, h = 3, low = -2, high = 6 }, { w = 1, h = 1, low = 1, high = 5 }, { w = 2, h = 5, low = -3, high = 3 },
    { w = 3, h = 30, low = -4, high = 4 }, { w = 127, h = 5, low = -1, high = 9 }, { w = 129, h = 4, low = 1000, high = 1003 }, { w = 300, h = 3, low = -803, high = -800 },
    { w = 200, h = 2, low = 3, high = 3 }, { w = { 300, 900 }, h = { 4, 12 }, low = { -4, 0 }, high = { 2, 6 } }, { w = 33001, h = 1, low = -4, high = 4 },
    { w = 2, h = 1001, low = -4, high = 4 },
  },
  perf = {
    case = { w = 1536, h = 12, low = -4, high = 4 }, gpu = { w = 4096, h = 4096, low = -4, high = 4 },
    share_work = 4,
    limits = {
      { "traffic", most = 3.5, why = "the threads of a block load neighbouring numbers, and go through the row three times at most" },
      { "time", times = 1.8, why = "the threads of a block load neighbouring numbers, and go through the row three times at most" },
    },
  },
  launch = function(c) return { grid = c.h, block = 128 } end,
  tolerance = { rel = 1e-4, abs = 3e-4, why = "a mean near 1000 is rounded by 0.00003, and each order of adding rounds in its own way" },
  strict = { "race-within-warp" },
  excused = {
    short_index = "33000 blocks for 33000 rows take too long here",
    ignored_argument = "there is one block for each row",
  },
  oracle = function(c)
    for r = 0, c.h - 1 do
      local sum, squares = 0, 0
      for k = 0, c.w - 1 do sum = sum + c.x[r * c.w + k] end
      local mean = sum / c.w
      for k = 0, c.w - 1 do squares = squares + (c.x[r * c.w + k] - mean) ^ 2 end
      local deviation = math.sqrt(squares / c.w + 1e-5)
      for k = 0, c.w - 1 do c.y[r * c.w + k] = (c.x[r * c.w + k] - mean) / deviation * c.gamma[k] + c.beta[k] end
    end
  end,
  hints = {
    "Three loops over the row with a stride of 128, as in `softmax_rows`: the sum, the sum of the squared differences, the results. After the first and after the second, the threads combine their sums.",
    "Every thread needs the mean before the second loop, and the variance before the third. Use a second array for the second sum, or a barrier before the first is overwritten.",
    [[In the first loop:
```
float d = row[i] - mean;
squares += d * d;
```
Then:
```
float f = rsqrtf(squares / w + 1e-5f);
y[...] = (row[i] - mean) * f * gamma[i] + beta[i];
```]],
  },
  hints_python = {
    "Three loops over the row with a stride of 128, as in `softmax_rows`: the sum, the sum of the squared differences, the results. After the first and after the second, the threads combine their sums.",
    "Every thread needs the mean before the second loop, and the variance before the third. Use a second shared array for the second sum, or a barrier before the first is overwritten.",
    [[In the first loop:
```python
d = x[r, i] - mean
squares += d * d
```
Then:
```python
factor = float32(1) / math.sqrt(squares / float32(w)
                                + float32(1e-5))
y[r, i] = (x[r, i] - mean) * factor * gamma[i] + beta[i]
```]],
  },
}
