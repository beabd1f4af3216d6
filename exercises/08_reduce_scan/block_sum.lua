return {
  title = "block_sum: a tree of sums",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "block_sum",
  task = [[
Add up the elements of each block. Block 0 has the elements 0 to 255 of `x`, block 1 the next 256, and so on; the last block may have fewer. Set `out[b]` to the sum of block b.

One thread could add the 256 numbers in 255 steps, while the other 255 look on. A *tree* takes 8 steps: in the first, 128 threads add two numbers each; then 64 threads add two of the results each; then 32, 16, 8, 4, 2 threads and 1.

With 8 threads and `3 1 4 1 5 9 2 6`:

`3+5 1+9 4+2 1+6` is `8 10 6 7`, then `14 17`, then `31`

Keep the numbers in a tile in shared memory. A thread without an element contributes a 0.
]],
  params = {
    { name = "out", type = "int", role = "out", count = function(c) return ceil_div(c.n, 256) end },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -10000000, 10000000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 33 }, { n = 255 }, { n = 257 },
    { n = { 1000, 4900 } }, { n = 33001 },
  },
  perf = {
    case = { n = 16384 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  strict = { "race-within-warp" },
  excused = { unsigned_input = "a sum of unsigned numbers has the same bits" },
  oracle = function(c)
    for b = 0, ceil_div(c.n, 256) - 1 do
      local sum = 0
      for i = 256 * b, math.min(256 * b + 255, c.n - 1) do sum = sum + c.x[i] end
      c.out[b] = sum
    end
  end,
  hints = {
    "Fill the tile, with 0 where there is no element; wait; then loop with half = 128, 64, ..., 1. At the end the sum is in `tile[0]`, and one thread writes it.",
    "In a round, threads with t < half add `tile[t + half]` to `tile[t]`. The next round reads what this one has written, so each round has a barrier, and all 256 threads reach it.",
    [[
```
for (int half = 128; half > 0; half /= 2) {
    if (t < half) tile[t] += ...;
    __syncthreads();
}
```]],
  },
  hints_python = {
    "Fill the tile, with 0 where there is no element; wait; then loop with half = 128, 64, ..., 1. At the end the sum is in `tile[0]`, and one thread writes it.",
    "In a round, threads with t < half add `tile[t + half]` to `tile[t]`. The next round reads what this one has written, so each round has a barrier, and all 256 threads reach it.",
    [[
```python
while half > 0:
    if t < half:
        tile[t] += ...
    cuda.syncthreads()
    half //= 2
```]],
  },
}
