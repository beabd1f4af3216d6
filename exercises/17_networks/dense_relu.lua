return {
  title = "dense_relu: a layer in one kernel",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "dense_relu",
  task = [[
A dense layer of a neural network takes `m` inputs at once (a *batch*). Each input is a row of `k` numbers, and the layer turns it into `n` numbers:

- multiply: `z = x w`, where `x` has `m` rows of `k` floats and `w` has `k` rows of `n` floats
- add the *bias*: `b[c]` to all of column c
- apply ReLU: negative numbers become 0

So `y[r][c]` is the larger of 0 and `b[c] + sum over i of x[r][i] * w[i][c]`.

As separate steps these are three kernels, and `z` goes to memory and back twice. Here you write one kernel. The sum is in a register anyway, so adding a number and comparing with 0 cost nothing. Joining kernels in this way is called *fusing*.

Blocks have 16 x 16 threads, one for each element of `y`, and there are enough of them for `n` x `m`. As in lesson *Matrix multiplication*, load tiles of 16 x 16 of `x` and `w` into shared memory. The sizes need not be multiples of 16: put 0 into the tile where there is no element.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "m", "n" } },
    { name = "x", type = "float", role = "in", shape = { "m", "k" }, fill = { "eighths", -2, 2 } },
    { name = "w", type = "float", role = "in", shape = { "k", "n" }, fill = { "eighths", -2, 2 } },
    { name = "b", type = "float", role = "in", count = "n", fill = { "eighths", -4, 4 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = {
    { m = 16, n = 16, k = 16 }, { m = 16, n = 48, k = 32 }, { m = 1, n = 1, k = 1 }, { m = 2, n = 3, k = 1 }, { m = 3, n = 2, k = 5 },
    { m = 15, n = 17, k = 33 }, { m = 40, n = 10, k = 20 }, { m = 31, n = 33, k = 15 }, { m = 1, n = 50, k = 100 }, { m = 50, n = 1, k = 17 },
    { m = { 20, 60 }, n = { 20, 60 }, k = { 20, 90 } }, { m = 64, n = 32, k = 128 }, { m = 3, n = 33001, k = 2 }, { m = 33001, n = 3, k = 2 },
    { m = 2, n = 2, k = 33001 },
  },
  perf = {
    case = { m = 96, n = 80, k = 128 }, gpu = { m = 2048, n = 1024, k = 1024 },
    flops = function(c) return 2 * c.m * c.n * c.k end,
    limits = {
      { "global_sectors", times = 1.4, why = "16 threads use each element that a block loads",
        advice = "load a tile of x and a tile of w, one element of each per thread, and take the products from shared memory" },
      { "time", times = 1.5, why = "16 threads use each element that a block loads" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.n, 16), ceil_div(c.m, 16) }, block = { 16, 16 } } end,
  tolerance = { why = "products and sums of small multiples of 1/8 are exact in floats, in any order" },
  excused = { ["guard_looser:16"] = "one tile of zeros more adds nothing" },
  excused_python = { ["guard_looser:14"] = "one tile of zeros more adds nothing" },
  strict = { "race-within-warp" },
  oracle = function(v)
    for r = 0, v.m - 1 do
      for c = 0, v.n - 1 do
        local sum = v.b[c]
        for i = 0, v.k - 1 do sum = sum + v.x[r * v.k + i] * v.w[i * v.n + c] end
        v.y[r * v.n + c] = math.max(sum, 0)
      end
    end
  end,
  hints = {
    "It is a product of matrices by tiles, with one more line at the end. All threads of a block have to load and to reach the barriers, even those without an element of `y`. So do not return early; guard the store instead.",
    "In each step over t = 0, 16, 32, ..., thread (tx, ty) loads `x[row][t + tx]` if row < m and t + tx < k, and 0 otherwise. It loads `w[t + ty][col]` likewise. Then come a barrier, 16 products and another barrier.",
    [[After the loop:
```
if (row < m && col < n)
    y[row * n + col] = fmaxf(sum + b[col], 0.0f);
```
The bias comes in once, not with every tile, and ReLU comes last.]],
  },
  hints_python = {
    "It is a product of matrices by tiles, with one more line at the end. All threads of a block have to load and to reach the barriers, even those without an element of `y`. So do not return early; guard the store instead.",
    "In each step of `for t in range(0, k, 16)`, thread (tx, ty) loads `x[row, t + tx]` if row < m and t + tx < k, and 0 otherwise. It loads `w[t + ty, col]` likewise. Then come a barrier, 16 products and another barrier.",
    [[After the loop:
```python
if row < m and col < n:
    y[row, col] = max(total + b[col], float32(0))
```
The bias comes in once, not with every tile, and ReLU comes last.]],
  },
}
