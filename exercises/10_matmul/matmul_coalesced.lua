return {
  title = "matmul_coalesced: which thread takes which element",
  kind = "kernel",
  difficulty = 1, minutes = 10,
  kernel = "matmul_coalesced",
  task = [[
The kernel in the file is right, and slow. Blocks have 256 threads in one row, and each block computes 8 rows and 32 columns of `c`. Two lines decide which thread takes which of those 256 elements, and they decide badly.

Change them so that the warps load few sectors. For the 32 lanes of one warp, look at what they read from `a` and from `b` in the *same* round of the loop, and at what they store.
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
    { m = 32, n = 32, k = 32 }, { m = 1, n = 1, k = 1 }, { m = 2, n = 3, k = 1 }, { m = 3, n = 2, k = 5 }, { m = 8, n = 33, k = 15 },
    { m = 40, n = 1, k = 7 }, { m = 1, n = 50, k = 33 }, { m = { 20, 40 }, n = { 41, 70 }, k = { 8, 19 } }, { m = 101, n = 77, k = 130 },
    { m = 33001, n = 1, k = 1 }, { m = 1, n = 33001, k = 1 },
  },
  perf = {
    case = { m = 128, n = 128, k = 128 }, gpu = { m = 2048, n = 2048, k = 2048 },
    flops = function(c) return 2 * c.m * c.n * c.k end,
    limits = {
      { "global_sectors", times = 1.3, why = "lanes with one row of c load one sector of a, which all of them read, and four of b",
        advice = "let neighbouring lanes have neighbouring columns of c: / and % of threadIdx.x by 32" },
      { "time", times = 1.5, why = "each load of a warp needs few sectors" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.n, 32), ceil_div(c.m, 8) }, block = 256 } end,
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
    "A warp is 32 threads with neighbouring numbers. Which rows and columns of `c` do the lanes 0 to 31 have now? Write down a few.",
    "At the moment a warp has 8 rows and 4 columns, and each row takes another sector of `a`. If all 32 lanes have the same row, they load one element of `a` together, and 32 neighbouring elements of `b`.",
    "`row = blockIdx.y * 8 + threadIdx.x / 32;` and the column with `threadIdx.x % 32`.",
  },
}
