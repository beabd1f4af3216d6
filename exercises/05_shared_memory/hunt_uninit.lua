return {
  title = "Bug hunt: an uninitialised read",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "hunt_uninit",
  task = [[
Each element of `out` becomes the largest of `x[i]` and its two neighbours. At the ends of the array there is only one neighbour, and with n = 1 there is none.

A colleague's kernel puts the 256 elements of a block into a tile, with one extra element on either side for the neighbours that belong to other blocks. She tested it with prices, and all was well. Now another team uses it for winter temperatures, and at the ends of the array they get zeros, although every input is below zero.

Shared memory is not cleared for a new block. Its contents are undefined: often 0, often what another block has left behind. With prices a 0 was never the largest, so no one noticed.

Check it (`c`, or `warpbook check hunt_uninit`). The checker knows for each byte whether a thread has written it, and reports an *uninitialised read*. There are two mistakes: one shows for every `n`, the other hides when `n` is a multiple of 256.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    -- Two sizes have numbers below any constant that a learner might choose as "small enough".
    { name = "x", type = "float", role = "in", count = "n",
      fill = { "uniform", function(c) return (c.n == 3 or c.n == 258) and -3e38 or -40 end,
               function(c) return (c.n == 3 or c.n == 258) and -2e38 or -1 end } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 257 }, { n = 258 }, { n = { 1000, 4900 } },
    { n = 70001 },
  },
  perf = {
    case = { n = 8192 },
    limits = {
      { "traffic", most = 1.3, why = "a block loads each of its elements once, and two neighbours",
        advice = "keep the tile: a thread finds its neighbours there, and does not load them again" },
      { "shared_requests", needs = 256, why = "the neighbours come from the tile",
        advice = "keep the tile in shared memory" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "the largest of three numbers is one of them" },
  excused = { ["guard_looser:18"] = "no thread reads the element after the last one" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local best = c.x[i]
      if i > 0 then best = math.max(best, c.x[i - 1]) end
      if i < c.n - 1 then best = math.max(best, c.x[i + 1]) end
      c.out[i] = best
    end
  end,
  hints = {
    "The report names an element of the tile. Which thread should have written it, and which condition kept that thread from doing so? For the first element: the array has no element to the left of x[0]. What could you put there instead, without changing any maximum?",
    "Thread 255 writes the right neighbour's element. In a last block that is not full, thread 255 has no element; the last thread that has one is the thread of element n - 1.",
    [[
```
if (t == 0) tile[0] = x[max(i - 1, 0)];
if (t == blockDim.x - 1 || i == n - 1)
    tile[t + 2] = x[...];
```
At an end of the array, the element itself takes the missing neighbour's place, which changes no maximum.]],
  },
}
