return {
  title = "gemm_tensor: a warp, one instruction, 1024 products",
  kind = "kernel",
  difficulty = 3, minutes = 40,
  kernel = "gemm_tensor",
  task = [[
Compute a product with the tensor cores. `m` and `n` are multiples of 128, `k` is a multiple of 16. A block has 128 threads, four warps, and computes 128 x 128 elements of `c`: each warp a quarter, 64 x 64. `blockIdx.x` counts the blocks along a row, `blockIdx.y` along a column.

The function `multiply` in the file is one instruction. It multiplies a piece of 16 x 8 numbers of `a` with one of 8 x 8 of `b` and adds the product to a piece of 16 x 8 sums. (It uses only the first 10 bits of each number's fraction, which is enough here.) So a warp has 4 x 8 pieces of sums, and in each step of 8 along `k` it uses 4 pieces of `a` and 8 of `b`.

The numbers of a piece are spread over the lanes, in registers. With `g = lane / 4` and `t = lane % 4` a lane holds

- of `a`, as `x[0]` to `x[3]`: row g column t, row g + 8 column t, row g column t + 4, row g + 8 column t + 4
- of `b`, as `y[0]` and `y[1]`: row t column g, row t + 4 column g
- of the sums, as `sum[0]` to `sum[3]`: row g columns 2t and 2t + 1, row g + 8 columns 2t and 2t + 1

Load the pieces of a step, multiply each piece of `a` with each piece of `b`, and go on by 8 along `k`; at the end store the sums.

A lane's sums are a local array, `float sum[4][8][4]`. The compiler keeps it in registers if it knows all indices: use fixed bounds, and put `#pragma unroll` before each loop over pieces.
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
    { m = 128, n = 128, k = 16 }, { m = 128, n = 128, k = 48 }, { m = 128, n = 256, k = 32 }, { m = 384, n = 128, k = 16 },
    { m = 256, n = 384, k = 64 }, { m = { 128, 384, 128 }, n = { 128, 384, 128 }, k = { 16, 80, 16 } },
    { m = 128, n = 32896, k = 16 }, { m = 128, n = 128, k = 144 },
  },
  perf = {
    case = { m = 256, n = 256, k = 128 }, gpu = { m = 2048, n = 2048, k = 2048 },
    limits = {
      { "warp_instructions", times = 3.5, why = "one instruction of a warp does 1024 products, and several of them use each number that a lane loads",
        advice = "load the pieces of a and b once for each 8 steps along k, and call multiply for each pair of them; put `#pragma unroll` before the loops over pieces" },
      { "time", times = 1.5, why = "each piece that a warp loads is used for several products, and the tensor cores do the arithmetic" },
    },
  },
  launch = function(c) return { grid = { c.n // 128, c.m // 128 }, block = 128 } end,
  tolerance = { why = "the numbers are multiples of 1/8 with so few bits that tf32 holds them, and no sum is rounded" },
  excused = {
    ignored_argument = "the blocks cover the rows of c exactly, so the kernel need not know how many there are",
    even_sizes = "all sizes are multiples of 16",
    large_sizes = "all sizes are multiples of 16",
    ["guard_looser:37"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:44"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:49"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:51"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:55"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
  },
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
    "There is no new idea here, only addresses. Where does the warp's part of each matrix begin, and which elements of a piece belong to this lane? Write the kernel for one piece of 16 x 8 first. All 32 lanes call `multiply` together.",
    "Rows of the warp begin at `128 * blockIdx.y + 64 * (warp / 2)`, columns at `128 * blockIdx.x + 64 * (warp % 2)`. In step `i`, row g and column t of the r-th piece of `a` is `a[(top + 16 * r + g) * k + i + t]`. The sums are `float sum[4][8][4]`, with `#pragma unroll` before all loops over r and j.",
    [[
```
y[j][0] = b[(i + t) * n + left + 8 * j + g];
y[j][1] = b[(i + t + 4) * n + left + 8 * j + g];
multiply(sum[r][j], x[r], y[j]);
```
The sums, after the loop:
```
c[(top + 16 * r + g) * n + left + 8 * j + 2 * t] = sum[r][j][0];
```]],
  },
}
