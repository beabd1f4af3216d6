return {
  title = "argmax: where the largest is",
  kind = "kernel",
  difficulty = 3, minutes = 25,
  kernel = "argmax",
  task = [[
`x` has `h` rows of `w` floats. For each row find the *column* of its largest element, as `numpy.argmax(x, axis=1)` does. `out[r]` is that column; if several elements are equally large, it is that of the first. There are no NaNs.

`4 9 2 9` gives 1.

There is one block of 256 threads for each row, and `w` is any number from 1 on. So first thread t looks at the columns t, t + 256, ... and keeps the best element it has seen. Then a tree combines the results of the 256 threads.

Each node of the tree is a *pair* of a value and a column, and of two pairs the better one stays. That is the one with the larger value or, if the values are equal, with the smaller column.
]],
  params = {
    { name = "out", type = "int", role = "out", count = "h" },
    { name = "x", type = "float", role = "in", shape = { "h", "w" },
      fill = { "eighths", function(c) return -(c.below or 0) - (c.levels or math.max(c.w, 60)) / 8 end, function(c) return -(c.below or 0) - 1 / 8 end },
      scale = function(c) return c.scale or 1 end },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 256, h = 9 }, { w = 512, h = 7 }, { w = 1, h = 1 }, { w = 2, h = 40 }, { w = 3, h = 40 }, { w = 31, h = 30 },
    { w = 33, h = 30 }, { w = 255, h = 9 }, { w = 257, h = 9 }, { w = { 900, 1600 }, h = 3 }, { w = 3001, h = 17 }, { w = 33, h = 5, below = 2000000000 },
    -- Few different numbers, so that a thread's maximum occurs several times.
    { w = 2000, h = 20, levels = 3 },
    -- Numbers near -3e38, below any constant that a learner might choose as "small enough".
    { w = 33, h = 40, below = 220, scale = 2^120 },
  },
  perf = {
    case = { w = 1024, h = 16 },
    share_work = 4,
  },
  launch = function(c) return { grid = c.h, block = 256 } end,
  tolerance = { why = "a column is a whole number" },
  strict = { "race-within-warp" },
  excused = {
    ["guard_looser:31"] = "columns are equal only where both halves are empty",
    ignored_argument = "there is one block for each row, so the kernel need not know how many there are",
  },
  oracle = function(c)
    for r = 0, c.h - 1 do
      local best = 0
      for k = 1, c.w - 1 do
        if c.x[r * c.w + k] > c.x[r * c.w + best] then best = k end
      end
      c.out[r] = best
    end
  end,
  hints = {
    "Use two tiles, one for values and one for columns, and the tree of `block_sum` with another step: instead of adding, decide which pair stays.",
    "A thread with t >= w has seen no element. Give it a pair that never wins: the value -INFINITY, and a column larger than all others. Not the value 0: all numbers of a row may be negative.",
    [[
```
if (value[t + half] > value[t]
        || (value[t + half] == value[t]
        && column[t + half] < column[t])) {
    value[t] = ...;
    column[t] = ...;
}
```]],
  },
}
