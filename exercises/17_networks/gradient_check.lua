-- Number i of a list that belongs to the case, from -1 to 1: g has to be computed from w, x and goal, so they are not drawn but mixed.
local function mixed(c, list, i)
  local v = (c.seed * 1000003 + list * 7919 + i) & 0xffffffff
  for _ = 1, 3 do v = ((v ~ (v >> 15)) * 0x2c1b3c6d + 12345) & 0xffffffff end
  return v / 0x80000000 - 1
end

local function list_of(list, factor)
  return function(c)
    local all, count = {}, ({ c.p, c.m * c.k, c.m })[list]
    for i = 0, count - 1 do all[i] = factor * mixed(c, list, i) end
    return all
  end
end

-- The gradient by the chain rule: what differences can only approach.
local function gradient(c)
  local k, hidden, exp = c.k, c.hidden, math.exp
  local b = k * hidden
  local v = b + hidden
  local g = {}
  for i = 0, c.p - 1 do g[i] = 0 end
  for r = 0, c.m - 1 do
    local h, out = {}, mixed(c, 1, c.p - 1)
    for j = 0, hidden - 1 do
      local sum = mixed(c, 1, b + j)
      for i = 0, k - 1 do sum = sum + 2 * mixed(c, 2, r * k + i) * mixed(c, 1, i * hidden + j) end
      h[j] = 1 - 2 / (exp(2 * sum) + 1)
      out = out + h[j] * mixed(c, 1, v + j)
    end
    local slope = 2 * (out - mixed(c, 3, r)) / c.m
    g[c.p - 1] = g[c.p - 1] + slope
    for j = 0, hidden - 1 do
      local back = slope * mixed(c, 1, v + j) * (1 - h[j] * h[j])
      g[v + j] = g[v + j] + slope * h[j]
      g[b + j] = g[b + j] + back
      for i = 0, k - 1 do g[i * hidden + j] = g[i * hidden + j] + back * 2 * mixed(c, 2, r * k + i) end
    end
  end
  return g
end

