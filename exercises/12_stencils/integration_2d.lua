return {
  title = "integration_2d: a double integral as a sum",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "integration_2d",
  task = [[
The integral of `f(x, y) = x * (y + 1)` over a rectangle is close to the sum of `f` at the midpoints of many small cells, times the area of a cell. The rectangle begins at (0, 0), and has `h` rows of `w` cells, each `step` wide and `step` high.

The cell in row `r` and column `c` has its middle at `x = (c + 0.5f) * step` and `y = (r + 0.5f) * step`. `f` is in the stub.

Here each column has one thread: thread `c` adds up its whole column, from row 0 to row `h - 1`, multiplies the sum by the area of a cell, and stores it in `out[c]`. The host adds the `w` numbers. This is the simplest way to begin: every thread writes its own element, so there is nothing to wait for.

Blocks have 128 threads, and there are enough of them for `w` columns. `step` is a power of two, such as 1/8, so that nearly all sums here are exact.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "w" },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
    { name = "step", type = "float", value = "step" },
  },
  cases = {
    { w = 128, h = 64, step = 0.125 }, { w = 1, h = 1, step = 1 }, { w = 2, h = 3, step = 0.5 }, { w = 3, h = 2, step = 2 },
    { w = 127, h = 33, step = 0.25 }, { w = 129, h = 1, step = 0.125 }, { w = 1, h = 200, step = 0.5 },
    { w = { 300, 700 }, h = { 10, 60 }, step = 0.125 }, { w = { 20, 60 }, h = { 70, 180 }, step = 0.25 }, { w = 33001, h = 2, step = 0.25 }, { w = 20, h = 300, step = 0.25 }, { w = 2, h = 33001, step = 0.25 },
  },
  perf = {
    case = { w = 2048, h = 64, step = 0.125 },
    share_work = 4,
    limits = {
      { "flops", needs = 196000, why = "`f` stands for any function: each of the 2048 x 64 cells takes an addition and a product at least",
        advice = "add up `f` at the middle of each cell: a formula for the whole column works for this `f` alone" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.w, 128), block = 128 } end,
  tolerance = { rel = 1e-6, why = "all terms are multiples of a power of two, so only very long sums and the last product round" },
  oracle = function(c)
    for k = 0, c.w - 1 do
      local x, sum = (k + 0.5) * c.step, 0
      for r = 0, c.h - 1 do sum = sum + x * ((r + 0.5) * c.step + 1) end
      c.out[k] = sum * c.step * c.step
    end
  end,
  hints = {
    "`x` is the same for all cells of a column: compute it once, before the loop over the rows.",
    "A thread without a column leaves at once. The others add in a local float, and store once, after the loop.",
    [[
```
for (int r = 0; r < h; r++)
    sum += f(x, (r + 0.5f) * step);
out[c] = sum * step * step;
```]],
  },
  hints_python = {
    "`x` is the same for all cells of a column: compute it once, before the loop over the rows.",
    "A thread without a column leaves at once. The others add in a variable of their own, and store once, after the loop.",
    [[
```python
for r in range(h):
    total += f(x, (float32(r) + float32(0.5)) * step)
out[c] = total * step * step
```]],
  },
}
