-- Rows of c.d numbers with mean 0 and variance 1, then a weight and a bias for each column.
local function normalise(c, x, norm)
  local out, d = {}, c.d
  for r = 0, c.t - 1 do
    local mean, var = 0, 0
    for k = 0, d - 1 do mean = mean + x[r * d + k] / d end
    for k = 0, d - 1 do var = var + (x[r * d + k] - mean) ^ 2 / d end
    for k = 0, d - 1 do out[r * d + k] = (x[r * d + k] - mean) / math.sqrt(var + 1e-5) * norm[k] + norm[d + k] end
  end
  return out
end

local function dense(rows, x, w, bias, k, n)
  local out = {}
  for r = 0, rows - 1 do
    for j = 0, n - 1 do
      local sum = bias[j]
      for i = 0, k - 1 do sum = sum + x[r * k + i] * w[i * n + j] end
      out[r * n + j] = sum
    end
  end
  return out
end

local function attention(c, qkv)
  local out, d, size = {}, c.d, c.d // c.heads
  for q = 0, c.t - 1 do
    for h = 0, c.heads - 1 do
      local score, most, sum, first = {}, -math.huge, 0, h * size
      for k = 0, q do
        local s = 0
        for i = first, first + size - 1 do s = s + qkv[q * 3 * d + i] * qkv[k * 3 * d + d + i] end
        score[k] = s / math.sqrt(size)
        most = math.max(most, score[k])
      end
      for k = 0, q do
        score[k] = math.exp(score[k] - most)
        sum = sum + score[k]
      end
      for i = first, first + size - 1 do
        local all = 0
        for k = 0, q do all = all + score[k] / sum * qkv[k * 3 * d + 2 * d + i] end
        out[q * d + i] = all
      end
    end
  end
  return out
end

local function tanh(v) return 1 - 2 / (math.exp(2 * v) + 1) end

local function spread(factor)
  return { "uniform", function(c) return -factor / math.sqrt(c.d) end, function(c) return factor / math.sqrt(c.d) end }
end

local function times_d(n) return function(c) return n * c.d end end

