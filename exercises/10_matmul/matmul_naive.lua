return {
  title = "matmul_naive: a thread for each element",
  kind = "kernel",
  difficulty = 1, minutes = 15,
  kernel = "matmul_naive",
  task = [[
The product of two matrices: `a` has `m` rows of `k` floats, `b` has `k` rows of `n`, and `c` gets `m` rows of `n`. All of them lie in memory row by row.

The element of `c` in row `r` and column `j` is row `r` of `a` times column `j` of `b`: the sum of

`a[r][0] * b[0][j]`, `a[r][1] * b[1][j]`, ..., `a[r][k-1] * b[k-1][j]`

Use one thread for each element of `c`. Blocks have 16 x 16 threads; `x` counts columns and `y` counts rows, within the block and among the blocks. The arrays have one index each, which you compute from row and column. Mind how long the rows of each array are.
]],
  params = {
    { name = "c", type = "float", role = "out", shape = { "m", "n" } },
    { name = "a", type = "float", role = "in", shape = { "m", "k" }, fill = { "eighths", -9, 9 } },
    { name = "b", type = "float", role = "in", shape = { "k", "n" }, fill = { "eighths", -9, 9 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = {
    { m = 32, n = 32, k = 32 }, { m = 1, n = 1, k = 1 }, { m = 2, n = 3, k = 1 }, { m = 3, n = 2, k = 5 }, { m = 16, n = 17, k = 15 },
    { m = 40, n = 1, k = 7 }, { m = 1, n = 50, k = 33 }, { m = { 20, 40 }, n = { 41, 70 }, k = { 8, 19 } }, { m = 101, n = 77, k = 130 },
    { m = 33001, n = 1, k = 1 }, { m = 1, n = 33001, k = 1 },
  },
  perf = {
    case = { m = 64, n = 64, k = 32 },
    share_work = 4,
  },
  launch = function(c) return { grid = { ceil_div(c.n, 16), ceil_div(c.m, 16) }, block = { 16, 16 } } end,
  tolerance = { why = "the numbers are multiples of 1/8, small enough that sums in any order are exact" },
  oracle = function(v)
    for r = 0, v.m - 1 do
      for j = 0, v.n - 1 do
        local sum = 0
        for i = 0, v.k - 1 do sum = sum + v.a[r * v.k + i] * v.b[i * v.n + j] end
        v.c[r * v.n + j] = sum
      end
    end
  end,
  hints = {
    "Find this thread's row and column, return if there is no such element, then loop over `k` products and add them up in a local variable.",
    "Row `r` of `a` begins at `r * k`, row `i` of `b` at `i * n`, row `r` of `c` at `r * n`. In each round of the loop the index into `a` moves by 1, the index into `b` by a whole row.",
    [[
```
for (int i = 0; i < k; i++)
    sum += a[row * k + i] * b[i * n + col];
```]],
  },
  hints_python = {
    "Find this thread's row and column, return if there is no such element, then loop over `k` products and add them up in a local variable.",
    "The element of `c` is a row of `a` times a column of `b`. Begin with `float32(0)`: with `0.0` the sum would be a float64.",
    "`for i in range(k): total += a[row, i] * b[i, col]`",
  },
}
