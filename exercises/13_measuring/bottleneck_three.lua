return {
  title = "Bottleneck hunt 3: how loud it is",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "bottleneck_three",
  task = [[
A recording `x` has `n` samples. It is cut into pieces of 1024, one for each block. The last piece may be shorter. `rms[b]` is the root mean square of piece b: the square root of the mean of all squares. And `*loud`, which is 0 before, becomes the number of pieces whose mean square is above `level * level`.

A block has 512 threads. Each adds up the squares of its two samples and puts the sum into shared memory. After the barrier the sums of the block are added.

The kernel is right, but slow. Suspects are the loads, the atomic operation, the root, the barrier and the last sum. Measure: `warpbook profile bottleneck_three --sort share` shows the most expensive line first. Its column `lanes` says how many of the lanes take part.

Then change *one* part, the one that takes the time. You may add in any order here: the samples are multiples of 1/8, so all sums are exact.
]],
  params = {
    { name = "rms", type = "float", role = "out", count = function(c) return ceil_div(c.n, 1024) end },
    { name = "loud", type = "int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", function(c) return c.same or -10 end, function(c) return c.same or 10 end } },
    { name = "level", type = "float", value = "level" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1024, level = 5 }, { n = 2048, level = 6 }, { n = 1, level = 0 }, { n = 2, level = 6 }, { n = 3, level = 2 }, { n = 255, level = 5.75 }, { n = 257, level = 5.75 },
    { n = 1023, level = 6 }, { n = 2500, level = 5, same = -5 }, { n = 1025, level = 5 }, { n = { 3000, 9000 }, level = 5.75 }, { n = 50003, level = 5.75 },
  },
  perf = {
    case = { n = 1 << 20, level = 5.75 }, gpu = { n = 1 << 24, level = 5.75 },
    limits = {
      { "active_lanes", least = 22, why = "while one thread adds 512 numbers, the other 31 lanes of its warp do nothing, and the other 15 warps wait" },
      { "warp_instructions", times = 4, why = "512 threads add in fewer steps than one" },
      { "sector_use", least = 80, why = "the loads from global memory are coalesced already, and should stay so" },
      { "time", times = 1.5, why = "all threads of the block add, not one" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 1024), block = 512 } end,
  tolerance = { ulp = 2, why = "the sums are exact; the root and the division round once each" },
  excused = { absolute = "a square does not show the sign" },
  oracle = function(c)
    for b = 0, ceil_div(c.n, 1024) - 1 do
      local last, sum = math.min(c.n, b * 1024 + 1024), 0
      for i = b * 1024, last - 1 do sum = sum + c.x[i] * c.x[i] end
      c.rms[b] = math.sqrt(f32(sum / (last - b * 1024)))
      if sum > c.level * c.level * (last - b * 1024) then c.loud[0] = c.loud[0] + 1 end
    end
  end,
  hints = {
    "According to the profile, most of the time is in the loop of thread 0, with one lane of 32. The root and the atomic operation happen once for each block, and the loads are coalesced.",
    "One thread need not add all 512 numbers. You know two other ways from lesson *Reductions and scans*: halve the array again and again, with a barrier each time, or let each warp add its 32 numbers with `__shfl_down_sync`.",
    [[
```
for (int s = 256; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
}
```
Then thread 0 has the sum in `part[0]`.]],
  },
}
