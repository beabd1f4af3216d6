return {
  title = "gemm_cublas: your rows, the library's columns",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "gemm",
  task = [[
The same product, with the library: `c = a * b`, where `a` has `m` rows of `k` floats, `b` has `k` rows of `n` and `c` gets `m` rows of `n`, all of them row by row in the host's memory.

- allocate memory on the device and copy `a` and `b` there, as in round_trip
- `cublasHandle_t handle; cublasCreate(&handle);`
- call `cublasSgemm` once
- copy `c` back, call `cublasDestroy(handle)`, and free the memory

`cublasSgemm(handle, op_a, op_b, rows, columns, depth, &alpha, A, lda, B, ldb, &beta, C, ldc)` computes `C = alpha * A * B + beta * C`; `C` has `rows` x `columns` elements, and the ops are `CUBLAS_OP_N` (as it is) or `CUBLAS_OP_T` (transposed). `alpha` and `beta` are floats in host memory; you pass their addresses.

The library stores matrices *column by column*, and a leading dimension is the distance from one column to the next. It sees your `a` as the transposed matrix, with `k` rows and `m` columns. Transpose nothing. Think instead: which product does it have to compute so that its `C`, column by column, is your `c`, row by row?
]],
  params = {
    { name = "c", type = "float", role = "out", shape = { "m", "n" } },
    { name = "a", type = "float", role = "in", shape = { "m", "k" }, fill = { "eighths", 1, 9 } },
    { name = "b", type = "float", role = "in", shape = { "k", "n" }, fill = { "eighths", 1, 9 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = {
    { m = 16, n = 16, k = 16 }, { m = 1, n = 1, k = 1 }, { m = 2, n = 3, k = 1 }, { m = 3, n = 2, k = 5 }, { m = 5, n = 4, k = 7 },
    { m = { 20, 40 }, n = { 41, 70 }, k = { 8, 19 } }, { m = 101, n = 77, k = 130 },
  },
  rules = {
    { "kernels", "cublas*", least = 1, most = 1, why = "one call of the library computes the product" },
    { "kernels", most = 1, why = "no kernel of your own, since nothing has to be transposed" },
    { "operations", "copies_in", most = 2, why = "only `a` and `b` need to go to the device" },
    { "calls", "cublasDestroy*", least = 1, why = "a handle holds device memory, too: destroy it" },
    { "no_leaks", why = "each `cudaMalloc` needs its `cudaFree`" },
  },
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
    "Your `c`, read column by column, is c transposed: `n` rows and `m` columns. And the transpose of `a * b` is b transposed times a transposed: the order changes.",
    "What the library sees in your memory *is* b transposed and a transposed. So pass `b` first and `a` second, both with `CUBLAS_OP_N`. The sizes: C has `n` rows and `m` columns, the depth is `k`. The distance from one column to the next (your rows) is `n` in b, `k` in a and `n` in c.",
    [[
```
cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, d_b, n,
        d_a, k, &beta, d_c, n);
```
This computes c transposed, column by column: in memory that is your c.]],
  },
}
