return {
  title = "heat_step: one step of Jacobi's iteration",
  kind = "kernel",
  difficulty = 1, minutes = 15,
  kernel = "heat_step",
  task = [[
A plate has `h` rows and `w` columns of points. `old` is the temperature at each of them, `source` the heat that arrives there. One step of the Jacobi iteration computes a better guess for every point inside:

`out[r][c]` is a quarter of `old[r-1][c] + old[r+1][c] + old[r][c-1] + old[r][c+1] + source[r][c]`.

The points at the four borders keep their temperature, so `out` is `old` there. (A plate with one or two rows or columns is all border.)

Blocks have 32 x 8 threads, and there are enough of them for the `w` x `h` points. x counts columns. Each thread writes one point of `out`, and all of `out` must be written.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "h", "w" } },
    { name = "old", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", -400, 400 } },
    { name = "source", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", -9, 9 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 32, h = 8 }, { w = 64, h = 16 }, { w = 1, h = 1 }, { w = 2, h = 3 }, { w = 3, h = 2 }, { w = 3, h = 3 }, { w = 31, h = 7 },
    { w = 33, h = 9 }, { w = 1, h = 50 }, { w = 70, h = 1 }, { w = 4, h = 4 }, { w = { 40, 60 }, h = { 61, 80 } },
    { w = { 61, 90 }, h = { 20, 50 } }, { w = 203, h = 119 }, { w = 33001, h = 3 }, { w = 3, h = 33001 },
  },
  perf = { case = { w = 256, h = 128 }, share_work = 4 },
  launch = function(c) return { grid = { ceil_div(c.w, 32), ceil_div(c.h, 8) }, block = { 32, 8 } } end,
  fast = { launch = function(c) return { grid = { ceil_div(c.w, 128), ceil_div(c.h, 32) }, block = { 32, 8 } } end },
  tolerance = { why = "sums and quarters of such numbers are exact, in any order" },
  oracle = function(c)
    for r = 0, c.h - 1 do
      for k = 0, c.w - 1 do
        local i = r * c.w + k
        if r == 0 or k == 0 or r == c.h - 1 or k == c.w - 1 then
          c.out[i] = c.old[i]
        else
          c.out[i] = (c.old[i - 1] + c.old[i + 1] + c.old[i - c.w] + c.old[i + c.w] + c.source[i]) / 4
        end
      end
    end
  end,
  hints = {
    "One index into the array is enough: with `i = r * w + c` the neighbours are `i - 1`, `i + 1`, `i - w` and `i + w`.",
    "There are three kinds of threads: outside the plate, on its border, and inside. The first leave, the second copy, and only the third look at neighbours.",
    [[
```
if (r == 0 || c == 0 || r == h - 1 || c == w - 1)
    out[i] = old[i];
else
    out[i] = 0.25f * (...);
```]],
  },
  hints_python = {
    "The neighbours of `old[r, c]` are `old[r - 1, c]`, `old[r + 1, c]`, `old[r, c - 1]` and `old[r, c + 1]`.",
    "There are three kinds of threads: outside the plate, on its border, and inside. The first leave, the second copy, and only the third look at neighbours: with an index of -1 you would get the other end of the array.",
    [[
```python
if r == 0 or c == 0 or r == h - 1 or c == w - 1:
    out[r, c] = old[r, c]
else:
    out[r, c] = float32(0.25) * (...)
```]],
  },
}
