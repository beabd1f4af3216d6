return {
  title = "gemm_tensor: a warp, one instruction, 1024 products",
  kind = "kernel",
  difficulty = 3, minutes = 30,
  kernel = "gemm_tensor",
  task = [[
A product by the tensor cores. `m` is a multiple of 16, `n` and `k` are multiples of 8. Blocks have 32 threads: one warp, which computes 16 x 8 elements of `c`. `blockIdx.x` counts those pieces along a row, `blockIdx.y` along a column.

The function `multiply` in the file is one instruction. It multiplies 16 x 8 numbers of `a` with 8 x 8 of `b` and adds the product to 16 x 8 sums. (It looks at the first 10 binary places of each number only: enough for the small whole numbers here.)

The numbers are spread over the lanes, in registers. With `g = lane / 4` and `t = lane % 4` a lane holds

- of `a`, as `x[0]` to `x[3]`: row g column t, row g + 8 column t, row g column t + 4, row g + 8 column t + 4
- of `b`, as `y[0]` and `y[1]`: row t column g, row t + 4 column g
- of the sums, as `sum[0]` to `sum[3]`: row g columns 2t and 2t + 1, row g + 8 columns 2t and 2t + 1

Load, multiply, go on by 8 along `k`; in the end store the sums.
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
    { m = 16, n = 8, k = 8 }, { m = 16, n = 8, k = 24 }, { m = 16, n = 16, k = 8 }, { m = 32, n = 8, k = 16 }, { m = 48, n = 40, k = 56 },
  },
  perf = {
    case = { m = 64, n = 64, k = 64 }, gpu = { m = 1024, n = 1024, k = 1024 },
    limits = {
      { "warp_instructions", times = 3, why = "one instruction of a warp does 1024 products", advice = "call multiply once for 8 steps along k" },
      { "time", times = 1.5, why = "told by its own clock" },
    },
  },
  launch = function(c) return { grid = { c.n // 8, c.m // 16 }, block = 32 } end,
  tolerance = { why = "small whole numbers: 10 bits hold them, and no sum is rounded" },
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
    "There is no new idea in it, only addresses: where does the block's piece of each matrix begin, and which elements of it are this lane's? All 32 lanes call `multiply` together.",
    "Rows of the block begin at `16 * blockIdx.y`, columns at `8 * blockIdx.x`. In step `i` row g and column t of the piece of `a` is `a[(top + g) * k + i + t]`.",
    "`y[0] = b[(i + t) * n + left + g]; y[1] = b[(i + t + 4) * n + left + g];` and for the sums `c[(top + g) * n + left + 2 * t] = sum[0];`",
  },
}
