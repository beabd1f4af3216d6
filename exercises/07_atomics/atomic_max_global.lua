return {
  title = "atomic_max_global: the largest number",
  kind = "kernel",
  difficulty = 1, minutes = 10,
  kernel = "atomic_max_global",
  task = [[
`best` points to one int, the largest number seen so far. `x` holds `n` further numbers. Afterwards `*best` must be the largest of them all, including the one that was there before.

The numbers may be negative, even all of them.

Which atomic function keeps the larger of two numbers? The list in the lesson has it. One thread for each element is good enough here: a later exercise is about fewer atomics on that one address.
]],
  params = {
    { name = "best", type = "int", role = "inout", count = 1, fill = { "constant", "before" } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", "low", "high" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1000, before = 0, low = 1, high = 1000000 }, { n = 1, before = -9, low = -8, high = -2 },
    { n = 2, before = -1000000, low = -999999, high = -5 }, { n = 3, before = 77, low = -100, high = 76 },
    { n = 255, before = -2000000000, low = -1000000000, high = -1 },
    { n = 256, before = -5, low = -1000000, high = 1000000 }, { n = 257, before = -2147483647, low = -2147483647, high = -2000000000 },
    { n = { 1000, 5000 }, before = { -100, 100 }, low = -2000000000, high = 2000000000 },
    { n = 70001, before = 1000000, low = -1000000, high = 999999 },
    -- One warp, all of whose threads must raise it: a kernel that swaps only once passes such a case with probability 1/32.
    { n = 32, before = -9, low = 1, high = 1000000 }, { n = 32, before = -2000000, low = -1000000, high = -1 },
    { n = 32, before = 0, low = 1000000, high = 2000000000 }, { n = 32, before = -2000000, low = -1000000, high = 1000000 },
  },
  perf = {
    case = { n = 16384, before = -1, low = 0, high = 1000000 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  excused_python = { ["short_index:8"] = "the grid has fewer than 32768 threads: a thread takes many elements" },
  excused = { unsigned_input = "the atomic operation takes the bits as an int again" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      if c.x[i] > c.best[0] then c.best[0] = c.x[i] end
    end
  end,
  hints = {
    "Reading `*best`, comparing and writing are three steps again: another thread may write something larger in between. One function does all three.",
    "`atomicMax(address, value)` compares and keeps the larger one. For an int it handles signs correctly, so do not cast.",
    "`if (i < n) atomicMax(best, x[i]);` The order of the threads does not matter: a maximum is the same in every order.",
  },
  hints_python = {
    "Reading `best[0]`, comparing and writing are three steps again: another thread may write something larger in between. One function does all three.",
    "`cuda.atomic.max(array, index, value)` compares and keeps the larger one.",
    "`if i < n: cuda.atomic.max(best, 0, x[i])` The order of the threads does not matter: a maximum is the same in every order.",
  },
}
