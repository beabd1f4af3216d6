return {
  title = "early_exit: stop when it is found",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "early_exit",
  task = [[
A table has `rows` rows of `len` numbers. In each row, find the first number greater than `limit`: `first[r]` becomes its position in the row, counted from 0, or -1 if the row has none.

One thread searches one row, and stops as soon as it has found something. The threads of a warp stop at different moments; that is allowed, as long as none of them disturbs the others.

The rows follow each other: number `k` of row `r` is `x[r * len + k]`. There are at least as many threads as rows, in blocks of 64.
]],
  params = {
    { name = "first", type = "int", role = "out", count = "rows" },
    { name = "x", type = "int", role = "in", shape = { "rows", "len" }, fill = { "integers", -50, 49 } },
    { name = "rows", type = "int", value = "rows" },
    { name = "len", type = "int", value = "len" },
    { name = "limit", type = "int", value = "limit" },
  },
  cases = {
    { rows = 1, len = 1, limit = 150 }, { rows = 2, len = 3, limit = 1 }, { rows = 3, len = 2, limit = -40 },
    { rows = 64, len = 7, limit = 35 }, { rows = 65, len = 13, limit = 45 }, { rows = 100, len = 40, limit = 46 },
    { rows = { 70, 120 }, len = { 20, 40 }, limit = { 30, 47 } }, { rows = 33, len = 100, limit = -51 }, { rows = 40, len = 30, limit = 49 },
    { rows = 4000, len = 50, limit = 44 }, { rows = 33001, len = 2, limit = 0 }, { rows = 3, len = 2, limit = -49 }, { rows = 40, len = 30, limit = 2147483647 },
  },
  perf = {
    case = { rows = 2048, len = 200, limit = -1 },
    limits = {
      { "global_sectors", times = 4, why = "half of all numbers are greater than the limit, so a thread finds one after a few steps, and need not read the rest of its row",
        advice = "leave the loop when you have found a number: no thread reads what follows it" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.rows, 64), block = 64 } end,
  tolerance = { why = "integers are compared exactly" },
  oracle = function(c)
    for r = 0, c.rows - 1 do
      c.first[r] = -1
      for k = c.len - 1, 0, -1 do
        if c.x[r * c.len + k] > c.limit then c.first[r] = k end
      end
    end
  end,
  hints = {
    "Start with the answer for a row that has no such number, and look at one number after the other.",
    "When you find a number, remember its position and leave the loop with `break`. Write the answer once, after the loop, so that rows without such a number get theirs too.",
    [[
```
for (int k = 0; k < len; k++)
    if (x[r * len + k] > limit) {
        found = k;
        break;
    }
first[r] = found;
```
`found` is -1 before the loop: the answer for a row without such a number.]],
  },
}
