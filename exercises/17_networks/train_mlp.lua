-- The mean loss, in double. `p` holds all weights in one list: w1, b1, w2, b2.
local function loss_of(c, p)
  local k, hidden, n, exp = c.k, c.hidden, c.n, math.exp
  local b1 = k * hidden
  local w2 = b1 + hidden
  local b2 = w2 + hidden * n
  local total, h, z = 0, {}, {}
  for r = 0, c.m - 1 do
    for j = 0, hidden - 1 do
      local sum = p[b1 + j]
      for i = 0, k - 1 do sum = sum + c.x[r * k + i] * p[i * hidden + j] end
      h[j] = 1 - 2 / (exp(2 * sum) + 1)
    end
    local most, sum = -math.huge, 0
    for o = 0, n - 1 do
      local s = p[b2 + o]
      for j = 0, hidden - 1 do s = s + h[j] * p[w2 + j * n + o] end
      z[o] = s
      most = math.max(most, s)
    end
    for o = 0, n - 1 do sum = sum + exp(z[o] - most) end
    total = total + math.log(sum) + most - z[c.label[r]]
  end
  return total / c.m
end

return {
  title = "train_mlp: the whole loop",
  kind = "host",
  difficulty = 3, minutes = 40,
  entry = "train",
  task = [[
Train a small network. It has two layers: `h = tanh(x w1 + b1)`, with `hidden` columns, and `z = h w2 + b2`, the scores of `n` classes. The loss is the mean cross-entropy of all `m` rows.

All kernels are in the stub; only the launches are missing. (Or write a single kernel for all of it: a network of this size fits into one block.) For each of `steps` steps:

- forward: h, then z
- the loss, which goes to `loss[s]` for step s, and the gradient of z
- backward: the gradients of w2, b2 and h; then back through the tanh; then those of w1 and b1
- update: subtract `rate` times its gradient from each weight and bias

The network uses tanh instead of ReLU: its slope is `1 - h * h`, and it has no corner, so finite differences can check every gradient. Your weights are compared with weights that were trained by such differences, in double precision.

The data go to the device once. The weights and all losses come back once, after the last step, so that nothing in the loop waits. You need not check CUDA's calls.
]],
  params = {
    { name = "w1", type = "float", role = "inout", shape = { "k", "hidden" }, fill = { "uniform", -1, 1 } },
    { name = "b1", type = "float", role = "inout", count = "hidden", fill = { "uniform", -0.5, 0.5 } },
    { name = "w2", type = "float", role = "inout", shape = { "hidden", "n" }, fill = { "uniform", -1, 1 } },
    { name = "b2", type = "float", role = "inout", count = "n", fill = { "uniform", -0.5, 0.5 } },
    { name = "loss", type = "float", role = "out", count = "steps" },
    { name = "x", type = "float", role = "in", shape = { "m", "k" }, fill = { "uniform", -2, 2 } },
    { name = "label", type = "int", role = "in", count = "m", fill = { "integers", 0, function(c) return c.n - 1 end } },
    { name = "m", type = "int", value = "m" },
    { name = "k", type = "int", value = "k" },
    { name = "hidden", type = "int", value = "hidden" },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
    { name = "rate", type = "float", value = "rate" },
  },
  cases = {
    { m = 12, k = 3, hidden = 5, n = 3, steps = 2, rate = 0.5 }, { m = 2, k = 1, hidden = 1, n = 2, steps = 1, rate = 0.5 }, { m = 1, k = 2, hidden = 3, n = 2, steps = 3, rate = 0.25 },
    { m = 20, k = 2, hidden = 4, n = 2, steps = 12, rate = 0.5 }, { m = { 5, 30 }, k = { 2, 5 }, hidden = { 3, 7 }, n = { 2, 4 }, steps = { 2, 5 }, rate = 0.5 },
    { m = 150, k = 2, hidden = 3, n = 2, steps = 2, rate = 0.5 }, { m = 1101, k = 2, hidden = 3, n = 2, steps = 1, rate = 0.5 }, { m = 1, k = 257, hidden = 4, n = 2, steps = 1, rate = 0.125 }, { m = 1, k = 1, hidden = 103, n = 10, steps = 1, rate = 0.125 }, { m = 7, k = 5, hidden = 2, n = 3, steps = 2, rate = 0.5 }, { m = 4, k = 2, hidden = 2, n = 1, steps = 2, rate = 0.5 },
  },
  rules = {
    { "bytes", "copies_in", most = function(c) return 4 * (c.k * c.hidden + c.hidden + c.hidden * c.n + c.n + c.m * c.k + c.m) end, why = "weights and data go to the device once, and stay there" },
    { "bytes", "copies_out", most = function(c) return 4 * (c.k * c.hidden + c.hidden + c.hidden * c.n + c.n + c.steps) end, why = "weights and losses come back once, after the last step" },
    { "waits", most = 13, why = "nothing in the loop waits: the losses of all steps stay on the device until the end" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { abs = 5e-4, why = "floats round in each of the steps, and sums by atomics in any order" },
  excused = {
    ["one_block:164"] = "a layer has fewer than 1024 outputs",
    ["one_block:162"] = "a layer has fewer than 1024 outputs",
    ["one_block:159"] = "a layer has fewer than 1024 outputs",
    ["one_block:155"] = "a layer has fewer than 1024 outputs",
    absolute = "a label is not negative, and a square does not show the sign",
    unsigned_input = "a label is not negative",
  },
  oracle = function(c)
    local p, g, h = {}, {}, 1e-4
    local parts = { c.w1, c.k * c.hidden, c.b1, c.hidden, c.w2, c.hidden * c.n, c.b2, c.n }
    local size = 0
    for a = 1, 8, 2 do
      for i = 0, parts[a + 1] - 1 do p[size], size = parts[a][i], size + 1 end
    end
    for s = 0, c.steps - 1 do
      c.loss[s] = loss_of(c, p)
      for i = 0, size - 1 do
        local old = p[i]
        p[i] = old + h
        local more = loss_of(c, p)
        p[i] = old - h
        g[i], p[i] = (more - loss_of(c, p)) / (2 * h), old
      end
      for i = 0, size - 1 do p[i] = p[i] - c.rate * g[i] end
    end
    size = 0
    for a = 1, 8, 2 do
      for i = 0, parts[a + 1] - 1 do parts[a][i], size = p[size], size + 1 end
    end
  end,
  hints = {
    "Write the shapes down first: x is m x k, h and its gradient are m x hidden, z is m x n, and each gradient of weights has the shape of the weights. The first layer has `n` = hidden and `k` = k in the kernels' words, the second `n` = n and `k` = hidden.",
    "`loss_and_gradient` adds to `*loss`: set all losses to 0 before the loop, and give it `d_loss + s`. It overwrites z with the gradient of z. The gradient of h needs the old w2, so all updates come after all gradients.",
    [[The backward pass, without the launch configurations:
```
weight_gradient(d_dw2, d_h, d_z, m, n, hidden);
bias_gradient(d_db2, d_z, m, n);
input_gradient(d_dh, d_z, d_w2, m, n, hidden);
bend_backward(d_dh, d_h, m * hidden);
weight_gradient(d_dw1, d_x, d_dh, m, hidden, k);
bias_gradient(d_db1, d_dh, m, hidden);
```]],
  },
}
