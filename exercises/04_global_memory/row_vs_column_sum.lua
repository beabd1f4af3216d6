return {
  title = "row_vs_column_sum: along memory and across it",
  kind = "kernel",
  difficulty = 3, minutes = 25,
  kernel = "row_vs_column_sum",
  task = [[
The matrix `x` has `h` rows of `w` numbers, stored row after row. One launch computes both: `rows[r]` is the sum of row `r`, `cols[c]` is the sum of column `c`.

*Columns*: one thread for each column, walking down. Thread number t of the grid takes column t, if there is one.

*Rows*: one thread for each row would be just as easy, but slow: 32 threads would be in 32 rows, a whole row apart in memory. So one *warp* takes a row: its 32 lanes read 32 neighbours at a time, and at the end you add up the 32 partial sums. Warp number k of the grid takes row k, if there is one.

The stub has a function for that last addition, `warp_sum`: when all 32 threads of a warp call it, it returns the sum of their values to each of them.

Blocks have 256 threads. There are at least `w` threads and at least `h` warps.
]],
  task_python = [[
`x[r, c]` is the element in row `r` and column `c`. `warp_sum` in the stub takes and returns an int32. A sum that you add up with `+=` is an int64 in Numba: write `total = int32(total + ...)`, from `total = int32(0)` on.
]],
  params = {
    { name = "rows", type = "int", role = "out", count = "h" },
    { name = "cols", type = "int", role = "out", count = "w" },
    { name = "x", type = "int", role = "in", shape = { "h", "w" },
      fill = { "integers", function(c) return c.w > 10000 and -1000 or -10000000 end,
               function(c) return c.w > 10000 and 1000 or 10000000 end } },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { h = 1, w = 1 }, { h = 2, w = 3 }, { h = 3, w = 2 }, { h = 8, w = 32 }, { h = 9, w = 31 }, { h = 7, w = 33 },
    { h = 1, w = 300 }, { h = 100, w = 1 }, { h = { 20, 40 }, w = { 65, 100 } }, { h = 50, w = 257 }, { h = 65, w = 63 }, { h = 251, w = 280 },
    { h = 1100, w = 3 },
  },
  perf = {
    case = { h = 128, w = 2048 }, gpu = { h = 496, w = 33792 },
    limits = {
      { "sector_use", least = 80,
        why = "both down the columns and along the rows, the 32 lanes of a warp can read 32 neighbours",
        advice = "in a row, lane l takes the columns l, l + 32, l + 64 and so on: the whole warp works on one row" },
      { "traffic", most = 2.5, why = "the kernel reads the matrix twice, once for the rows and once for the columns" },
      { "time", times = 4.5, why = "reading 32 neighbours at a time uses every byte of a sector; other orders move up to eight times as many sectors" },
    },
  },
  launch = function(c) return { grid = ceil_div(math.max(c.w, 32 * c.h), 256), block = 256 } end,
  tolerance = { why = "integers are compared exactly" },
  excused = { unsigned_input = "a sum of unsigned numbers has the same bits" },
  oracle = function(c)
    for k = 0, c.w - 1 do c.cols[k] = 0 end
    for r = 0, c.h - 1 do
      local sum = 0
      for k = 0, c.w - 1 do
        local v = c.x[r * c.w + k]
        sum = sum + v
        c.cols[k] = c.cols[k] + v
      end
      c.rows[r] = sum
    end
  end,
  hints = {
    "Do the columns first: loop over r with `x[r * w + c]`, and neighbouring threads read neighbours. In the row part the loop runs over columns, and the lane decides where it starts.",
    "With `int t` for the thread's number in the grid, its warp is `t / 32` and its lane is `t % 32`. The lane starts at column `lane` and moves on by 32. All 32 lanes must call `warp_sum`, including those that have added up nothing.",
    [[
```
int sum = 0;
for (int c = lane; c < w; c += 32)
    sum += x[warp * w + c];
sum = warp_sum(sum);
if (lane == 0) ...
```]],
  },
  hints_python = {
    "Do the columns first: loop over r with `x[r, c]`, and neighbouring threads read neighbours. In the row part the loop runs over columns, and the lane decides where it starts.",
    "With `t` for the thread's number in the grid, its warp is `t // 32` and its lane is `t % 32`. The lane starts at column `lane` and moves on by 32. All 32 lanes must call `warp_sum`, including those that have added up nothing.",
    [[
```python
total = int32(0)
for c in range(lane, w, 32):
    total = int32(total + x[warp, c])
total = warp_sum(total)
if lane == 0:
    ...
```]],
  },
}
