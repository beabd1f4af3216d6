return {
  title = "online_softmax: maximum and sum in one pass",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "online_softmax",
  task = [[
A softmax needs the largest number of a row, and then the sum of all `exp(x - largest)`. That takes two passes, or only one if you correct the sum whenever a larger number comes.

For each of `h` rows with `w` floats, store two numbers:

- `most[r]`, the largest number of the row
- `sum[r]`, the sum of `exp(x[r][c] - most[r])` over all columns

With these two numbers, the next pass over the row can compute its softmax at once. Flash attention keeps just such a pair for each query.

Each thread keeps a pair of its own. For a new number `v`, `larger` is the larger of its maximum and `v`, and its sum becomes `sum * exp(most - larger) + exp(v - larger)`. At the end the threads merge their pairs: `(m1, l1)` and `(m2, l2)` become the maximum `m`, the larger of `m1` and `m2`, and the sum `l1 * exp(m1 - m) + l2 * exp(m2 - m)`.

A thread that got no number has the pair `(-INFINITY, 0)`. Do not merge two such pairs by the formula: the difference of two infinities is NaN.

There is one warp for each row, and a block of 128 threads has four. There are enough blocks for `h` rows, and `w` may be any number from 1 on. Read each number once.
]],
  params = {
    { name = "most", type = "float", role = "out", count = "h" },
    { name = "sum", type = "float", role = "out", count = "h" },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "uniform", "low", "high" } },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { h = 4, w = 128, low = -4, high = 4 }, { h = 8, w = 64, low = -90, high = 90 }, { h = 1, w = 1, low = -5, high = 5 }, { h = 2, w = 2, low = -3, high = 3 },
    { h = 3, w = 3, low = -3, high = 3 }, { h = 5, w = 31, low = 100, high = 110 }, { h = 6, w = 33, low = -310, high = -300 }, { h = 7, w = 257, low = -2, high = 2 }, { h = 5, w = 70, low = -3e38, high = -2e38 },
    { h = { 20, 70 }, w = { 20, 400 }, low = { -9, 0 }, high = { 1, 9 } }, { h = 1, w = 33001, low = -3, high = 3 }, { h = 1001, w = 2, low = -3, high = 3 },
  },
  perf = {
    case = { h = 40, w = 1024, low = -4, high = 4 }, gpu = { h = 1 << 12, w = 4096, low = -4, high = 4 },
    share_work = 4,
    limits = {
      { "traffic", most = 1.3, why = "each number is loaded once, by neighbouring lanes" },
      { "time", times = 1.5, why = "each number is loaded once, by neighbouring lanes" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.h, 4), block = 128 } end,
  tolerance = { rel = 1e-4, why = "exponentials of large differences and thousands of additions round; the corrections of the sum, too" },
  excused = {
    short_index = "33000 warps for 33000 rows take too long here",
    ["guard_looser:12"] = "a merged pair without numbers becomes NaN, which is not >= 0 either, so the next round leaves it out",
  },
  strict = { "race-within-warp" },
  oracle = function(v)
    for r = 0, v.h - 1 do
      local most, sum = -math.huge, 0
      for c = 0, v.w - 1 do most = math.max(most, v.x[r * v.w + c]) end
      for c = 0, v.w - 1 do sum = sum + math.exp(v.x[r * v.w + c] - most) end
      v.most[r], v.sum[r] = most, sum
    end
  end,
  hints = {
    "Each lane takes every 32nd number of its row, and updates its pair. Then come five rounds of shuffles. In each, a lane gets the pair of another lane: one shuffle for the maximum, one for the sum.",
    "Begin with `float m = -INFINITY, l = 0`. The first number makes `larger` finite, and `exp(-INFINITY - larger)` is 0: no special case in the loop. When merging, skip a pair whose sum is 0: its lane got no numbers.",
    [[In a round:
```
float m2 = __shfl_xor_sync(0xffffffff, m, s),
        l2 = __shfl_xor_sync(0xffffffff, l, s);
float larger = fmaxf(m, m2);
l = (l > 0 ? l * expf(m - larger) : 0)
        + (l2 > 0 ? l2 * expf(m2 - larger) : 0);
m = larger;
```]],
  },
  hints_python = {
    "Each lane takes every 32nd number of its row, and updates its pair. Then come five rounds of shuffles. In each, a lane gets the pair of another lane: one `cuda.shfl_xor_sync` for the maximum, one for the sum.",
    "Begin with `m, l = float32(-math.inf), float32(0)`. The first number makes `larger` finite, and the exponential of minus infinity is 0: no special case in the loop. When merging, skip a pair whose sum is 0: its lane got no numbers.",
    [[In a round:
```python
m2 = cuda.shfl_xor_sync(0xffffffff, m, s)
l2 = cuda.shfl_xor_sync(0xffffffff, l, s)
larger = max(m, m2)
l = ((l * math.exp(m - larger) if l > 0 else 0)
     + (l2 * math.exp(m2 - larger) if l2 > 0 else 0))
m = larger
```]],
  },
}
