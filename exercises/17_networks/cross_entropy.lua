return {
  title = "cross_entropy: the loss and its gradient",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "cross_entropy",
  task = [=[
A network that sorts pictures into `n` classes gives each picture a row of `n` scores, the *logits*. The label says which class is right. Nearly all such networks use the *cross-entropy* as their loss: minus the logarithm of the share that softmax gives to the right class.

For each of `m` rows compute two things:

- `loss[r] = -log(softmax(x[r])[label[r]])`
- `grad[r][c]`, how fast the loss changes with `x[r][c]`. That is simply the share, minus 1 in the column of the label: `softmax(x[r])[c] - (c == label[r] ? 1 : 0)`

Do not take the logarithm of a share: it may be so small that it is 0 as a float, and the loss would be infinite. By the rules of logarithms the loss is `log(sum) + max - x[r][label]`, where `sum` is that of `exp(x[r][i] - max)`. This is called *log-sum-exp*, and nothing in it can overflow.

Some rows have no class: their label is -1. Their loss is 0, and so is all of their gradient.

There is one warp for each row, and a block of 128 threads has four. There are enough blocks for `m` rows.
]=],
  params = {
    { name = "loss", type = "float", role = "out", count = "m" },
    { name = "grad", type = "float", role = "out", shape = { "m", "n" } },
    { name = "x", type = "float", role = "in", shape = { "m", "n" }, fill = { "uniform", "low", "high" } },
    { name = "label", type = "int", role = "in", count = "m", fill = { "integers", function(c) return c.none or -1 end, function(c) return c.n - 1 end } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { m = 4, n = 32, low = -2, high = 2, none = 0 }, { m = 8, n = 100, low = -4, high = 4, none = 0 }, { m = 1, n = 1, low = 1, high = 3, none = 0 },
    { m = 2, n = 2, low = -3, high = 3, none = 0 }, { m = 3, n = 10, low = 0, high = 5, none = -1 }, { m = 40, n = 3, low = -2, high = 2 },
    { m = 6, n = 33, low = 100, high = 120, none = 0 }, { m = 5, n = 31, low = -150, high = -130, none = 0 }, { m = 30, n = 50, low = -120, high = 120 }, { m = 5, n = 40, low = -3e38, high = -2e38, none = 0 },
    { m = { 20, 60 }, n = { 40, 300 }, low = -6, high = { 2, 6 } }, { m = 1, n = 33001, low = -1, high = 1, none = 0 }, { m = 2001, n = 2, low = -1, high = 2 },
  },
  perf = {
    case = { m = 64, n = 512, low = -4, high = 4, none = 0 }, gpu = { m = 1 << 14, n = 1024, low = -4, high = 4, none = 0 },
    limits = {
      { "traffic", most = 3, why = "the lanes of a warp load neighbouring scores, and go through the row three times at most" },
      { "active_lanes", least = 20, why = "all lanes of a warp share a row" },
      { "warp_instructions", times = 3, why = "each lane computes the exponentials of its own columns" },
      { "time", times = 1.8, why = "the lanes of a warp load neighbouring scores" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.m, 4), block = 128 } end,
  tolerance = { rel = 2e-5, abs = 4e-5, why = "`expf` and `logf` are off by a unit in the last place, and scores near 100 round by 0.000004" },
  excused = { short_index = "33000 warps for 33000 rows take too long here" },
  strict = { "race-within-warp" },
  oracle = function(c)
    for r = 0, c.m - 1 do
      local first, label, most, sum = r * c.n, c.label[r], -math.huge, 0
      for k = first, first + c.n - 1 do most = math.max(most, c.x[k]) end
      for k = first, first + c.n - 1 do sum = sum + math.exp(c.x[k] - most) end
      c.loss[r] = label < 0 and 0 or math.log(sum) + (most - c.x[first + label])
      for k = 0, c.n - 1 do
        local share = math.exp(c.x[first + k] - most) / sum
        c.grad[first + k] = label < 0 and 0 or share - (k == label and 1 or 0)
      end
    end
  end,
  hints = {
    "First as in `softmax_rows`: the largest score of the row, then the sum of the exponentials. Here one warp has the whole row, so shuffles are enough. `__shfl_xor_sync` leaves the result in all lanes, and all lanes need it.",
    "All lanes of a warp read the same `label[r]`. If it is -1, store zeros, and the row is done. Test it *before* you use it as an index: `x[r][-1]` is in the row before, or nowhere.",
    [=[
```
if (lane == 0)
    loss[r] = has ? logf(sum) + (most - row[label[r]]) : 0;
```
For the columns of a lane: `grad = has ? expf(row[c] - most) / sum - (c == label[r]) : 0`.]=],
  },
}
