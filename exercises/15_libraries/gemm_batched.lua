return {
  title = "gemm_batched: many products in one call",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "scores",
  task = [[
The heart of attention in a language model: for each head, compare every query with every key. A head has `m` queries and `n` keys of `d` floats each, row by row, and

`s[i][j] = scale * (q[i][0] * k[j][0] + ... + q[i][d-1] * k[j][d-1])`

is an element of its `m` x `n` scores. As matrices: `scale * q * transposed k`. There are `heads` heads, one after another in all three arrays.

One call of cuBLAS does it all: `cublasSgemmStridedBatched` takes the arguments of `cublasSgemm` and some more:

- after each leading dimension, the *stride* of that matrix, in elements: the distance from one head's matrix to the next
- at the end, the number of products

The library stores matrices column by column, so it sees each of your matrices transposed, as in gemm_cublas. Two questions lead to the call. Which product gives the transposed scores? And which of its two factors is the wrong way round in memory, and needs `CUBLAS_OP_T`?

Do not transpose anything yourself, and do not call the library for each head: one small product at a time leaves most of a GPU idle.
]],
  params = {
    { name = "s", type = "float", role = "out", shape = { "heads", "m", "n" } },
    { name = "q", type = "float", role = "in", shape = { "heads", "m", "d" }, fill = { "eighths", -9, 9 } },
    { name = "k", type = "float", role = "in", shape = { "heads", "n", "d" }, fill = { "eighths", -9, 9 } },
    { name = "scale", type = "float", value = "scale" },
    { name = "heads", type = "int", value = "heads" },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "d", type = "int", value = "d" },
  },
  cases = {
    { heads = 3, m = 16, n = 16, d = 16, scale = 0.25 }, { heads = 1, m = 1, n = 1, d = 1, scale = 2 }, { heads = 2, m = 3, n = 2, d = 1, scale = 0.5 },
    { heads = 3, m = 2, n = 5, d = 3, scale = 4 }, { heads = 2, m = 7, n = 4, d = 9, scale = -0.5 },
    { heads = { 4, 9 }, m = { 11, 30 }, n = { 31, 50 }, d = { 8, 10 }, scale = 0.25 }, { heads = 12, m = 41, n = 65, d = 64, scale = 0.125 },
  },
  rules = {
    { "kernels", "cublas*", least = 1, most = 1, why = "one call of the library computes all heads" },
    { "kernels", most = 1, why = "nothing else needs a kernel: the library transposes while it reads" },
    { "operations", "copies_in", most = 2, why = "`q` and `k` go to the device as they are, in one copy each" },
    { "calls", "cublasDestroy*", least = 1, why = "a handle holds device memory, too: destroy it" },
    { "no_leaks", why = "each `cudaMalloc` needs its `cudaFree`" },
  },
  tolerance = { why = "the numbers are multiples of 1/8 and the scales powers of two, so that sums in any order are exact" },
  excused = { up_to_1024 = "the heads have more than 1024 results together, and the library launches" },
  oracle = function(c)
    for h = 0, c.heads - 1 do
      for i = 0, c.m - 1 do
        for j = 0, c.n - 1 do
          local sum = 0
          for x = 0, c.d - 1 do sum = sum + c.q[(h * c.m + i) * c.d + x] * c.k[(h * c.n + j) * c.d + x] end
          c.s[(h * c.m + i) * c.n + j] = c.scale * sum
        end
      end
    end
  end,
  hints = {
    "Your scores, column by column, are the scores transposed: `n` rows and `m` columns. The transpose of `q * transposed k` is `k * transposed q`. So `k` comes first, and the sizes are `n`, `m`, `d`.",
    "What the library sees in your `q` is q transposed already: `CUBLAS_OP_N`. What it sees in `k` is k transposed, but the product needs k itself: `CUBLAS_OP_T`. The leading dimension is always the length of *your* row: `d`, `d` and `n`.",
    [[
```
cublasSgemmStridedBatched(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, m, d,
        &scale, d_k, d, (long long)n * d, d_q, d, (long long)m * d,
        &zero, d_s, n, (long long)m * n, heads);
```]],
  },
}
