return {
  title = "mandelbrot: a different number of steps for each pixel",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "mandelbrot",
  task = [[
Draw the Mandelbrot set. The pixel in column `px` and row `py` stands for a point (cx, cy). Start with x = 0 and y = 0, and in each step replace x and y by

`x * x - y * y + cx` and `2 * x * y + cy`

Count the steps. As soon as `x * x + y * y` is greater than 4 the point has escaped, and the number of steps so far is the result: `out[py * w + px]`. If the point has not escaped after `most` steps (the limit), the result is `most`.

All numbers are integers, so that every program draws the same picture to the last pixel: 4096 stands for 1.0, and a product is `(a * b) >> 12`. The point of a pixel is

`cx = px * 12288 / w - 8192` and `cy = py * 8192 / h - 4096`

which covers -2 to 1 and -1 to 1. With x, y, cx, cy as `int`, one step is

- `xx = (x * x) >> 12` and `yy = (y * y) >> 12`; the point has escaped if `xx + yy > 4 * 4096`
- otherwise the new y is `((x * y) >> 11) + cy`, the new x is `xx - yy + cx`, and you count one more step

Blocks have 32 x 8 threads, and there are enough of them for the `w` x `h` pixels.
]],
  params = {
    { name = "out", type = "int", role = "out", shape = { "h", "w" } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
    { name = "most", type = "int", value = "most" },
  },
  cases = {
    { w = 1, h = 1, most = 10 }, { w = 2, h = 3, most = 20 }, { w = 3, h = 2, most = 1 }, { w = 31, h = 9, most = 50 },
    { w = 33, h = 7, most = 40 }, { w = 64, h = 16, most = 60 }, { w = { 40, 70 }, h = { 20, 40 }, most = { 30, 90 } },
    { w = 33001, h = 1, most = 3 }, { w = 1, h = 33001, most = 3 },
    { w = 5, h = 3, most = 70001 }, { w = 3, h = 11, most = 1000 },
  },
  perf = {
    case = { w = 128, h = 96, most = 200 }, gpu = { w = 2048, h = 1536, most = 1000 },
    limits = {
      { "warp_instructions", times = 1.5,
        why = "most points escape after a few steps, and a warp can stop once all of its points are done",
        advice = "leave the loop as soon as the point has escaped, and compute each product once" },
      { "traffic", most = 1.5, why = "the kernel writes each result once, and neighbours in a row share sectors",
        advice = "write each result once, after the loop, and give the threads of a warp neighbouring pixels of one row: px comes from the x parts" },
      { "time", times = 1.3, why = "each warp stops with its slowest point, and no step computes a product twice" },
    },
  },
  picture = { "out", as = "steps", case = { w = 152, h = 100, most = 60 } },
  launch = function(c) return { grid = { ceil_div(c.w, 32), ceil_div(c.h, 8) }, block = { 32, 8 } } end,
  tolerance = { why = "integers are compared exactly" },
  oracle = function(c)
    for py = 0, c.h - 1 do
      for px = 0, c.w - 1 do
        local cx, cy = px * 12288 // c.w - 8192, py * 8192 // c.h - 4096
        local x, y, steps = 0, 0, 0
        while steps < c.most do
          local xx, yy = x * x // 4096, y * y // 4096
          if xx + yy > 4 * 4096 then break end
          x, y = xx - yy + cx, x * y // 2048 + cy
          steps = steps + 1
        end
        c.out[py * c.w + px] = steps
      end
    end
  end,
  hints = {
    "One thread for each pixel: px from the x parts, py from the y parts, and a guard with both. Then a loop that counts.",
    "Test whether the point has escaped at the start of a step, and leave the loop if it has. Be careful to compute the new y from the old x.",
    [[
```
while (steps < most) {
    int xx = ..., yy = ...;
    if (xx + yy > 4 * 4096) break;
    y = ((x * y) >> 11) + cy;
    x = xx - yy + cx;
    steps++;
}
```]],
  },
  task_python = [[
In Numba the division that drops the remainder is `//`, and `px, py = cuda.grid(2)` gives the column first. `out` is an array of two dimensions, which is indexed with the row first: `out[py, px]`.
]],
  hints_python = {
    "One thread for each pixel: `px, py = cuda.grid(2)`, and a guard with both. Then a loop that counts.",
    "Test whether the point has escaped at the start of a step, and leave the loop if it has. Be careful to compute the new y from the old x.",
    [[
```python
while steps < most:
    xx, yy = ...
    if xx + yy > 4 * 4096:
        break
    x, y = xx - yy + cx, ((x * y) >> 11) + cy
    steps += 1
```]],
  },
}