return {
  title = "block_gpt2: a block of a language model",
  kind = "host",
  difficulty = 3, minutes = 90,
  entry = "block_gpt2",
  task = [[
GPT-2 is a dozen or more blocks of the same kind, one after the other. Write the forward pass of one of them. All its pieces are in this lesson: `layer_norm`, `dense_relu`, `softmax_rows`, attention.

`x` has a row of `d` floats for each of `t` tokens. A block computes

`a = x + attention(norm1(x))`

`y = a + down(GELU(up(norm2(a))))`

The steps, for each token:

- *Layer norm*: `(x - mean) / sqrt(var + 0.00001) * weight + bias`, with mean and variance of the row (divided by `d`). `norm1` has `d` weights and then `d` biases, and so has `norm2`.
- *Queries, keys, values*: a dense layer with `3 * d` columns. Columns 0 to `d - 1` are the query, the next `d` the key, the last `d` the value.
- *Attention*: head `h` has `size = d / heads` columns of each, from column `h * size` on. The score of token q with token k is the dot product of the query of q and the key of k, divided by `sqrt(size)`. k goes from 0 to q, since no token sees a later one. Softmax turns the scores of each q into shares, and the result is the sum of the values, weighted by these shares. The results of the heads stand beside each other, `d` numbers for each token.
- *Projection*: a dense layer with `d` columns. Then add `x`: this is `a`.
- Layer norm of `a` with `norm2`.
- *Up*: a dense layer with `4 * d` columns, followed by GELU. GPT-2 was trained with its tanh form, `0.5 * v * (1 + tanh(sqrt(2 / pi) * (v + 0.044715 * v * v * v)))`.
- *Down*: a dense layer with `d` columns. Then add `a`: this is `y`.

A dense layer is `out = in w + bias`, where `w` has a row for each number of `in`, and a column for each number of `out`.

The scores can be large: subtract the largest before `exp`. Everything between x and y stays on the device. How many kernels you write, and what each thread computes, is up to you.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "t", "d" } },
    { name = "x", type = "float", role = "in", shape = { "t", "d" }, fill = { "eighths", "low", "high" } },
    { name = "norm1", type = "float", role = "in", shape = { 2, "d" }, fill = { "eighths", -1.5, 1.5 } },
    { name = "qkv", type = "float", role = "in", shape = { "d", times_d(3) }, fill = spread(2) },
    { name = "qkv_bias", type = "float", role = "in", count = times_d(3),
      fill = function(c, draw) -- with a shift, all scores are large
        local t = {}
        for i = 0, 3 * c.d - 1 do t[i] = draw(-8, 8) / 8 + (i < 2 * c.d and c.shift or 0) end
        return t
      end },
    { name = "proj", type = "float", role = "in", shape = { "d", "d" }, fill = spread(2) },
    { name = "proj_bias", type = "float", role = "in", count = "d", fill = { "eighths", -1, 1 } },
    { name = "norm2", type = "float", role = "in", shape = { 2, "d" }, fill = { "eighths", -1.5, 1.5 } },
    { name = "up", type = "float", role = "in", shape = { "d", times_d(4) }, fill = spread(2) },
    { name = "up_bias", type = "float", role = "in", count = times_d(4), fill = { "eighths", -1, 1 } },
    { name = "down", type = "float", role = "in", shape = { times_d(4), "d" }, fill = { "uniform", -0.5, 0.5 } },
    { name = "down_bias", type = "float", role = "in", count = "d", fill = { "eighths", -1, 1 } },
    { name = "t", type = "int", value = "t" },
    { name = "d", type = "int", value = function(c) return c.d end },
    { name = "heads", type = "int", value = "heads" },
  },
  cases = {
    { t = 16, d = 32, heads = 4, low = -2, high = 2, shift = 0 }, { t = 2, d = 2, heads = 1, low = -2, high = 2, shift = 0 }, { t = 1, d = 1, heads = 1, low = -2, high = 2, shift = 0 },
    { t = 3, d = 6, heads = 3, low = -3, high = 5, shift = 0 }, { t = 31, d = 33, heads = 3, low = -1, high = 2, shift = 0 }, { t = 33, d = 34, heads = 1, low = -2, high = 2, shift = 0 },
    { t = 5, d = 10, heads = 2, low = 3, high = 3, shift = 0 }, { t = 9, d = 16, heads = 4, low = -2, high = 2, shift = 8 }, { t = 70, d = 12, heads = 12, low = -2, high = 2, shift = 0 },
    { t = 300, d = 4, heads = 2, low = -2, high = 2, shift = 0 }, { t = 2, d = 264, heads = 4, low = -2, high = 2, shift = 0 }, { t = 7, d = 12, heads = 2, low = 0, high = 0.125, shift = 0 },
    { t = { 10, 40 }, d = { 12, 36, 12 }, heads = { 2, 4, 2 }, low = { -4, -1 }, high = { 1, 3 }, shift = 0 },
    { t = 48, d = 64, heads = 4, low = -2, high = 2, shift = 0 },
  },
  rules = {
    { "bytes", "copies_in", most = function(c) return 4 * (c.t * c.d + 12 * c.d * c.d + 13 * c.d) + 64 end, why = "the tokens and all weights go to the device once" },
    { "bytes", "copies_out", most = function(c) return 4 * c.t * c.d + 64 end, why = "only y comes back" },
    { "kernels", most = 20, why = "a launch takes all tokens and all heads" },
    { "time", most = function(c) return c.t == 48 and 1.7 or 8 end,
      why = "with 48 tokens of 64 numbers, at most 1.7 times the reference's time: many threads in each launch" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "all memory is freed" },
  },
  tolerance = { abs = 2e-4, why = "floats round in each of the seven steps, most where scores are large; GELU by erf is off by 0.001 and more" },
  excused = { short_start = "no score is below -1e30" },
  oracle = function(c)
    local t, d, a = c.t, c.d, {}
    local mix = attention(c, dense(t, normalise(c, c.x, c.norm1), c.qkv, c.qkv_bias, d, 3 * d))
    local back = dense(t, mix, c.proj, c.proj_bias, d, d)
    for i = 0, t * d - 1 do a[i] = c.x[i] + back[i] end
    local wide = dense(t, normalise(c, a, c.norm2), c.up, c.up_bias, d, 4 * d)
    for i = 0, 4 * t * d - 1 do
      local v = wide[i]
      wide[i] = 0.5 * v * (1 + tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v ^ 3)))
    end
    local last = dense(t, wide, c.down, c.down_bias, 4 * d, d)
    for i = 0, t * d - 1 do c.y[i] = a[i] + last[i] end
  end,
  hints = {
    "Four kernels are enough: layer norm, a dense layer, attention, and the step after a dense layer, which is GELU or adding the residual. (This step can also be the end of the dense kernel.) Begin with a thread for each number of the result, compare with a loop on the host for t = 2 and d = 2, and then make it faster.",
    "Keep `x` until the projection is done, and `a` until the end: both residuals are the rows from *before* the norm. For attention, let a warp have a token and a head: the lanes take every 32nd key, from 0 to the token itself, and shuffles find the largest score and the sum. The shares go to shared memory; then the lanes take the columns of the head.",
    "The key of token k for head h begins at `qkv + k * 3 * d + d + h * size`, its value at `qkv + k * 3 * d + 2 * d + h * size`. The launches come in this order: norm1, dense (3 d), attention, dense (d) + x, norm2, dense (4 d) with GELU, dense (d) + a. Give the dense kernel a pointer to the array that it has to add, or NULL.",
  },
}
