-- Offsets of n rows with `nnz` elements in all: a quarter of the rows is empty, and with `skew` a few are very long, but not
-- so long that a sum of products, each a multiple of 1/64 up to 16, would no longer be exact.
local function offsets(c, draw)
  local row, at = { [0] = 0 }, 0
  for i = 1, c.n - 1 do
    local left = c.nnz - at
    local length = draw(0, 3) == 0 and 0 or draw(0, 3 * (left // (c.n - i + 1)) + 1)
    if c.skew == 1 and draw(0, 40) == 0 then length = math.min(left // 4, 16384) end
    at = math.min(c.nnz, at + length)
    row[i] = at
  end
  row[c.n] = c.nnz
  return row
end

return {
  title = "spmv_warp: a warp for each row",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "spmv_warp",
  task = [=[
Compute `y = A x` as in `spmv_rows`: A is sparse, in CSR, and row i has the elements `row[i]` to `row[i + 1] - 1` of `value` and `col`.

But now the rows are long, some of them very long, and a *warp* takes each row. Its 32 lanes load 32 neighbouring elements at a time, so the loads are coalesced. Each lane adds up the products of its own elements. At the end the 32 sums become one.

Rows may be empty, or shorter than a warp, and the columns are in no order. `y[i]` of an empty row is 0.

A block has 256 threads, which is eight warps. There are enough blocks for n rows.
]=],
  params = {
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "row", type = "int", role = "in", count = function(c) return c.n + 1 end, fill = offsets },
    { name = "col", type = "int", role = "in", count = "nnz", fill = { "integers", 0, function(c) return c.m - 1 end } },
    { name = "value", type = "float", role = "in", count = "nnz", fill = { "eighths", -4, 4 } },
    { name = "x", type = "float", role = "in", count = "m", fill = { "eighths", -4, 4 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 8, m = 100, nnz = 700 }, { n = 1, m = 3, nnz = 97 }, { n = 1, m = 1, nnz = 1 }, { n = 2, m = 9, nnz = 5 }, { n = 3, m = 200, nnz = 400 },
    { n = 200, m = 7, nnz = 11 }, { n = 63, m = 300, nnz = 5000, skew = 1 }, { n = 33, m = 33, nnz = 33 * 33 },
    { n = { 64, 199 }, m = { 50, 2000 }, nnz = { 4000, 12000 }, skew = 1 }, { n = 33001, m = 100, nnz = 45000 },
  },
  perf = {
    case = { n = 1024, m = 4096, nnz = 65536, skew = 1 }, gpu = { n = 1 << 16, m = 1 << 16, nnz = 1 << 22, skew = 1 },
    flops = function(c) return 2 * c.nnz end,
    limits = {
      { "global_sectors", times = 1.4, why = "the 32 lanes of a warp load neighbouring elements of one row, which share their sectors; 32 rows do not" },
      { "active_lanes", least = 18, why = "all lanes of a warp multiply and add" },
      { "warp_instructions", times = 3, why = "five shuffles add 32 sums" },
      { "time", times = 1.5, why = "the loads are coalesced, and a long row has 32 lanes" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 8), block = 256 } end,
  tolerance = { why = "products and sums of small multiples of 1/8 are exact in floats, in any order" },
  strict = { "race-within-warp" },
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
    "The row is the number of the warp in the whole grid: `(blockIdx.x * blockDim.x + threadIdx.x) / 32`. All lanes of a warp have the same row, so they all return together if there is no such row.",
    "Lane `threadIdx.x % 32` begins with element `row[i] + lane`, and goes on in steps of 32. The shuffles come after the loop, where all 32 lanes are back, even those that had nothing to add.",
    [=[
```
for (int k = row[i] + lane; k < row[i + 1]; k += 32)
    sum += value[k] * x[col[k]];
for (int s = 16; s > 0; s /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, s);
```
Lane 0 stores.]=],
  },
  excused_python = { ["short_index:14"] = "a lane's number is below 32" },
  hints_python = {
    "The row is the number of the warp in the whole grid: `cuda.grid(1) // 32`. All lanes of a warp have the same row, so they all return together if there is no such row.",
    "Lane `cuda.threadIdx.x % 32` begins with element `row[i] + lane`, and goes on in steps of 32: that is a `range`. The shuffles come after the loop, where all 32 lanes are back, even those that had nothing to add.",
    [=[
```python
for k in range(row[i] + lane, row[i + 1], 32):
    total += value[k] * x[col[k]]
for s in (16, 8, 4, 2, 1):
    total += cuda.shfl_down_sync(0xffffffff, total, s)
```
Lane 0 stores.]=],
  },
}
