return {
  title = "batched_matvec: one kernel for many small products",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "batched_matvec",
  task = [[
There are `count` pairs of a matrix and a vector: `a` holds `count` matrices of `m` rows with `n` floats, one after the other, and `x` holds `count` vectors of `n` floats. Compute the product of each pair: `y` gets `count` vectors of `m` floats.

Each product is far too small for a GPU. So all of them go into one launch: `blockIdx.y` is the number of the pair. `jax.vmap` does the same to a function for one pair.

Blocks have 32 x 8 threads, which are eight warps. Each warp computes one element of `y`, the sum of `n` products; `threadIdx.y` says which of the block's eight rows it takes. Its lanes take columns 0 to 31, then 32 to 63 and so on, so that they load neighbouring elements. At the end, add the 32 sums of the lanes, and let one lane store the result. `__shfl_down_sync` does that without shared memory.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "count", "m" } },
    { name = "a", type = "float", role = "in", shape = { "count", "m", "n" }, fill = { "eighths", -9, 9 } },
    { name = "x", type = "float", role = "in", shape = { "count", "n" }, fill = { "eighths", -9, 9 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "count", type = "int", value = "count" },
  },
  cases = {
    { m = 8, n = 32, count = 1 }, { m = 8, n = 32, count = 3 }, { m = 1, n = 1, count = 1 }, { m = 2, n = 3, count = 2 },
    { m = 3, n = 31, count = 5 }, { m = 9, n = 33, count = 4 }, { m = 7, n = 64, count = 3 }, { m = { 10, 20 }, n = { 40, 90 }, count = 2 },
    { m = 33, n = 257, count = 20 }, { m = 33001, n = 1, count = 1 }, { m = 1, n = 1, count = 33001 },
    { m = 2, n = 33001, count = 1 },
  },
  launch = function(c) return { grid = { ceil_div(c.m, 8), c.count }, block = { 32, 8 } } end,
  perf = {
    case = { m = 64, n = 256, count = 8 }, gpu = { m = 64, n = 256, count = 1024 },
    limits = {
      { "global_sectors", times = 1.3, why = "the lanes of a warp load 32 neighbours of a row",
        advice = "let the lanes of a warp share a row, and take every 32nd element each" },
      { "active_lanes", least = 12, why = "all 32 lanes of a warp compute a part of the sum; one lane alone would take 32 times as long",
        advice = "let each lane add up every 32nd product, then add the 32 sums by shuffles" },
      { "time", times = 1.8, why = "loading the matrices takes nearly all the time, and each element is loaded once" },
    },
  },
  tolerance = { why = "the numbers are multiples of 1/8, small enough that sums in any order are exact" },
  excused = { ignored_argument = "the grid has a row of blocks for each matrix, so the kernel need not know how many there are" },
  oracle = function(v)
    for p = 0, v.count - 1 do
      for r = 0, v.m - 1 do
        local sum = 0
        for i = 0, v.n - 1 do sum = sum + v.a[(p * v.m + r) * v.n + i] * v.x[p * v.n + i] end
        v.y[p * v.m + r] = sum
      end
    end
  end,
  hints = {
    "First compute the three pointers of this pair. The rest is a kernel for one matrix and one vector.",
    "`a += pair * m * n`, `x += pair * n`, `y += pair * m`. All lanes of a warp have the same row, so a warp without a row may return as a whole. A lane with no element adds nothing, but takes part in the shuffles.",
    [[
```
for (int i = threadIdx.x; i < n; i += 32)
    sum += a[row * n + i] * x[i];
for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
```]],
  },
  hints_python = {
    "The pair is one more index: `a[pair, row, i]` and `x[pair, i]`. The rest is a kernel for one matrix and one vector.",
    "All lanes of a warp have the same row, so a warp without a row may return as a whole. A lane with no element adds nothing, but takes part in the shuffles.",
    [[
```python
for i in range(lane, n, 32):
    total += a[pair, row, i] * x[pair, i]
for d in (16, 8, 4, 2, 1):
    total += cuda.shfl_down_sync(0xffffffff, total, d)
```]],
  },
}
