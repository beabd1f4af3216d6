return {
  title = "matmul_tiled: load once, use 32 times",
  kind = "kernel",
  difficulty = 2, minutes = 30,
  kernel = "matmul_tiled",
  task = [[
Without a tile the kernel loads each element of `a` again for every column of `c`, and each element of `b` for every row. Now the threads of a block load together what all of them need.

Blocks have 32 x 32 threads, one block for each 32 x 32 elements of `c`. `m`, `n` and `k` are multiples of 32, and may differ. The block walks along its 32 rows of `a` and down its 32 columns of `b`, in steps of 32:

- load a tile of 32 x 32 of `a` and one of `b` into shared memory: each thread loads one element of each
- wait at a barrier
- each thread adds 32 products, taken from a row of one tile and a column of the other
- wait again, since the next step overwrites the tiles
]],
  params = {
    { name = "c", type = "float", role = "out", shape = { "m", "n" } },
    { name = "a", type = "float", role = "in", shape = { "m", "k" }, fill = { "eighths", -300, 300 } },
    { name = "b", type = "float", role = "in", shape = { "k", "n" }, fill = { "eighths", -9, 9 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = {
    { m = 32, n = 32, k = 32 }, { m = 32, n = 32, k = 64 }, { m = 64, n = 32, k = 32 }, { m = 32, n = 64, k = 32 },
    { m = 32, n = 96, k = 128 }, { m = 96, n = 64, k = 160 }, { m = 128, n = 32, k = 96 },
    { m = { 32, 160, 32 }, n = { 32, 160, 32 }, k = { 32, 160, 32 } }, { m = 32, n = 32800, k = 32 },
  },
  perf = {
    case = { m = 128, n = 160, k = 192 }, gpu = { m = 2048, n = 2048, k = 2048 },
    flops = function(c) return 2 * c.m * c.n * c.k end,
    limits = {
      { "global_sectors", times = 1.2, why = "32 threads use each element that a block loads",
        advice = "load both tiles row by row, one element of each per thread, and compute the products from shared memory only" },
      { "bank_conflict_factor", most = 1.1, why = "the lanes of a warp read one element of one tile, and 32 neighbouring elements of the other" },
      { "time", times = 1.5, why = "the tiled kernel loads each element once for 32 threads" },
    },
  },
  launch = function(c) return { grid = { c.n // 32, c.m // 32 }, block = { 32, 32 } } end,
  tolerance = { why = "the numbers are multiples of 1/8, small enough that sums in any order are exact" },
  excused = {
    ignored_argument = "the blocks cover the rows of c exactly, so the kernel need not know how many there are",
    even_sizes = "all sizes are multiples of 32",
    large_sizes = "all sizes are multiples of 32",
  },
  excused_python = { ["short_index:15"] = "no case has more than 32767 rows" },
  oracle = function(v)
    local m, n, k, a, column = v.m, v.n, v.k, {}, {}
    for i = 0, m * k - 1 do a[i] = v.a[i] end
    for j = 0, n - 1 do
      for i = 0, k - 1 do column[i] = v.b[i * n + j] end
      for r = 0, m - 1 do
        local sum, first = 0, r * k
        for i = 0, k - 1 do sum = sum + a[first + i] * column[i] end
        v.c[r * n + j] = sum
      end
    end
  end,
  hints = {
    "The outer loop counts the tiles: `for (int t = 0; t < k; t += 32)`. In it: two loads, a barrier, a loop over 32 products, a barrier. The store comes after it.",
    "Thread (tx, ty) loads `a` at row `row` and column `t + tx`, and `b` at row `t + ty` and column `col`; both go to `[ty][tx]` of their tile. Its products use row ty of the first and column tx of the second.",
    [[
```
for (int i = 0; i < 32; i++)
    sum += ta[threadIdx.y][i] * tb[i][threadIdx.x];
```]],
  },
  hints_python = {
    "The outer loop counts the tiles: `for t in range(0, k, 32):`. In it: two loads, a barrier, a loop over 32 products, a barrier. The store comes after it.",
    "Thread (tx, ty) loads `a[row, t + tx]` and `b[t + ty, col]`; both go to `[ty, tx]` of their tile. Its products use row ty of the first and column tx of the second.",
    "`for i in range(32): total += ta[ty, i] * tb[i, tx]`",
  },
}
