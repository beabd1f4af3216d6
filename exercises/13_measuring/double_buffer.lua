return {
  title = "double_buffer: load while you compute",
  kind = "kernel",
  difficulty = 3, minutes = 30,
  kernel = "double_buffer",
  task = [[
Each block has a row of `tiles` tiles of 256 floats, one after the other in `x`. For each tile, thread t multiplies element t by its mirror image, element 255 - t, and adds that up over all tiles: `out[b][t]` is the sum of `tile[t] * tile[255 - t]`.

The stub loads a tile into shared memory, waits, computes, waits, and loads the next. Memory is idle while the block computes, and the block is idle while it loads.

Do both at once, with *two* tiles in shared memory: while the block uses one, the next arrives in the other. Asynchronous copies do that. They go from global to shared memory without passing through a register (`#include <cuda_pipeline.h>`):

- `__pipeline_memcpy_async(&tile[..][t], &x[..], sizeof(float))` begins a copy, and returns at once
- `__pipeline_commit()` makes a group of all copies that this thread has begun since the last commit
- `__pipeline_wait_prior(k)` waits until all groups of *this thread* but the last k are complete

That wait is only for the copies of the calling thread. Only a barrier after it guarantees that the copies of all threads have arrived.

The copy of the next tile must be under way while the threads use this one. A block has 256 threads, and there is a block for each row.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "rows", 256 } },
    { name = "x", type = "float", role = "in", count = function(c) return c.rows * c.tiles * 256 end, fill = { "eighths", -4, 4 } },
    { name = "tiles", type = "int", value = "tiles" },
  },
  cases = {
    { rows = 2, tiles = 4 }, { rows = 1, tiles = 1 }, { rows = 3, tiles = 2 }, { rows = 2, tiles = 3 }, { rows = 5, tiles = 1 }, { rows = 1, tiles = 17 },
    { rows = { 3, 9 }, tiles = { 8, 13 } }, { rows = 33, tiles = 7 },
  },
  perf = {
    case = { rows = 16, tiles = 16 }, gpu = { rows = 2048, tiles = 64 },
    limits = {
      { "async_ahead", needs = 200, why = "the copy of the next tile runs while the threads use this one",
        advice = "begin the copy of the next tile after the barrier and before you use this tile, and wait for it in the next round" },
      { "traffic", most = 1.3, why = "each element is copied once, into the tile that the threads use" },
      { "sector_use", least = 80, why = "neighbouring threads copy neighbouring elements" },
      { "active_lanes", least = 13, why = "all threads share the work" },
      { "warp_instructions", times = 4, why = "all threads share the work" },
    },
  },
  launch = function(c) return { grid = c.rows, block = 256 } end,
  tolerance = { why = "sums of multiples of 1/64 are exact, in any order" },
  excused = { up_to_1024 = "a row has 256 elements for each tile" },
  oracle = function(c)
    for b = 0, c.rows - 1 do
      for t = 0, 255 do
        local sum = 0
        for k = 0, c.tiles - 1 do
          local at = (b * c.tiles + k) * 256
          sum = sum + c.x[at + t] * c.x[at + 255 - t]
        end
        c.out[b * 256 + t] = sum
      end
    end
  end,
  hints = {
    "Before the loop begin the copy of tile 0. Round k waits for tile k, begins the copy of tile k + 1 into the other buffer, and then uses tile k. Tile k is in buffer k % 2.",
    "One barrier in a round is enough, if it comes right after the wait. After it two things are certain: tile k has arrived completely, and no thread uses tile k - 1 any more. So the copy of tile k + 1 may begin right there.",
    [[
```
__pipeline_wait_prior(0);
__syncthreads();
if (k + 1 < tiles) {
    __pipeline_memcpy_async(&tile[(k + 1) % 2][t], ...);
    __pipeline_commit();
}
sum += tile[k % 2][t] * tile[k % 2][255 - t];
```]],
  },
}