return {
  title = "gradient_check: which gradient is wrong?",
  kind = "host",
  difficulty = 2, minutes = 30,
  entry = "gradient_check",
  returns = "int",
  task = [[
You are given the gradients that a backward pass computed. Some of them may be wrong. Find the worst one with finite differences, which need only the loss.

`w` holds the `p` weights of a small network, and `g` the gradient that the backward pass computed for each. The stub has `loss_of`, a device function that computes the loss, in double. It can compute the loss as if weight number `changed` were larger by `by`.

For each weight `i` compute

`numeric[i] = (loss with weight i + STEP - loss with weight i - STEP) / (2 * STEP)`

(`STEP` is 0.00001.) The *error* of a weight is `|numeric - g|`, divided by the largest of `|numeric|`, `|g|` and 0.001. Return the number of the weight with the largest error, or -1 if no error is above 0.0001.

That takes `2 * p` losses, and none depends on another. So compute all of them in *one* launch. There is no need to change the weights in memory. Copy each array to the device once. The host may search for the largest error. You need not check CUDA's calls.
]],
  params = {
    { name = "numeric", type = "double", role = "out", count = "p" },
    { name = "w", type = "double", role = "in", count = "p", fill = list_of(1, 1) },
    { name = "g", type = "double", role = "in", count = "p",
      fill = function(c)
        local g = gradient(c)
        for i = 0, c.bad >= 0 and c.p - 1 or -1 do
          -- Too large for odd numbers and too small for even ones, so that neither sign of the error is enough for all cases.
          if i == c.bad then g[i] = g[i] + (i % 2 == 1 and 1 or -1) * (math.abs(g[i]) + 0.01)
          elseif i % 3 == 0 then g[i] = 1.01 * g[i] end
        end
        -- Where the wrong gradients are large, but the worst is small, a difference that nothing divides misses it.
        if c.bad == -2 then
          local least = 0
          for i = 1, c.p - 1 do if math.abs(g[i]) < math.abs(g[least]) then least = i end end
          for i = 0, c.p - 1 do g[i] = i == least and 3 * g[i] + (g[i] < 0 and -0.002 or 0.002) or 1.3 * g[i] end
        end
        for i = 0, c.bad == -4 and c.p - 1 or -1 do g[i] = 1.00005 * g[i] end
        local large = {} -- the two largest
        for i = 0, c.p - 1 do
          if c.bad == -5 and math.abs(g[i]) < 0.0005 then g[i] = g[i] + 7e-8 end
          local a = math.abs(g[i])
          if not large[1] or a > math.abs(g[large[1]]) then large[1], large[2] = i, large[1]
          elseif not large[2] or a > math.abs(g[large[2]]) then large[2] = i end
        end
        -- The right error is 0.5 and 0.6; divided by the smaller of both numbers, 1 and 0.6, or 0.5 and 1.5.
        if c.bad == -3 then g[large[1]] = 1.0003 * g[large[1]] end
        if c.bad == -6 then g[large[1]], g[large[2]] = g[large[1]] / 2, g[large[2]] / 0.4 end
        if c.bad == -7 then g[large[1]], g[large[2]] = g[large[1]] * 2, g[large[2]] * 0.4 end
        return g
      end },
    { name = "x", type = "double", role = "in", shape = { "m", "k" }, fill = list_of(2, 2) },
    { name = "goal", type = "double", role = "in", count = "m", fill = list_of(3, 1) },
    { name = "p", type = "int", value = function(c) return c.p end },
    { name = "m", type = "int", value = "m" },
    { name = "k", type = "int", value = "k" },
    { name = "hidden", type = "int", value = "hidden" },
  },
  -- p is k * hidden + 2 * hidden + 1: both layers with their biases.
  cases = {
    { k = 3, hidden = 4, p = 21, m = 5, bad = 7, seed = { 1, 100000 } }, { k = 3, hidden = 4, p = 21, m = 5, bad = -1, seed = { 1, 100000 } },
    { k = 1, hidden = 1, p = 4, m = 1, bad = 3, seed = { 1, 100000 } }, { k = 1, hidden = 2, p = 7, m = 2, bad = 1, seed = { 1, 100000 } },
    { k = 2, hidden = 31, p = 125, m = 3, bad = 124, seed = { 1, 100000 } }, { k = 2, hidden = 32, p = 129, m = 4, bad = 128, seed = { 1, 100000 } },
    { k = 5, hidden = 40, p = 281, m = 3, bad = { 100, 280 }, seed = { 1, 100000 } }, { k = 3, hidden = 20, p = 101, m = 4, bad = -2, seed = { 1, 100000 } }, { k = 2, hidden = 300, p = 1201, m = 2, bad = 1100, seed = { 1, 100000 } },
    -- Errors just above the bound, just below it, and of gradients that are nearly 0; and two large errors, of which one divisor alone takes the smaller.
    { k = 3, hidden = 6, p = 31, m = 4, bad = -3, seed = { 1, 100000 } }, { k = 3, hidden = 6, p = 31, m = 4, bad = -4, seed = { 1, 100000 } },
    { k = 2, hidden = 60, p = 241, m = 1, bad = -5, seed = { 1, 100000 } }, { k = 3, hidden = 6, p = 31, m = 4, bad = -6, seed = { 1, 100000 } },
    { k = 3, hidden = 6, p = 31, m = 4, bad = -7, seed = { 1, 100000 } },
    { k = 4, hidden = 11, p = 67, m = { 3, 9 }, bad = -1, seed = { 1, 100000 } },
  },
  rules = {
    { "needs_kernels", why = "let the kernels compute the result: a host that computes it again does not need them" },
    { "kernels", most = 3, why = "no loss depends on another, so one launch computes all of them" },
    { "bytes", "copies_in", most = function(c) return 8 * (2 * c.p + c.m * c.k + c.m) end, why = "weights and data go to the device once: `loss_of` changes no memory" },
    { "threads", least = function(c) return math.min(c.p, 32) end, why = "a thread for each weight, or several" },
    { "working_blocks", least = 1.1, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free what you allocate" },
  },
  excused = {
    large_sizes = "the smallest network has four weights",
    float_for_double = "neither the bound of an error nor the error itself needs 53 bits",
  },
  tolerance = { abs = 1e-7, why = "what remains of a difference to both sides is of the size of STEP squared; a difference to one side misses by 1e-5" },
  oracle = function(c)
    local g, worst = gradient(c), 1e-4
    c.result = -1
    for i = 0, c.p - 1 do
      c.numeric[i] = g[i]
      local err = math.abs(g[i] - c.g[i]) / math.max(math.abs(g[i]), math.abs(c.g[i]), 1e-3)
      if err > worst then worst, c.result = err, i end
    end
  end,
  hints = {
    "The kernel has a thread for each weight: it calls `loss_of` twice, and stores the quotient in `numeric[i]`. The host allocates four arrays, copies three, launches, copies `numeric` back and frees.",
    "In the kernel: `loss_of(w, i, STEP, ...)` and `loss_of(w, i, -STEP, ...)`, in double throughout. The last block has threads without a weight, so guard. After `cudaMemcpy`, `numeric` is on the host, and a loop compares it with `g`.",
    [[
```
double size = fmax(fmax(fabs(numeric[i]), fabs(g[i])), 1e-3);
double error = fabs(numeric[i] - g[i]) / size;
```
Begin with `worst = 1e-4` and `which = -1`, and replace both whenever an error is larger.]],
  },
}
