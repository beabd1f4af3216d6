return {
  title = "Bug hunt: the halo",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "hunt_halo",
  task = [[
`out[i]` should be the sum of the five numbers `x[i-2]` to `x[i+2]`. Beyond the ends of `x` the nearest element counts, so that `x[-1]` is `x[0]`, and so on.

A colleague keeps the 256 elements of a block in shared memory, with two more on either side, the halo. "It works with 256 and with 512 elements," says the colleague, "mostly."

There are two mistakes. Check the kernel (`c`, or `warpbook check hunt_halo`). The report names a line, and says what the thread there should have waited for, or that nothing has written what it reads. Fix that mistake, check again, and find the other one.

Blocks have 256 threads, and there are enough of them for `n` elements. Please keep the tile.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", -300, 300 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 257 }, { n = 258 }, { n = { 1000, 5000 } }, { n = 33001 },
  },
  perf = {
    case = { n = 16384 }, share_work = 4,
    limits = {
      { "shared_requests", needs = 1024, why = "the neighbours come from the tile",
        advice = "keep the tile in shared memory, and fill in what it lacks" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "sums of such numbers are exact in every order" },
  strict = { "race-within-warp" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local sum = 0
      for d = -2, 2 do sum = sum + c.x[math.max(0, math.min(c.n - 1, i + d))] end
      c.out[i] = sum
    end
  end,
  hints = {
    "Which thread stores `tile[258]`, and which threads read it? Is there a barrier between the two? Fill the halo before the barrier, like the rest of the tile.",
    "In the last block some threads have no element of `x`, so their elements of the tile stay empty. But the last threads that have one read up to two elements to the right of it.",
    "Let every thread store: `tile[t + 2] = x[min(i, n - 1)];` Then what lies beyond the end is the nearest element, as the task asks.",
  },
}
