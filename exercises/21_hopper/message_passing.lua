return {
  title = "message_passing: data that no single word holds",
  kind = "kernel",
  difficulty = 3, minutes = 35,
  kernel = "message_passing",
  task = [[
The `n` numbers in `x` form tiles of 256. For each tile, compute four numbers about *everything up to its end*: `state[4 * tile]` and the three elements after it get the smallest number, the largest, the sum, and how many are positive.

There is a block of 256 threads for each tile. It finds the four numbers of its own tile, waits until the state of the tile before is complete, combines the two, and publishes the result. In `scan_any_n` a message and its mark shared one 64-bit word. Four ints do not fit into one, so they need a flag, and an order:

- a block draws its tile's number from `*turn`, which is 0 at the beginning and the number of tiles at the end. So all tiles that it waits for have begun
- `ready[tile]` is 0 at the beginning. Set it to 1 when the state is written
- `cuda::atomic_ref` (`#include <cuda/atomic>`) makes an int atomic for as long as you need it. The store to the flag must *release* the data that were written before, and the load must *acquire* them, both with the right scope

The stub finds the four numbers of the tile. Read `x` once. A block that looked at everything before it by itself would need no message, but would be slow.
]],
  params = {
    { name = "state", type = "int", role = "out", count = function(c) return 4 * ceil_div(c.n, 256) end },
    { name = "ready", type = "int", role = "inout", count = function(c) return ceil_div(c.n, 256) end, fill = { "constant", 0 } },
    { name = "turn", type = "int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", "low", "high" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 600, low = -900, high = 900 }, { n = 1, low = -5, high = 5 }, { n = 2, low = 3, high = 9 }, { n = 255, low = -90, high = -3 }, { n = 256, low = -9, high = 9 }, { n = 257, low = 5, high = 90 },
    { n = 3000, low = -100000, high = 100000, resident = 3 }, { n = { 1000, 5000 }, low = -50000, high = 50000 }, { n = 5000, low = -60000, high = -1, resident = 2 }, { n = 40001, low = -9000, high = 50000, resident = 40 },
  },
  perf = {
    case = { n = 32768, low = -900, high = 900 },
    bytes = function(c) return 4 * c.n end,
    limits = {
      { "traffic", most = 1.7, why = "each block reads its own tile, and hears of the others from the block before" },
      { "fences", needs = 220, why = "each of the 128 blocks releases its state, and acquires the one before it",
        advice = "store the flag with `cuda::memory_order_release`, and load it with `cuda::memory_order_acquire`" },
      { "active_lanes", least = 13, why = "all threads share the work" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256, resident = c.resident } end,
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    local low, high, sum, many = 2147483647, -2147483648, 0, 0
    local tiles = ceil_div(c.n, 256)
    for tile = 0, tiles - 1 do
      for i = tile * 256, math.min(c.n, tile * 256 + 256) - 1 do
        low, high, sum = math.min(low, c.x[i]), math.max(high, c.x[i]), sum + c.x[i]
        if c.x[i] > 0 then many = many + 1 end
      end
      c.state[4 * tile], c.state[4 * tile + 1], c.state[4 * tile + 2], c.state[4 * tile + 3] = low, high, i32(sum), many
      c.ready[tile] = 1
    end
    c.turn[0] = tiles
  end,
  hints = {
    "Thread 0 does the communication: it waits for the flag of the tile before, reads the four numbers of its state, combines them, writes its own state, and sets its own flag. Tile 0 waits for no one. At the beginning, thread 0 draws the tile's number and passes it to all threads through shared memory.",
    "Other blocks run on other multiprocessors, so the scope is the device: `cuda::thread_scope_device`. The number of a tile carries no message, so a relaxed `fetch_add` is enough there.",
    [[
```
using flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

while (!flag(ready[tile - 1]).load(cuda::memory_order_acquire))
    ;
// read the state before, combine, write the state of this tile
flag(ready[tile]).store(1, cuda::memory_order_release);
```
And at the beginning:
```
if (t == 0)
    tile = flag(*turn).fetch_add(1, cuda::memory_order_relaxed);
```]],
  },
}
