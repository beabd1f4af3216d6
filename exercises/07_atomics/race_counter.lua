return {
  title = "race_counter: all threads, one counter",
  kind = "kernel",
  difficulty = 1, minutes = 10,
  kernel = "race_counter",
  task = [[
How many of the `n` numbers in `x` are larger than `limit`? Each thread looks at one of them, and if it is larger, the thread adds 1 to the counter.

`count` points to a single int. It is not 0 at the beginning: it holds an earlier count, to which you add.

The stub counts with `*count += 1`. Check it as it is, before you change anything, and read the report: it shows what this lesson is about.
]],
  params = {
    { name = "count", type = "int", role = "inout", count = 1, fill = { "integers", 1000, 100000 } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", "low", function(c) return c.high or 999 end } },
    { name = "limit", type = "int", value = "limit" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1000, low = 0, limit = 499 }, { n = 1, low = 0, limit = -1 }, { n = 2, low = 5, limit = 4 },
    { n = 3, low = 0, limit = 999 }, { n = 255, low = 0, limit = 700 }, { n = 256, low = 990, limit = 995 },
    { n = 257, low = 0, limit = 300 }, { n = { 1000, 5000 }, low = 0, limit = { 100, 900 } },
    { n = 70001, low = -999, limit = 0 }, { n = 40, low = 0, limit = 1 },
    { n = 300, low = 2147483000, high = 2147483647, limit = 2147483300 }, { n = 300, low = -2147483648, high = -2147483000, limit = -2147483300 },
  },
  perf = {
    case = { n = 16384, low = 0, limit = 499 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    local found = 0
    for i = 0, c.n - 1 do
      if c.x[i] > c.limit then found = found + 1 end
    end
    c.count[0] = c.count[0] + found
  end,
  hints = {
    "`*count += 1` is three steps: read, add, write. Between the first and the last of them other threads read the same old number.",
    "`atomicAdd(address, value)` does the three steps as one. It takes the *address* of the counter.",
    "`atomicAdd(count, 1);` in place of `*count += 1`. No other atomic can come between its read and its write, so no count gets lost.",
  },
}
