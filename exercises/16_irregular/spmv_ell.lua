return {
  title = "spmv_ell: rows of equal length, stored slot by slot",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "spmv_ell",
  task = [=[
Compute `y = A x` again, with A in the format ELL (for ELLPACK, an old library). Every row gets the same number of slots, `k`, as many as the longest row needs. Slots that a row does not need are *padding*: their column is -1, and their value means nothing.

They are stored *slot by slot, not row by row*: first slot 0 of all rows, then slot 1 of all rows. So slot j of row i is `col[j * n + i]` and `value[j * n + i]`. With n = 3, k = 3 and

    . 5 . 7      col     1 -1  0    3 -1  1   -1 -1  2
    . . . .      value   5  ?  1    7  ?  2    ?  ?  3
    1 2 3 .

Padding comes only after a row's elements. `y[i]` is the sum of `value * x[column]` over the slots of row i that are not padding, and 0 if there are none. `x` has `m` elements.

There is one thread for each row. A block has 128 threads, and there are enough blocks for n rows.
]=],
  params = {
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "col", type = "int", role = "in", count = function(c) return c.k * c.n end, fill = { "ell_columns", "n", "k", "m" } },
    { name = "value", type = "float", role = "in", count = function(c) return c.k * c.n end, fill = { "eighths", -4, 4 }, padding = "col" },
    { name = "x", type = "float", role = "in", count = "m", fill = { "eighths", -4, 4 } },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = {
    { n = 128, m = 100, k = 4 }, { n = 1, m = 1, k = 1 }, { n = 2, m = 9, k = 5 }, { n = 3, m = 2, k = 40 }, { n = 200, m = 7, k = 1 }, { n = 127, m = 300, k = 9 }, { n = 129, m = 33, k = 6 },
    { n = { 300, 900 }, m = { 50, 2000 }, k = { 3, 12 } }, { n = 66001, m = 100, k = 2 },
  },
  perf = {
    case = { n = 8192, m = 256, k = 8 }, gpu = { n = 1 << 20, m = 1 << 16, k = 8 },
    limits = {
      { "global_sectors", times = 1.4, why = "neighbouring threads have neighbouring rows, and those are neighbours in memory, in every slot" },
      { "warp_instructions", times = 4, why = "each thread goes through one row" },
      { "time", times = 2, why = "the slots are read once, by neighbouring threads" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 128), block = 128 } end,
  tolerance = { why = "products and sums of small multiples of 1/8 are exact in floats, in any order" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local sum = 0
      for j = 0, c.k - 1 do
        local at = j * c.n + i
        if c.col[at] >= 0 then sum = sum + c.value[at] * c.x[c.col[at]] end
      end
      c.y[i] = sum
    end
  end,
  hints = {
    "Thread i takes row i, if there is one. Its elements are n numbers apart, and those of the next thread are right beside them, so the loads are coalesced without any effort.",
    "Loop over the slots j from 0 to k - 1. A column below 0 means that the row has ended. Test it before you use it as an index.",
    [=[
```
for (int j = 0; j < k && col[j * n + i] >= 0; j++)
    sum += value[j * n + i] * x[col[j * n + i]];
```
After the loop:
```
y[i] = sum;
```]=],
  },
}
