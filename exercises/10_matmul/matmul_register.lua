return {
  title = "matmul_register: 16 elements for each thread",
  kind = "kernel",
  difficulty = 3, minutes = 45,
  kernel = "matmul_register",
  task = [[
With tiles there are two loads of shared memory for every multiplication: that is now what takes the time. A thread that computes a small square of `c` needs less. For 4 x 4 elements it loads 4 numbers of `a` and 4 of `b`, and does 16 multiplications with them, from registers.

Blocks have 16 x 16 threads and compute 64 x 64 elements of `c`, so that each thread has 16. `m` and `n` are multiples of 64, `k` is one of 16. The tiles are 64 rows and 16 columns of `a`, 16 rows and 64 columns of `b`: each thread loads four elements of either.

The sums are an array of the thread's own, `float sum[4][4]`. It is in registers if all indices are known when the program is compiled: the loops over it have fixed bounds, and `#pragma unroll` in front.

Which 4 rows and 4 columns a thread takes is up to you.
]],
  params = {
    { name = "c", type = "float", role = "out", shape = { "m", "n" } },
    { name = "a", type = "float", role = "in", shape = { "m", "k" }, fill = { "integers", 1, 9 } },
    { name = "b", type = "float", role = "in", shape = { "k", "n" }, fill = { "integers", 1, 9 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = {
    { m = 64, n = 64, k = 16 }, { m = 64, n = 64, k = 64 }, { m = 128, n = 64, k = 32 }, { m = 64, n = 128, k = 32 },
    { m = 64, n = 192, k = 48 }, { m = 128, n = 192, k = 80 },
  },
  perf = {
    case = { m = 128, n = 192, k = 128 }, gpu = { m = 2048, n = 2048, k = 2048 },
    limits = {
      { "shared_requests", most = 75000, why = "eight numbers from shared memory do for 16 multiplications; 4 + 4 loads of one each would be 49000",
        advice = "load 4 numbers of the one tile and 4 of the other into registers, and do 16 multiplications with them" },
      { "global_sectors", times = 1.3, why = "the tiles are loaded row by row, each element once" },
      { "bank_conflict_factor", most = 2, why = "the lanes of a warp find their numbers in different banks" },
      { "time", times = 1.4, why = "told by its own clock" },
    },
  },
  launch = function(c) return { grid = { c.n // 64, c.m // 64 }, block = { 16, 16 } } end,
  tolerance = { why = "small whole numbers: no sum is rounded, in whichever order it is made" },
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
    "Begin with matmul_tiled. Around the multiplication there are two more loops now, over the thread's rows and columns; what they need of the tiles is loaded before them.",
    "Columns `tx`, `tx + 16`, `tx + 32`, `tx + 48` are better than `4 * tx` to `4 * tx + 3`: then 16 lanes read 16 neighbours. (Or read four neighbours at once, as a `float4`.) For loading, number the threads from 0 to 255, and let neighbours take neighbours of a row.",
    "`for (int r = 0; r < 4; r++) for (int j = 0; j < 4; j++) sum[r][j] += x[r] * y[j];` with `x[r] = ta[ty + 16 * r][i]` and `y[j] = tb[i][tx + 16 * j]`.",
  },
}
