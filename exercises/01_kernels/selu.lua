return {
  title = "selu: a branch in the formula",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "selu",
  task = [[
This is an activation function used in neural networks, the scaled exponential linear unit. What it is good for does not matter here; what matters is that it has two cases:

- for x > 0 the result is `lambda * x`
- otherwise it is `lambda * (alpha * exp(x) - alpha)`

`alpha` and `lambda` are parameters. A kernel may branch like any other function (in C++ with `if` and `else`, or with the `?:` operator). It costs a little time when threads take different branches; lesson *Warps* shows how much.

The launch: blocks of 256 threads, rounded up to whole blocks. In C++ use `expf`, the exponential for floats.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -4, 4 } },
    { name = "alpha", type = "float", value = "alpha" },
    { name = "lambda", type = "float", value = "lambda" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1, alpha = 1.67, lambda = 1.05 }, { n = 2, alpha = 1.67, lambda = 1.05 },
    { n = 3, alpha = 1, lambda = 2 }, { n = 255, alpha = 1.67, lambda = 1.05 },
    { n = 256, alpha = 0.5, lambda = 1.5 }, { n = 257, alpha = 2, lambda = 0.75 },
    { n = { 1000, 5000 }, alpha = 1.67, lambda = 1.05 }, { n = 70001, alpha = 1.25, lambda = 3 },
  },
  perf = {
    case = { n = 16384, alpha = 1.67, lambda = 1.05 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = {
    abs = 1e-5,
    why = "the GPU's exponential differs from the CPU's in the last bits, and near 0 the subtraction shows them",
  },
  excused = { ["guard_looser:11"] = "both formulas give 0 for 0" },
  excused_python = { ["guard_looser:13"] = "both formulas give 0 for 0" },
  oracle = function(c)
    local alpha, lambda = f32(c.alpha), f32(c.lambda)
    for i = 0, c.n - 1 do
      local x = c.x[i]
      c.out[i] = f32(lambda * (math.max(x, 0) + alpha * (math.exp(math.min(x, 0)) - 1)))
    end
  end,
  hints = {
    "Read `x[i]` into a variable first, then decide which of the two formulas applies.",
    "`lambda` multiplies both cases, so you can factor it out: compute the inner value by cases, then multiply once.",
    [[
```
float inner = v > 0 ? v : alpha * expf(v) - alpha;
out[i] = ... * inner;
```]],
  },
  hints_python = {
    "Read `x[i]` into a variable first, then decide which of the two formulas applies.",
    "`lam` multiplies both cases, so you can factor it out: compute the inner value by cases, then multiply once.",
    "`inner = v if v > 0 else alpha * math.exp(v) - alpha` and then `out[i] = ... * inner`",
  },
}
