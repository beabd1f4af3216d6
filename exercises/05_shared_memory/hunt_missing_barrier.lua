return {
  title = "Bug hunt: a missing barrier",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "hunt_missing_barrier",
  task = [[
A colleague has solved `reverse_block` for pieces of 256 elements: each piece of `x` goes to `out` in the opposite order. The grid has fewer blocks than there are pieces, so each block takes one piece after the other, and uses the same tile again and again. `n` is a multiple of 256.

There are no barriers: "the threads all do the same, so they do it at the same time", says the colleague. The results were right three times. The fourth time they were not.

Check it (`c`, or `warpbook check hunt_missing_barrier`). The report of a *data race* names both sides: which thread wrote, which thread read, and on which lines, with no barrier between them. That tells you more than a wrong result, which may not even show up today.

Fix what the check reports, check again, and see whether that was all.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -100, 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256, blocks = 1 }, { n = 768, blocks = 3 }, { n = 512, blocks = 1 }, { n = 1280, blocks = 2 },
    { n = 4096, blocks = 5 }, { n = 25600, blocks = 8 }, { n = { 25856, 102400, 256 }, blocks = { 1, 7 } },
  },
  perf = {
    case = { n = 8192, blocks = 8 },
    share_work = 4,
    limits = {
      { "shared_requests", needs = 128, why = "the colleague wants her tile mended, not removed",
        advice = "keep the tile in shared memory, and put the barriers where they belong" },
    },
  },
  launch = function(c) return { grid = c.blocks, block = 256 } end,
  tolerance = { why = "moving a number does not change it" },
  excused = {
    up_to_1024 = "n is a multiple of 256",
    short_index = "with 8 blocks at most, 16 bits hold every index",
    even_sizes = "n is a multiple of 256",
    large_sizes = "n is a multiple of 256",
  },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local first = i - i % 256
      c.out[i] = c.x[first + 255 - (i - first)]
    end
  end,
  hints = {
    "What must have happened before a thread may read the tile? All 256 stores. What must have happened before the next iteration may store into it? All 256 reads.",
    "One barrier between the store and the read is not enough: nothing then keeps a fast warp from storing its element of the *next* piece while a slow one still reads this piece.",
    [[
```
tile[t] = ...;
__syncthreads();
out[...] = tile[...];
```
Then, still in the loop, one more line.]],
  },
}
