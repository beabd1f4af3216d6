return {
  title = "power_iteration: a loop that never waits",
  kind = "host",
  difficulty = 3, minutes = 30,
  entry = "power_iteration",
  task = [[
`a` is a matrix of `n` rows of `n` positive floats, row by row, and `v` has `n` floats. Repeat `steps` times:

- `w = a * v`
- `v = w / |w|`, where `|w|` is the length of `w`: the root of the sum of its squares

`v` comes closer and closer to the eigenvector with the largest eigenvalue. (Google once ranked the web this way.)

`cublasSgemv` multiplies and `cublasSnrm2` gives the length. By default the length goes to the host, so in each step the host waits for the GPU, and then the GPU waits for the host's next launch. Here the length stays on the device:

- after `cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE)`, pass a pointer into device memory for the result; then nothing waits
- the mode applies to `alpha` and `beta`, too. Switch it back for calls whose scalars are on the host, or keep the scalars on the device as well
- a small kernel of your own divides `w` by the length that it finds in device memory. `w` is short here, so one block may do all of it

The arguments of `cublasSgemv` are `(handle, op, rows, columns, &alpha, a, lda, x, 1, &beta, y, 1)`; rows and columns are those of the matrix as cuBLAS sees it, stored by columns.
]],
  params = {
    { name = "v", type = "float", role = "inout", count = "n", fill = { "eighths", 1, 9 } },
    { name = "a", type = "float", role = "in", shape = { "n", "n" }, fill = { "eighths", 1, 9 } },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
  },
  cases = {
    { n = 40, steps = 2 }, { n = 40, steps = 1 }, { n = 1, steps = 1 }, { n = 2, steps = 3 }, { n = 3, steps = 1 }, { n = 101, steps = 1 },
    { n = { 20, 70 }, steps = { 2, 6 } }, { n = 100, steps = 40 }, { n = 1101, steps = 2 },
  },
  rules = {
    { "calls", "cublasSgemv*", least = "steps", why = "the library multiplies" },
    { "operations", "copies_out", most = 1, why = "only `v` comes back, at the end" },
    { "waits", most = 4, why = "the host does not wait in the loop: the lengths stay on the device" },
    { "calls", "cublasDestroy*", least = 1, why = "a handle holds device memory, too: destroy it" },
    { "no_leaks", why = "each `cudaMalloc` needs its `cudaFree`" },
  },
  tolerance = { rel = 2e-5, why = "sums in float, in an order that the library chooses; errors do not grow, since each step divides by the length" },
  excused = { absolute = "a square does not show the sign" },
  oracle = function(c)
    local v = {}
    for i = 0, c.n - 1 do v[i] = c.v[i] end
    for _ = 1, c.steps do
      local w, squares = {}, 0
      for r = 0, c.n - 1 do
        local sum = 0
        for i = 0, c.n - 1 do sum = sum + c.a[r * c.n + i] * v[i] end
        w[r], squares = sum, squares + sum * sum
      end
      for i = 0, c.n - 1 do v[i] = w[i] / math.sqrt(squares) end
    end
    for i = 0, c.n - 1 do c.v[i] = v[i] end
  end,
  hints = {
    "Three things happen in the loop: a gemv from `d_v` to `d_w`, a nrm2 of `d_w` into one float of device memory, a kernel that reads both and writes `d_v`. All in one stream, so they run in this order without any waiting.",
    "cuBLAS sees `a` transposed: `CUBLAS_OP_T`. Before the gemv the mode is HOST (its alpha and beta are on the host), before the nrm2 it is DEVICE. Setting a mode costs nothing.",
    [[In the loop, in device mode:
```
cublasSnrm2(handle, n, d_w, 1, d_length);
```
In the kernel:
```
if (i < n)
    v[i] = w[i] / *length;
```]],
  },
}
