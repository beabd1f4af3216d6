return {
  title = "scale_matrix: rows and columns",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "scale_matrix",
  task = [[
Multiply the matrix `m` by numbers, in place: row 0 by `a`, row 1 by `a + 1`, row 2 by `a + 2`, and so on. The matrix has `rows` x `cols` elements and is stored row after row: element (row, col) is `m[row * cols + col]`.

The blocks are two-dimensional, 16 x 16 threads (32 x 8 in one case). The grid is rounded up in both directions:

- grid.x = ceil(cols / block.x), so x covers the columns
- grid.y = ceil(rows / block.y), so y covers the rows

Few matrices are a multiple of 16 in both directions. So a thread can be outside to the right, outside below, or both.
]],
  params = {
    { name = "m", type = "float", role = "inout", shape = { "rows", "cols" }, fill = { "uniform", -10, 10 } },
    { name = "a", type = "float", value = "a" },
    { name = "rows", type = "int", value = "rows" },
    { name = "cols", type = "int", value = "cols" },
  },
  cases = {
    { rows = 1, cols = 1, a = 2 }, { rows = 3, cols = 2, a = 3 }, { rows = 2, cols = 3, a = -1 },
    { rows = 16, cols = 16, a = 0.5 }, { rows = 17, cols = 15, a = 3 }, { rows = 1, cols = 257, a = -2 },
    { rows = 255, cols = 3, a = 4 }, { rows = 37, cols = 70, a = 2.5, bx = 32, by = 8 },
    { rows = { 18, 60 }, cols = { 61, 80 }, a = 1.5 }, { rows = 251, cols = 280, a = -0.25 },
    { rows = 1, cols = 33001, a = 2 }, { rows = 33001, cols = 1, a = 2 },
  },
  perf = {
    case = { rows = 128, cols = 128, a = 3 },
    share_work = 4,
  },
  launch = function(c)
    local bx, by = c.bx or 16, c.by or 16
    return { grid = { ceil_div(c.cols, bx), ceil_div(c.rows, by) }, block = { bx, by } }
  end,
  tolerance = { why = "the factor is exact, and one multiplication has one correctly rounded result" },
  oracle = function(c)
    for i = 0, c.rows * c.cols - 1 do c.m[i] = f32(c.m[i] * f32(c.a + i // c.cols)) end
  end,
  hints = {
    "The formula from lesson *Kernels* twice, once with x for the column and once with y for the row.",
    "The guard has two parts joined by `&&`: the column must be below `cols`, and the row below `rows`.",
    [[
```
int col = blockIdx.x * blockDim.x + threadIdx.x;
int row = blockIdx.y * blockDim.y + threadIdx.y;
if (row < rows && col < cols)
    m[row * cols + col] *= a + row;
```
Both conditions are needed: a thread can be outside in either direction.]],
  },
  hints_python = {
    "The index of lesson *Kernels* twice: `cuda.grid(2)` gives the column and the row, in this order.",
    "The guard has two parts joined by `and`: the column must be below `cols`, and the row below `rows`.",
    [[
```python
col, row = cuda.grid(2)
if row < rows and col < cols:
    m[row, col] *= a + row
```
Both conditions are needed: a thread can be outside in either direction.]],
  },
}
