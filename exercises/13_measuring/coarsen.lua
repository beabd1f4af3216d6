return {
  title = "coarsen: more work for each thread",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "coarsen",
  task = [[
A picture has `h` rows of `w` numbers. Blur it along its columns:

`out[r][c]` is `(x[r-2][c] + 4 * x[r-1][c] + 6 * x[r][c] + 4 * x[r+1][c] + x[r+2][c]) / 16`.

Beyond the first and the last row the nearest row counts.

The stub has a thread for every eight rows of a column, and treats them as eight separate points, with five loads each, 40 in all. But two points below each other share four of their five numbers! A thread that walks down its eight rows needs only *12* different numbers.

So keep what you have loaded in registers: load each number once, and use it for all points that need it. Such a thread does the work of eight, with far fewer than eight times the instructions. This is *coarsening*.

Thread (x, y) of the grid has column x and the rows 8 * y to 8 * y + 7, as far as these exist. Blocks have 256 threads, side by side.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "h", "w" } },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", -400, 400 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 256, h = 16 }, { w = 300, h = 1 }, { w = 300, h = 8 }, { w = 1, h = 1 }, { w = 2, h = 3 }, { w = 3, h = 2 }, { w = 1, h = 50 }, { w = 255, h = 7 }, { w = 257, h = 9 }, { w = 5, h = 17 },
    { w = { 20, 60 }, h = { 61, 100 } }, { w = { 101, 300 }, h = { 10, 100 } }, { w = 33001, h = 2 }, { w = 2, h = 33001 },
  },
  perf = {
    case = { w = 2048, h = 512 }, gpu = { w = 4096, h = 4096 },
    limits = {
      { "global_requests", times = 1.4, why = "12 loads and 8 stores are enough for eight points below each other" },
      { "warp_instructions", times = 1.8, why = "fewer loads are fewer addresses and fewer comparisons with the edge, too" },
      { "active_lanes", least = 13, why = "all threads share the work" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.w, 256), ceil_div(c.h, 8) }, block = 256 } end,
  tolerance = { why = "sums and sixteenths of such numbers are exact, in any order" },
  excused = { ["guard_looser:22"] = "the ninth row is the first of the next group, and gets the same value twice" },
  oracle = function(c)
    local weight = { 1, 4, 6, 4, 1 }
    for r = 0, c.h - 1 do
      for k = 0, c.w - 1 do
        local sum = 0
        for d = -2, 2 do
          sum = sum + weight[d + 3] * c.x[math.max(0, math.min(c.h - 1, r + d)) * c.w + k]
        end
        c.out[r * c.w + k] = sum / 16
      end
    end
  end,
  hints = {
    "Five registers are a window: the five numbers that the current point needs. For the next row the window moves by one, and only one of the five is new.",
    "Before the loop load four numbers, the rows r - 2 to r + 1. In the loop load the fifth, store the result, and move all by one: `a = b`, `b = c` and so on. Moving costs nothing once the compiler has unrolled the loop, because it only renames registers.",
    [[
```
for (int k = 0; k < 8 && first + k < h; k++) {
    float e = x[min(first + k + 2, h - 1) * w + col];
    out[...] = (a + 4 * b + 6 * c + 4 * d + e) / 16;
    a = b;
    b = c;
    c = d;
    d = e;
}
```]],
  },
  hints_python = {
    "Five variables are a window: the five numbers that the current point needs. For the next row the window moves by one, and only one of the five is new.",
    "Before the loop load four numbers, the rows r - 2 to r + 1. In the loop load the fifth, store the result, and move all by one: `a, b, c, d = b, c, d, e`. Use `for k in range(8)` with an `if`: a constant range is unrolled, and then moving costs nothing.",
    [[
```python
e = x[min(r + 2, h - 1), col]
out[r, col] = (a + float32(4) * b + float32(6) * c
               + float32(4) * d + e) * float32(1 / 16)
a, b, c, d = b, c, d, e
```]],
  },
}
