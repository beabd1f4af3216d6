return {
  title = "matmul_any_shape: parts of larger matrices",
  kind = "kernel",
  difficulty = 3, minutes = 35,
  kernel = "matmul_any_shape",
  task = [[
Libraries offer a little more than a product, and call it *gemm*: `c = alpha * a * b + beta * c`. And the matrices may be parts of larger ones. Then a row of `a` has `k` floats, but the next row begins `lda` floats further, and `lda` is `k` or more. The same goes for `b` and `ldb`, `c` and `ldc`. The gaps between the rows belong to the larger matrices: do not write them, and let nothing from them get into `c`. (They may hold NaN, and 0 times NaN is NaN.)

All sizes may be anything from 1 on. Blocks have 16 x 16 threads, one block for each 16 x 16 elements of `c`. Use tiles of 16 x 16; at the edges a tile may reach beyond a matrix. Put a zero into each element of a tile that lies outside the matrix: it adds nothing.

All threads have to reach the barriers, even those that have no element of `c`.
]],
  params = {
    { name = "c", type = "float", role = "inout", shape = { "m", "ldc" }, fill = { "eighths", -9, 9 } },
    { name = "a", type = "float", role = "in", shape = { "m", "lda" }, fill = { "eighths", -9, 9 }, used = "k" },
    { name = "b", type = "float", role = "in", shape = { "k", "ldb" }, fill = { "eighths", -9, 9 }, used = "n" },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
    { name = "lda", type = "int", value = "lda" },
    { name = "ldb", type = "int", value = "ldb" },
    { name = "ldc", type = "int", value = "ldc" },
    { name = "alpha", type = "float", value = "alpha" },
    { name = "beta", type = "float", value = "beta" },
  },
  cases = {
    { m = 16, n = 16, k = 16, lda = 16, ldb = 16, ldc = 16, alpha = 1, beta = 2 },
    { m = 16, n = 32, k = 16, lda = 20, ldb = 40, ldc = 37, alpha = 2, beta = -1 },
    { m = 1, n = 1, k = 1, lda = 1, ldb = 1, ldc = 1, alpha = 3, beta = 1 },
    { m = 2, n = 3, k = 1, lda = 2, ldb = 5, ldc = 4, alpha = -2, beta = 4 },
    { m = 3, n = 2, k = 5, lda = 5, ldb = 2, ldc = 2, alpha = 0.5, beta = 3 },
    { m = 15, n = 17, k = 33, lda = 35, ldb = 18, ldc = 20, alpha = 1.5, beta = 5 },
    { m = 40, n = 1, k = 7, lda = 8, ldb = 3, ldc = 2, alpha = 1, beta = -2.5 },
    { m = { 20, 40 }, n = { 41, 60 }, k = { 8, 19 }, lda = 24, ldb = 64, ldc = 63, alpha = -0.25, beta = 0.5 },
    { m = 101, n = 77, k = 130, lda = 133, ldb = 80, ldc = 90, alpha = 2, beta = 3 },
  },
  launch = function(c) return { grid = { ceil_div(c.n, 16), ceil_div(c.m, 16) }, block = { 16, 16 } } end,
  perf = {
    case = { m = 100, n = 120, k = 140, lda = 144, ldb = 128, ldc = 128, alpha = 2, beta = 3 },
    gpu = { m = 2000, n = 2010, k = 2020, lda = 2024, ldb = 2016, ldc = 2016, alpha = 2, beta = 3 },
    flops = function(c) return 2 * c.m * c.n * c.k end,
    limits = {
      { "global_sectors", times = 1.3, why = "with tiles of 16 x 16, 16 threads use each element that a block loads" },
      { "time", times = 1.4, why = "16 threads use each element that a block loads, and the edges cost next to nothing" },
    },
  },
  tolerance = { why = "the numbers are multiples of 1/8, small enough that sums in any order are exact" },
  excused = {
    ["short_index:17"] = "it takes a matrix of 32768 rows, too large for a check",
    ["guard_looser:20"] = "one tile more, which is all zeros",
  },
  oracle = function(v)
    for r = 0, v.m - 1 do
      for j = 0, v.n - 1 do
        local sum = 0
        for i = 0, v.k - 1 do sum = sum + v.a[r * v.lda + i] * v.b[i * v.ldb + j] end
        v.c[r * v.ldc + j] = v.alpha * sum + v.beta * v.c[r * v.ldc + j]
      end
    end
  end,
  hints = {
    "There are three guards, and they differ: one for each load, and one for the result. Which numbers decide whether there is an element of a at this position? Of b? Of c?",
    "`a` has an element if `row < m` and `t + tx < k`, `b` if `t + ty < k` and `col < n`, `c` if `row < m` and `col < n`. No `return` before the loop is over.",
    [[
```
ta[ty][tx] = row < m && t + tx < k ? a[row * lda + t + tx] : 0;
```]],
  },
}
