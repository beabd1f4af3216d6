return {
  title = "adam_step: the optimiser in one pass",
  kind = "kernel",
  difficulty = 1, minutes = 15,
  kernel = "adam_step",
  task = [[
Adam is the method that trains most networks. For each weight it keeps two running means: `m`, that of the gradients, and `v`, that of their squares. Make one step for each of `n` weights, with the gradient `g[i]`:

- `m[i]` becomes `beta1 * m[i] + (1 - beta1) * g[i]`
- `v[i]` becomes `beta2 * v[i] + (1 - beta2) * g[i] * g[i]`
- `w[i]` becomes `w[i] - rate * (mhat / (sqrt(vhat) + eps) + decay * w[i])`, where `mhat` is the new `m[i]` divided by `c1`, `vhat` is the new `v[i]` divided by `c2`, and the `w[i]` on the right is the old one

Both means begin with 0, so they are too small in the first steps. The division by `c1` and `c2` makes up for that: in step t, `c1` is 1 minus the t-th power of `beta1`, and `c2` is the same with `beta2`. The host computes both once for all weights. The term with `decay` pulls each weight a little towards 0. It is added to the quotient, not to the gradient: that is the W in AdamW.

A framework that runs this line by line launches a dozen kernels, each of which loads and stores whole arrays. Your pass loads four numbers for each weight and stores three.

The launch: blocks of 256 threads, enough for `n` weights.
]],
  params = {
    { name = "w", type = "float", role = "inout", count = "n", fill = { "uniform", -2, 2 } },
    { name = "m", type = "float", role = "inout", count = "n", fill = { "uniform", -1, 1 } },
    { name = "v", type = "float", role = "inout", count = "n", fill = { "uniform", function(c) return c.low or 0.1 end, function(c) return c.high or 1 end } },
    { name = "g", type = "float", role = "in", count = "n", fill = { "uniform", function(c) return c.still and 0 or -1 end, function(c) return c.still and 0 or 1 end } },
    { name = "n", type = "int", value = "n" },
    { name = "rate", type = "float", value = "rate" },
    { name = "beta1", type = "float", value = "beta1" },
    { name = "beta2", type = "float", value = "beta2" },
    { name = "c1", type = "float", value = function(c) return 1 - c.beta1 ^ c.t end },
    { name = "c2", type = "float", value = function(c) return 1 - c.beta2 ^ c.t end },
    { name = "eps", type = "float", value = "eps" },
    { name = "decay", type = "float", value = "decay" },
  },
  cases = {
    { n = 256, rate = 0.5, beta1 = 0.9, beta2 = 0.99, t = 1, eps = 1e-8, decay = 0 }, { n = 512, rate = 0.5, beta1 = 0.5, beta2 = 0.75, t = 2, eps = 0.125, decay = 0.25 },
    { n = 1, rate = 1, beta1 = 0.9, beta2 = 0.999, t = 3, eps = 0.01, decay = 0.5 }, { n = 2, rate = 0.25, beta1 = 0.8, beta2 = 0.9, t = 1, eps = 0.5, decay = 0 },
    { n = 3, rate = 0.5, beta1 = 0.9, beta2 = 0.95, t = 10, eps = 0.1, decay = 0.125 }, { n = 255, rate = 1, beta1 = 0.9, beta2 = 0.99, t = 5, eps = 0.25, decay = 0.5, low = 0.001, high = 0.01 },
    { n = 257, rate = 0.5, beta1 = 0, beta2 = 0.5, t = 1, eps = 1e-8, decay = 0.1 }, { n = { 1000, 4000 }, rate = 0.5, beta1 = 0.9, beta2 = 0.9, t = { 1, 20 }, eps = 0.125, decay = 0.25 },
    { n = 300, rate = 0.5, beta1 = 0.9, beta2 = 0.99, t = 2, eps = 0.125, decay = 0.25, low = 0, high = 0, still = 1 },
    { n = 33001, rate = 0.125, beta1 = 0.75, beta2 = 0.9, t = 4, eps = 0.01, decay = 0.01 },
  },
  perf = {
    case = { n = 1 << 15, rate = 0.5, beta1 = 0.9, beta2 = 0.99, t = 3, eps = 0.125, decay = 0.25 },
    gpu = { n = 1 << 24, rate = 0.5, beta1 = 0.9, beta2 = 0.99, t = 3, eps = 0.125, decay = 0.25 },
    limits = {
      { "traffic", most = 1.45, why = "each weight, mean and gradient is loaded once or twice and stored once, by neighbouring threads" },
      { "time", times = 1.2, why = "each number moves once" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { rel = 1e-5, abs = 1e-5, why = "fused multiply-adds round once instead of twice, and roots and divisions round in their own way" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local m = c.beta1 * c.m[i] + (1 - c.beta1) * c.g[i]
      local v = c.beta2 * c.v[i] + (1 - c.beta2) * c.g[i] * c.g[i]
      c.w[i] = c.w[i] - c.rate * ((m / c.c1) / (math.sqrt(v / c.c2) + c.eps) + c.decay * c.w[i])
      c.m[i], c.v[i] = m, v
    end
  end,
  hints = {
    "Load everything that belongs to weight i into variables, compute, and store three of them. No thread needs anything of another weight.",
    "`mhat` and `vhat` exist only inside the formula: what goes back to memory is `m` and `v` without the correction. And `eps` is added to the root, not under it.",
    [[
```
float step = mean / c1 / (sqrtf(square / c2) + eps);
w[i] = old - rate * (step + decay * old);
```]],
  },
  hints_python = {
    "Load everything that belongs to weight i into variables, compute, and store three of them. No thread needs anything of another weight.",
    "`mhat` and `vhat` exist only inside the formula: what goes back to memory is `m` and `v` without the correction. And `eps` is added to the root, not under it.",
    [[
```python
step = mean / c1 / (math.sqrt(square / c2) + eps)
w[i] = old - rate * (step + decay * old)
```]],
  },
}
