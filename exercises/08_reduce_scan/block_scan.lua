return {
  title = "block_scan: running sums",
  kind = "kernel",
  difficulty = 3, minutes = 25,
  kernel = "block_scan",
  task = [[
A *scan* is the list of running sums that `numpy.cumsum` returns: `3 1 4 1 5` becomes `3 4 8 9 14`.

Compute it within each block: `out[i]` is the sum of all elements of i's block up to and including `x[i]`. Block 0 has the elements 0 to 255, block 1 the next 256, and so on; the last block may have fewer.

It looks as if each sum had to wait for the one before. But 8 rounds are enough for 256 elements: in round d = 1, 2, 4, ..., 128 each element adds the value d positions to its left, if there is one.

`3 1 4 1 5`, then (d = 1) `3 4 5 5 6`, then (d = 2) `3 4 8 9 11`, then (d = 4) `3 4 8 9 14`

Note that each round reads all elements *as they were before the round*. So a thread may write its new sum only when no other thread needs the old one any more.
]],
  params = {
    { name = "out", type = "int", role = "out", count = "n" },
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
  excused = { unsigned_input = "a sum of unsigned numbers has the same bits", ["guard_looser:20"] = "no thread is 256 elements from the left" },
  oracle = function(c)
    local sum = 0
    for i = 0, c.n - 1 do
      if i % 256 == 0 then sum = 0 end
      sum = sum + c.x[i]
      c.out[i] = sum
    end
  end,
  hints = {
    "A round has two halves: all threads read, then all threads write. Keep what you have read in a register, put a barrier between the halves, and another one after the writing.",
    "Thread t takes `tile[t - d]` if t >= d, else 0. Both barriers go inside the loop, but not inside an `if`.",
    [[
```
int left = t >= d ? tile[t - d] : 0;
__syncthreads();
tile[t] += ...;
__syncthreads();
```]],
  },
}
