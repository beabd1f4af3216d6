-- Offsets of n rows with `nnz` elements in all: a quarter of the rows is empty, and with `skew` a few are very long.
local function offsets(c, draw)
  local row, at = { [0] = 0 }, 0
  for i = 1, c.n - 1 do
    local left = c.nnz - at
    local length = draw(0, 3) == 0 and 0 or draw(0, 3 * (left // (c.n - i + 1)) + 1)
    if c.skew == 1 and draw(0, 40) == 0 then length = left // 4 end
    at = math.min(c.nnz, at + length)
    row[i] = at
  end
  row[c.n] = c.nnz
  return row
end

return {
  title = "spmv_rows: a sparse matrix times a vector",
  kind = "kernel",
  difficulty = 1, minutes = 15,
  kernel = "spmv_rows",
  task = [=[
Compute `y = A x` for a *sparse* matrix A: nearly all of its elements are 0, and only the others are stored. The format is CSR:

- `value` holds the elements that are stored, row after row, and `col` the column of each
- `row[i]` says where row i begins in both arrays. A row ends where the next one begins, so `row` has n + 1 entries

With `row = 0 2 2 5`, `col = 1 3 0 1 2` and `value = 5 7 1 2 3`:

    . 5 . 7
    . . . .
    1 2 3 .

`y[i]` is the sum of `value[k] * x[col[k]]` over all k from `row[i]` up to, but not including, `row[i + 1]`. A row may be empty, and then `y[i]` is 0. The columns of a row are in no order, and one may occur twice.

There is one thread for each row. A block has 128 threads, and there are enough blocks for n rows.
]=],
  params = {
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "row", type = "int", role = "in", count = function(c) return c.n + 1 end, fill = offsets },
    { name = "col", type = "int", role = "in", count = "nnz", fill = { "integers", 0, function(c) return c.m - 1 end } },
    { name = "value", type = "float", role = "in", count = "nnz", fill = { "eighths", -4, 4 }, scale = function(c) return c.scale or 1 end },
    { name = "x", type = "float", role = "in", count = "m", fill = { "eighths", -4, 4 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 128, m = 100, nnz = 700 }, { n = 1, m = 1, nnz = 1 }, { n = 2, m = 9, nnz = 5 }, { n = 3, m = 2, nnz = 40 }, { n = 200, m = 7, nnz = 11 },
    { n = 127, m = 300, nnz = 800 }, { n = 129, m = 33, nnz = 500, skew = 1 }, { n = { 300, 900 }, m = { 50, 2000 }, nnz = { 2000, 6000 }, skew = 1 },
    { n = 33001, m = 100, nnz = 50000 }, { n = 60, m = 40, nnz = 300, scale = 2^-40 }, { n = 50, m = 70001, nnz = 400 },
  },
  perf = {
    case = { n = 8192, m = 8192, nnz = 65536 }, gpu = { n = 1 << 19, m = 1 << 19, nnz = 1 << 22 },
    flops = function(c) return 2 * c.nnz end,
    limits = {
      { "warp_instructions", times = 4, why = "each thread goes through one row, not through all of them" },
      { "time", times = 1.5, why = "the threads share the rows" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 128), block = 128 } end,
  tolerance = { why = "products and sums of small multiples of 1/8 are exact in floats, in any order" },
  excused = {
    absolute = "a place in a list is not negative",
    unsigned_input = "a place in a list is not negative",
  },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local sum = 0
      for k = c.row[i], c.row[i + 1] - 1 do sum = sum + c.value[k] * c.x[c.col[k]] end
      c.y[i] = sum
    end
  end,
  hints = {
    "Thread i takes row i, if there is one. Its elements are neighbours in `value` and `col`: a loop from `row[i]` to `row[i + 1]`.",
    "`col[k]` is the index into x, `k` the index into `value`. Begin with a sum of 0, so that an empty row needs no case of its own.",
    [=[
```
for (int k = row[i]; k < row[i + 1]; k++)
    sum += value[k] * x[col[k]];
```
After the loop:
```
y[i] = sum;
```]=],
  },
  hints_python = {
    "Thread i takes row i, if there is one. Its elements are neighbours in `value` and `col`: those with the indices `range(row[i], row[i + 1])`.",
    "`col[k]` is the index into x, `k` the index into `value`. Begin with a sum of `float32(0)`, so that an empty row needs no case of its own.",
    [=[
```python
for k in range(row[i], row[i + 1]):
    total += value[k] * x[col[k]]
y[i] = total
```]=],
  },
}
