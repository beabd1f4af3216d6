return {
  title = "warp_sum: without shared memory",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "warp_sum",
  task = [[
Add up each group of 32 elements: `out[w]` becomes the sum of the elements `32 * w` to `32 * w + 31` of `x`; the last group may have fewer.

A group of 32 elements fits one *warp*. Its lanes can read each other's registers, with no tile and no barrier:

`__shfl_down_sync(0xffffffff, v, 16)` is the `v` of the lane 16 further up

So the tree of `block_sum` becomes five additions, with distances 16, 8, 4, 2 and 1. Then lane 0 has the sum; what the other lanes hold is useless. (A tile in shared memory would give the right sums, too; but practise the shuffle here.)

All 32 lanes must take part, even those without an element: the mask says that they do.
]],
  task_python = [[
The shuffle is `cuda.shfl_down_sync(0xffffffff, v, 16)`. Write `v = int32(v + ...)`: with `+=` the sum would be an int64, which takes two shuffles.
]],
  params = {
    { name = "out", type = "int", role = "out", count = function(c) return ceil_div(c.n, 32) end },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -10000000, 10000000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 32 }, { n = 33 }, { n = 255 }, { n = 257 },
    { n = { 1000, 4900 } }, { n = 33001 },
  },
  perf = {
    case = { n = 16384 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  strict = { "race-within-warp" },
  excused = { unsigned_input = "a sum of unsigned numbers has the same bits" },
  oracle = function(c)
    for w = 0, ceil_div(c.n, 32) - 1 do
      local sum = 0
      for i = 32 * w, math.min(32 * w + 31, c.n - 1) do sum = sum + c.x[i] end
      c.out[w] = sum
    end
  end,
  hints = {
    "A thread holds its element in a register `v`, or 0 if there is none. Five times it adds the value of a lane further up.",
    "Do not `return` early in threads without an element: what the other lanes read from a lane that has exited is undefined. The number of the warp in the whole grid is `i / 32`, the lane is `i % 32`. Only lane 0 writes, and only if its group has an element.",
    [[
```
for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
if (i % 32 == 0 && i < n) out[...] = v;
```]],
  },
  hints_python = {
    "A thread holds its element in a variable `v`, or 0 if there is none. Five times it adds the value of a lane further up.",
    "Do not `return` early in threads without an element: what the other lanes read from a lane that has exited is undefined. The number of the warp in the whole grid is `i // 32`, the lane is `i % 32`. Only lane 0 writes, and only if its group has an element.",
    [[
```python
for k in range(5):
    v = int32(v + cuda.shfl_down_sync(0xffffffff, v, 16 >> k))
if i % 32 == 0 and i < n:
    out[...] = v
```]],
  },
}
