return {
  title = "gemm_wmma: tensor cores without a table",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "gemm_wmma",
  task = [[
Compute `c = a * b` with the tensor cores, through `nvcuda::wmma`. `a` and `b` are in half precision, and `c` consists of floats. `m` and `n` are multiples of 32, and `k` is a multiple of 16.

A block has 128 threads, which are four warps. It computes 32 x 32 elements of `c`, and each warp computes a quarter of those, a piece of 16 x 16. `blockIdx.x` counts the blocks along a row, `blockIdx.y` along a column. Warps 0 and 1 take the upper pieces, 2 and 3 the lower ones.

A *fragment* is a piece of 16 x 16 that the 32 lanes of a warp hold together. The stub declares three of them, one for each matrix. *All lanes of the warp together* make these calls, with the same arguments:

- `wmma::fill_fragment(sum, 0.0f)` makes all elements 0
- `wmma::load_matrix_sync(x, pointer, ld)` loads a piece. The pointer is the address of its first element, `ld` the distance from one row of the matrix to the next, in elements
- `wmma::mma_sync(sum, x, y, sum)` adds the product of two pieces to the sums
- `wmma::store_matrix_sync(pointer, sum, ld, wmma::mem_row_major)` stores a piece

The arrays arrive as bare bits, in `unsigned short`. Cast the pointers to `const half *`.
]],
  params = {
    { name = "c", type = "float", role = "out", shape = { "m", "n" } },
    { name = "a", type = "unsigned short", role = "in", shape = { "m", "k" }, fill = { "halves", -32, 32 } },
    { name = "b", type = "unsigned short", role = "in", shape = { "k", "n" }, fill = { "halves", -4, 4 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = {
    { m = 32, n = 32, k = 16 }, { m = 32, n = 32, k = 48 }, { m = 32, n = 64, k = 32 }, { m = 96, n = 32, k = 16 },
    { m = { 32, 128, 32 }, n = { 32, 128, 32 }, k = { 16, 112, 16 } }, { m = 32, n = 32800, k = 16 }, { m = 32, n = 32, k = 272 },
  },
  perf = {
    case = { m = 128, n = 128, k = 128 }, gpu = { m = 2048, n = 2048, k = 2048 },
    flops = function(c) return 2 * c.m * c.n * c.k end,
    limits = {
      { "warp_instructions", times = 8, why = "one call of a warp multiplies two pieces of 16 x 16: 4096 products",
        advice = "let each warp walk along k in steps of 16, and in each step load one piece of a and one of b and call mma_sync once" },
      { "global_sectors", times = 1.5, why = "each warp loads the pieces that its own part of `c` needs, and no others" },
      { "time", times = 1.5, why = "the tensor cores do the arithmetic" },
    },
  },
  launch = function(c) return { grid = { c.n // 32, c.m // 32 }, block = 128 } end,
  tolerance = { rel = 2e-5, why = "products of two halves are exact in a float; each of a few hundred additions may round, and differently in each order" },
  excused = {
    ignored_argument = "the blocks cover the rows of c exactly, so the kernel need not know how many there are",
    even_sizes = "all sides are multiples of 16", large_sizes = "all sides are multiples of 16",
  },
  -- 15 is the exponent's bias, and the leading 1 of the mantissa is not stored.
  oracle = function(v)
    local function number(bits)
      local exponent, digits = bits >> 10 & 0x1f, (bits & 0x3ff) / 1024
      local size = exponent > 0 and (1 + digits) * 2.0 ^ (exponent - 15) or digits * 2.0 ^ -14
      return bits & 0x8000 ~= 0 and -size or size
    end
    local a, b = {}, {}
    for i = 0, v.m * v.k - 1 do a[i] = number(v.a[i]) end
    for i = 0, v.k * v.n - 1 do b[i] = number(v.b[i]) end
    for r = 0, v.m - 1 do
      for j = 0, v.n - 1 do
        local sum = 0
        for i = 0, v.k - 1 do sum = sum + a[r * v.k + i] * b[i * v.n + j] end
        v.c[r * v.n + j] = f32(sum)
      end
    end
  end,
  hints = {
    "Where does this warp's piece of c begin? Its first row needs 16 rows of a, all the way along k, and its first column 16 columns of b, all the way down. So write a loop over k in steps of 16, with one product of two pieces in each.",
    "The piece begins at row `blockIdx.y * 32 + warp / 2 * 16` and column `blockIdx.x * 32 + warp % 2 * 16`. In step i the piece of a begins at row `top`, column i; the piece of b at row i, column `left`. A row of a has k elements, one of b and one of c has n.",
    [[
```
wmma::load_matrix_sync(x, (const half *)a + top * k + i, k);
wmma::load_matrix_sync(y, (const half *)b + i * n + left, n);
wmma::mma_sync(sum, x, y, sum);
```
After the loop:
```
wmma::store_matrix_sync(c + top * n + left, sum, n,
        wmma::mem_row_major);
```]],
  },
}
