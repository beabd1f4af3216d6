return {
  title = "quantize_int8: a byte for each number",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "quantize_int8",
  task = [[
`x` has `h` rows of `w` floats. Store each number as an 8-bit integer `q`, so that `q * scale` is close to the number. Each row has a scale of its own.

For row `r`:

- the largest *absolute* value of the row, divided by 127, is the smallest scale that is large enough. `scale[r]` is the next power of two: `power_above` in the stub computes it
- `q[r][i]` is `x[r][i] / scale[r]`, rounded to the nearest whole number. A half is rounded to the *even* neighbour: 2.5 becomes 2, and 3.5 becomes 4
- a row of zeros needs no scaling: its scale is 1, and all its numbers are 0

Dividing by a power of two rounds nothing. So the error, `q * scale - x`, is at most half the scale, and the answer is the same however you compute it.

There is one block of 128 threads for each row; `w` is any number from 1 on.
]],
  params = {
    { name = "q", type = "char", role = "out", shape = { "h", "w" } },
    { name = "scale", type = "float", role = "out", count = "h" },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", function(c) return -c.low end, function(c) return c.high end },
      scale = function(c) return c.unit or 1 end },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 128, h = 4, low = 60, high = 60 }, { w = 256, h = 3, low = 120, high = 100 }, { w = 1, h = 1, low = 30, high = 40 }, { w = 2, h = 5, low = 60, high = 20 },
    { w = 3, h = 40, low = 61, high = 0 }, { w = 127, h = 5, low = 0, high = 200 }, { w = 129, h = 5, low = 40, high = 50 }, { w = 5, h = 3, low = 0, high = 0 },
    { w = 200, h = 2, low = 0, high = 0 }, { w = { 300, 900 }, h = { 5, 12 }, low = 100, high = { 10, 120 } }, { w = { 2, 9 }, h = { 30, 90 }, low = { 20, 60 }, high = 50 },
    { w = 500, h = 30, low = 64, high = 64 }, { w = 2, h = 1001, low = 60, high = 60 }, { w = 33001, h = 1, low = 1000, high = 1200 },
    { w = 70, h = 4, low = 60, high = 90, unit = 2^-60 }, { w = 70, h = 4, low = 60, high = 90, unit = 2^60 },
  },
  perf = { case = { w = 2048, h = 8, low = 60, high = 60 }, gpu = { w = 8192, h = 2048, low = 60, high = 60 }, share_work = 4 },
  launch = function(c) return { grid = c.h, block = 128 } end,
  tolerance = { why = "a scale that is a power of two rounds nothing" },
  strict = { "race-within-warp" },
  excused = { ignored_argument = "there is one block for each row" },
  oracle = function(c)
    for r = 0, c.h - 1 do
      local most, scale = 0, 1.0
      for k = 0, c.w - 1 do most = math.max(most, math.abs(c.x[r * c.w + k])) end
      if most > 0 then
        while scale * 127 < most do scale = scale * 2 end
        while scale / 2 * 127 >= most do scale = scale / 2 end
      end
      c.scale[r] = scale
      for k = 0, c.w - 1 do
        local v = c.x[r * c.w + k] / scale
        local low = math.floor(v)
        if v - low > 0.5 or v - low == 0.5 and low % 2 ~= 0 then low = low + 1 end
        c.q[r * c.w + k] = low
      end
    end
  end,
  hints = {
    "First the largest absolute value of the row, with a tree in shared memory. All threads need it, so all read `tile[0]` after the last barrier.",
    "`rintf` rounds a half to the even neighbour. `roundf` rounds it away from zero, and a conversion to int cuts the fraction off.",
    [[
```
float s = most > 0 ? power_above(most / 127) : 1;
q[r * w + i] = (char)rintf(x[r * w + i] / s);
```
Thread 0 stores `scale[r]`.]],
  },
}
