return {
  title = "row_sums: one thread for each row",
  kind = "kernel",
  difficulty = 1, minutes = 10,
  kernel = "row_sums",
  task = [[
The matrix `x` has `h` rows of `w` numbers, stored row after row. Add up each row: `sums[r]` is the sum of row `r`.

One thread computes one sum, in a loop over the elements of its row. So the grid has as many threads as the matrix has rows, and not as many as it has elements.

Before the launch `sums` holds garbage. The launch: blocks of 128 threads, rounded up to whole blocks.

(Lesson *Global memory* comes back to this: one thread for each row is simple, but it reads memory in an inefficient order.)
]],
  task_python = [[
You write a *generalised ufunc*. `@guvectorize` takes a function that works on one row, and its layout `'(n)->()'` says what goes in and out: a row of n numbers, and one number. With `target='cuda'` Numba makes a kernel of it, in which thread r calls the function for row r. So here are no index and no guard, only the loop.

The function returns nothing: what comes out is an array, too, here one with a single element, `out[0]`.

The check takes your function, puts it into such a kernel, and judges that kernel like any other, with the launch of the task.
]],
  ufunc = { "guvectorize", "(n)->()", "x", "sums" },
  params = {
    { name = "sums", type = "float", role = "out", count = "h" },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", -9, 9 } },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { h = 1, w = 1 }, { h = 2, w = 3 }, { h = 3, w = 2 }, { h = 127, w = 5 }, { h = 128, w = 8 }, { h = 129, w = 7 },
    { h = 1, w = 300 }, { h = 300, w = 1 }, { h = { 200, 400 }, w = { 40, 90 } }, { h = 1000, w = 65 }, { h = 33001, w = 2 },
  },
  perf = {
    case = { h = 2048, w = 20 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.h, 128), block = 128 } end,
  tolerance = { why = "the numbers are multiples of 1/8, small enough that sums in any order are exact" },
  oracle = function(c)
    for r = 0, c.h - 1 do
      local sum = 0
      for k = c.w - 1, 0, -1 do sum = sum + c.x[r * c.w + k] end
      c.sums[r] = sum
    end
  end,
  hints = {
    "Which row is a thread's own? Its number in the grid says so; the guard is about rows.",
    "Row `r` begins at `x[r * w]`. Add up in a local variable that starts at zero, and store it once, after the loop.",
    [[
```
float sum = 0;
for (int c = 0; c < w; c++) sum += x[r * w + c];
sums[r] = sum;
```]],
  },
  hints_python = {
    "The function sees one row, as an array of one dimension, and knows nothing of the others.",
    "Add up in a variable that starts as `float32(0)`, and store it once, after the loop, in `out[0]`.",
    [[
```python
total = float32(0)
for k in range(row.shape[0]):
    total += row[k]
out[0] = total
```]],
  },
}
