return {
  title = "histogram: count bytes, block by block",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "histogram",
  task = [[
`x` holds `n` bytes. For each of the 256 values, add the number of times that it occurs to `bins[value]`. The bins already hold counts; keep them.

One atomic on global memory for each byte would give the right counts. But then all threads of the GPU would queue at 256 addresses.

So let each block have 256 bins of its own in shared memory: set them to 0, count into them, and add them to the global ones at the end. The check counts the global atomics.

The launch has fewer threads than there are bytes: use a grid-stride loop. Blocks have 256 threads, exactly as many as there are bins.
]],
  params = {
    { name = "bins", type = "int", role = "inout", count = 256, fill = { "integers", 1, 1000 } },
    { name = "x", type = "unsigned char", role = "in", count = "n", fill = { "integers", "low", "high" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 3000, low = 0, high = 255 }, { n = 1, low = 255, high = 255 }, { n = 2, low = 0, high = 255 }, { n = 3, low = 128, high = 130 },
    { n = 15, low = 0, high = 255 }, { n = 17, low = 200, high = 255 }, { n = 255, low = 0, high = 255 }, { n = 256, low = 7, high = 7 },
    { n = 257, low = 0, high = 255 }, { n = { 4000, 5000 }, low = 100, high = 103 }, { n = 40001, low = 0, high = 255 },
    -- One number, more often in a single warp than 16 bits can count.
    { n = 600000, low = 77, high = 77, blocks = 1 },
    -- More threads than a 16-bit index can count.
    { n = 5000, low = 0, high = 255, blocks = 300 },
  },
  perf = {
    case = { n = 131072, low = 0, high = 255 }, gpu = { n = 1 << 25, low = 0, high = 255 },
    bytes = function(c) return c.n + 2048 end,
    limits = {
      { "global_atomic_sectors", most = 1200,
        why = "32 blocks add 256 neighbouring bins each, which is 32 sectors for a block",
        advice = "count into `__shared__` bins; after a barrier, thread t adds the block's bin t to the global bin t, all 256 at once" },
      { "time", times = 8, why = "the blocks count in shared memory, without waiting for each other" },
    },
  },
  launch = function(c) return { grid = c.blocks or math.min(ceil_div(c.n, 4096), 792), block = 256 } end,
  tolerance = { why = "whole numbers" },
  excused = {
    ["guard_looser:45"] = "a bin that gets 0 stays as it is",
    float_sum = "a count above 2^24 takes more numbers than a check can have",
  },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local v = c.x[i]
      c.bins[v] = c.bins[v] + 1
    end
  end,
  hints = {
    "Three steps with a barrier after each of the first two: set the shared bins to 0, count, add them to the global bins. In the first and the last step, thread t handles bin t.",
    "Counting with `++` in shared memory would be a race as well; use `atomicAdd(&mine[x[i]], 1)`. The loop is `for (int i = first; i < n; i += step)`: `first` is the thread's number in the grid, `step` the number of threads in the grid.",
    [[At the end:
```
__syncthreads();
atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
```]],
  },
  hints_python = {
    "Three steps with a barrier after each of the first two: set the shared bins to 0, count, add them to the global bins. In the first and the last step, thread t handles bin t.",
    "Counting with `+=` in shared memory would be a race as well; use `cuda.atomic.add(mine, x[i], 1)`: array, index, value. The loop is `for i in range(first, n, step)`: `cuda.grid(1)` is the thread's number in the grid, `cuda.gridsize(1)` the number of threads in the grid.",
    "At the end: `cuda.syncthreads()`, then `cuda.atomic.add(bins, t, mine[t])`",
  },
}
