return {
  title = "transpose_naive: rows become columns",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "transpose_naive",
  task = [[
Write the transpose of the matrix `x` into `out`: the element in row `r` and column `c` of `x` goes to row `c` and column `r` of `out`.

`x` has `h` rows of `w` numbers, so `out` has `w` rows of `h`. Both are stored row after row. Blocks have 32 x 8 threads, and there are enough of them in both directions that x may run along either side of the matrix, and y along the other.

There is no speed limit this time. But you can choose which of the two accesses is the slow one, the load or the store: let the x parts of a thread's number be the column in `x`, or the row. Try both, and look at the sectors that the check counts. Lesson *Shared memory* has the way out.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "w", "h" } },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "uniform", -100, 100 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 1, h = 1 }, { w = 2, h = 3 }, { w = 3, h = 2 }, { w = 31, h = 7 }, { w = 32, h = 8 }, { w = 33, h = 9 },
    { w = 1, h = 50 }, { w = 70, h = 1 }, { w = { 40, 60 }, h = { 61, 80 } }, { w = 280, h = 251 },
  },
  perf = {
    case = { w = 96, h = 128 },
    share_work = 4,
  },
  launch = function(c)
    local longest = math.max(c.w, c.h)
    return { grid = { ceil_div(longest, 32), ceil_div(longest, 8) }, block = { 32, 8 } }
  end,
  tolerance = { why = "a copy does not change any bit" },
  excused = { short_index = "the launch is as wide as it is high, so a side above 32767 means 34 million warps" },
  oracle = function(c)
    for r = 0, c.h - 1 do
      for k = 0, c.w - 1 do c.out[k * c.h + r] = c.x[r * c.w + k] end
    end
  end,
  hints = {
    "One thread moves one element. Its column and row come from the x and y parts; the guard needs both.",
    "There are two formulas for an index, and two row lengths: a row of `x` has `w` elements, a row of `out` has `h`.",
    "`out[c * h + r] = x[r * w + ...];`",
  },
  hints_python = {
    "One thread moves one element. `cuda.grid(2)` gives the x part first; the guard needs both parts.",
    "An array of two dimensions knows its row length: `x[r, c]` has the row first, and `out` has c rows.",
    "`if c < w and r < h: out[c, r] = ...`",
  },
}
