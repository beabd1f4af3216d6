return {
  title = "lane_id: my position in the warp",
  kind = "kernel",
  difficulty = 1, minutes = 10,
  kernel = "lane_id",
  task = [[
Every thread writes down where the hardware has put it: into `lane` its position in its warp, from 0 to 31, and into `warp` the number of its warp *within its block*, from 0.

The blocks have one, two or three dimensions, the grid has one. The hardware numbers the threads of a block in a single row, x fastest, then y, then z, and cuts that row into warps of 32 threads.

Where a thread writes: with T threads in a block, block b has the elements from b * T on, in the order of that row. There are exactly as many elements as threads, so you need no guard.
]],
  params = {
    { name = "lane", type = "int", role = "out", count = function(c) return c.blocks * c.x * c.y * c.z end },
    { name = "warp", type = "int", role = "out", count = function(c) return c.blocks * c.x * c.y * c.z end },
  },
  cases = {
    { blocks = 1, x = 1, y = 1, z = 1 }, { blocks = 2, x = 32, y = 1, z = 1 }, { blocks = 3, x = 50, y = 1, z = 1 },
    { blocks = 2, x = 8, y = 8, z = 1 }, { blocks = 3, x = 5, y = 7, z = 1 }, { blocks = 2, x = 4, y = 4, z = 4 },
    { blocks = 5, x = 3, y = 5, z = 7 }, { blocks = { 2, 6 }, x = { 2, 9 }, y = { 10, 16 }, z = { 2, 3 } },
    { blocks = 4, x = 16, y = 16, z = 4 }, { blocks = 33, x = 32, y = 32, z = 1 },
  },
  perf = {
    case = { blocks = 64, x = 16, y = 16, z = 1 },
    share_work = 4,
  },
  launch = function(c) return { grid = c.blocks, block = { c.x, c.y, c.z } } end,
  tolerance = { why = "integers are compared exactly" },
  oracle = function(c)
    local n = c.x * c.y * c.z
    for b = 0, c.blocks - 1 do
      for t = 0, n - 1 do
        c.lane[b * n + t] = t % 32
        c.warp[b * n + t] = t // 32
      end
    end
  end,
  hints = {
    "First compute the thread's number within its block, from 0 to the number of threads minus 1. It depends on all three parts of `threadIdx`.",
    "x runs fastest, then y, then z: each step in y skips a row of `blockDim.x` threads, each step in z a layer of `blockDim.x * blockDim.y`.",
    [[
```
int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x
        + threadIdx.x;
```
The lane is `t % 32`.]],
  },
}
