return {
  title = "Bug hunt: out of bounds",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "hunt_bounds",
  task = [[
A colleague's kernel smooths a signal: each element becomes the mean of itself and its two neighbours. At the ends, where a neighbour is missing, the element itself takes its place. So for the first element:

`out[0] = (x[0] + x[0] + x[1]) / 3`

Your file contains the kernel, and it is wrong. "It works on my machine", says the colleague, and it does: on a GPU, an out-of-bounds read a little past the end of an array usually returns some number and no error at all.

There are two mistakes. One shows for every n. The other hides when n is a multiple of the block size (256), and the colleague had tried only such sizes.

Do not stare at the code for long. Check it first (`c`, or `warpbook check hunt_bounds`), and read the report: which thread, which line, which element of which array. Then fix that, check again, and see what is left.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -9, 9 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 257 }, { n = { 1000, 5000 } },
    { n = 70001 },
  },
  perf = {
    case = { n = 16384 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { abs = 4e-6, why = "adding three numbers in another order may round differently" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local left = c.x[math.max(i - 1, 0)]
      local right = c.x[math.min(i + 1, c.n - 1)]
      c.out[i] = f32((left + c.x[i] + right) / 3)
    end
  end,
  hints = {
    "The report names an index and the size of the array. Ask about each: which thread computed this index, and which condition should have stopped it?",
    "With n = 256 the finding is about the right neighbour of the last element. The other mistake lets in a thread that has no element at all.",
    "The last element is n - 1, so it has a right neighbour only if `i < n - 1`; and thread n must leave too, so the first test needs `>=`.",
  },
}
