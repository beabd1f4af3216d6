return {
  title = "dense_backward: three gradients of a layer",
  kind = "host",
  difficulty = 3, minutes = 40,
  entry = "dense_backward",
  task = [[
Training must know how fast the loss grows with each number of a network. That is the number's *gradient*. The program goes through the layers backwards. Each layer gets the gradients of its results, and from them computes the gradients of its weights, its bias and its inputs.

The layer is that of `dense_relu`: `y = ReLU(x w + b)`, with `x` of `m` rows and `k` columns, `w` of `k` rows and `n` columns. You get `dy`, the gradients of `y`, and compute:

- `dz`: `dy` where `y` is above 0, and 0 elsewhere. A number that ReLU has cut off has no influence on the loss
- `db[c]`, the sum of column c of `dz`
- `dw`, the product of `x` transposed (k x m) with `dz` (m x n)
- `dx`, the product of `dz` (m x n) with `w` transposed (n x k)

The stub has `product`, a kernel that multiplies matrices of any strides: element (r, i) of `a` is `a[r * ar + i * ac]`. Swap the two strides, and it reads the matrix as if it were transposed. So nothing has to be moved in memory.

Write the host's side, and the kernels for `dz` and `db`. Each array is copied once, to the device or back. You need not check CUDA's calls.
]],
  params = {
    { name = "dx", type = "float", role = "out", shape = { "m", "k" } },
    { name = "dw", type = "float", role = "out", shape = { "k", "n" } },
    { name = "db", type = "float", role = "out", count = "n" },
    { name = "dy", type = "float", role = "in", shape = { "m", "n" }, fill = { "eighths", -2, 2 } },
    { name = "y", type = "float", role = "in", shape = { "m", "n" },
      fill = function(c, draw)
        local y = {}
        for i = 0, c.m * c.n - 1 do y[i] = math.max(0, draw(-16, 16) / 8) end
        return y
      end },
    { name = "x", type = "float", role = "in", shape = { "m", "k" }, fill = { "eighths", -2, 2 } },
    { name = "w", type = "float", role = "in", shape = { "k", "n" }, fill = { "eighths", -2, 2 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = {
    { m = 32, n = 32, k = 32 }, { m = 1, n = 1, k = 1 }, { m = 5, n = 2, k = 3 }, { m = 2, n = 7, k = 40 }, { m = 70, n = 33, k = 17 },
    { m = 300, n = 3, k = 5 }, { m = 3, n = 300, k = 2 }, { m = 2, n = 1101, k = 3 }, { m = 1101, n = 2, k = 2 }, { m = 120, n = 110, k = 100 }, { m = { 20, 60 }, n = { 20, 60 }, k = { 20, 60 } },
  },
  rules = {
    { "bytes", "copies_in", most = function(c) return 4 * (2 * c.m * c.n + c.m * c.k + c.k * c.n) end, why = "each input goes to the device once" },
    { "bytes", "copies_out", most = function(c) return 4 * (c.m * c.k + c.k * c.n + c.n) end, why = "only the three gradients come back, and `dz` stays on the device" },
    { "waits", most = 8, why = "kernels of one stream run one after the other by themselves; only the copies have to wait" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { why = "products and sums of small multiples of 1/8 are exact in floats, in any order" },
  oracle = function(v)
    local dz = {}
    for r = 0, v.m - 1 do
      for c = 0, v.n - 1 do dz[r * v.n + c] = v.y[r * v.n + c] > 0 and v.dy[r * v.n + c] or 0 end
    end
    for c = 0, v.n - 1 do
      local sum = 0
      for r = 0, v.m - 1 do sum = sum + dz[r * v.n + c] end
      v.db[c] = sum
      for i = 0, v.k - 1 do
        local s = 0
        for r = 0, v.m - 1 do s = s + v.x[r * v.k + i] * dz[r * v.n + c] end
        v.dw[i * v.n + c] = s
      end
    end
    for r = 0, v.m - 1 do
      for i = 0, v.k - 1 do
        local s = 0
        for c = 0, v.n - 1 do s = s + dz[r * v.n + c] * v.w[i * v.n + c] end
        v.dx[r * v.k + i] = s
      end
    end
  end,
  hints = {
    "You need seven arrays on the device; `dz` can overwrite `dy` there. The kernels in order: one for `dz` with a thread for each element, one for `db` with a thread for each column, and `product` twice.",
    "`product(c, a, b, rows, cols, inner, ar, ac, br, bc)`. For `dw` there are k rows and n columns, and the sum runs over m. Element (i, r) of `x` transposed is `x[r * k + i]`: so `ar` is 1, and `ac` is k.",
    [[
```
product<<<blocks(k, n), threads>>>(dw, x, dz, k, n, m, 1, k, n, 1);
product<<<blocks(m, k), threads>>>(dx, dz, w, m, k, n, n, 1, 1, n);
```]],
  },
}
