return {
  title = "Bug hunt: a race",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "hunt_race",
  task = [[
A colleague counts how many of `n` numbers are larger than `limit`, and looks for the largest one. She has heard that atomics on one address are slow, so each block counts in shared memory first, and adds to `*total` once. `*largest` is raised in the same way. `*total` and `*largest` already hold values: add to the one, and raise the other if necessary.

She has tried it with many sizes on one GPU, and it gave the right answer nearly every time. "Sometimes it is one too few," she says, "but that goes away when I add a printf."

That is what races are like: they come and go with everything that changes the timing. There are three in this kernel. You need not run it often to find them: the checker looks at which accesses are *ordered*, not at what the result happened to be.

Check it, read which two lines conflict, fix them, and check again. (Mind where you put a barrier: all threads of the block must reach it, so it must not be inside an `if`.)
]],
  params = {
    { name = "total", type = "int", role = "inout", count = 1, fill = { "integers", 100, 1000 } },
    { name = "largest", type = "int", role = "inout", count = 1, fill = { "constant", "before" } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", "low", "high" } },
    { name = "limit", type = "int", value = "limit" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256, before = -1, low = 0, high = 1000, limit = 400 }, { n = 1000, before = -1, low = 0, high = 1000, limit = 400 },
    { n = 1, before = -90, low = -80, high = -70, limit = -100 }, { n = 2, before = 0, low = 1, high = 9, limit = 0 },
    { n = 3, before = 50, low = 1, high = 9, limit = 4 }, { n = 255, before = 0, low = 1, high = 100, limit = 50 },
    { n = 257, before = -1000, low = -900, high = -100, limit = -500 }, { n = { 2000, 5000 }, before = 0, low = 0, high = 100000, limit = 60000 },
    { n = 33001, before = 0, low = -100000, high = 100000, limit = -50000 },
    { n = 40, before = -1, low = 0, high = 9, limit = 1 },
  },
  perf = {
    case = { n = 16384, before = -1, low = 0, high = 1000, limit = 400 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      if c.x[i] > c.limit then c.total[0] = c.total[0] + 1 end
      if c.x[i] > c.largest[0] then c.largest[0] = c.x[i] end
    end
  end,
  hints = {
    "Two of the races are within a block, on the shared variables: thread 0 must set them before any thread uses them, and they must be complete before thread 0 reads them. What orders the threads of a block?",
    "With the barriers in place a single block is right. The third race is between blocks, where no barrier helps: look at the last few lines.",
    "`__syncthreads()` after the closing brace of the first `if`, and another one before the last `if`; then `atomicAdd(total, count);` and `atomicMax(largest, top);`",
  },
}
