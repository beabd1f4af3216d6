return {
  title = "maxpool_backward: the gradient goes to the winner",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "maxpool_backward",
  task = [[
`maxpool` took the largest of each 2 x 2 numbers and kept its position in `which`. If the largest number of a window grows a little, so does the result. If one of the other three grows a little, nothing happens. So the gradient of a window goes to its largest number, and the others get 0.

`dy` has channels of `h / 2` x `w / 2` floats, rounded down: the gradient of each window's result. `which` has a byte for each window, 0 to 3: 0 and 1 are the positions in its upper row, 2 and 3 those in its lower row. Write *every* number of `dx`, which has channels of `h` x `w`:

- `dy` of its window, at the position that `which` names
- 0 at the other three
- 0 in the last row if `h` is odd, and in the last column if `w` is odd: they belong to no window

`h` and `w` are at least 2. Blocks have 32 x 8 threads, one for each number of `dx`; `blockIdx.z` is the channel. Each thread can find out what *its* number gets. Then no two threads write to the same location, and `dx` need not be cleared first.
]],
  params = {
    { name = "dx", type = "float", role = "out", shape = { "ch", "h", "w" } },
    { name = "dy", type = "float", role = "in", shape = { "ch", function(c) return c.h // 2 end, function(c) return c.w // 2 end }, fill = { "eighths", -9, 9 },
      -- Infinities, and NaN where infinity is multiplied by 0.
      scale = function(c) return c.exploded == 1 and math.huge or 1 end },
    { name = "which", type = "unsigned char", role = "in", shape = { "ch", function(c) return c.h // 2 end, function(c) return c.w // 2 end }, fill = { "integers", 0, 3 } },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { ch = 1, h = 16, w = 64, exploded = 0 }, { ch = 3, h = 8, w = 32, exploded = 0 }, { ch = 1, h = 2, w = 2, exploded = 0 },
    { ch = 2, h = 3, w = 2, exploded = 0 }, { ch = 2, h = 2, w = 3, exploded = 0 }, { ch = 1, h = 3, w = 3, exploded = 0 },
    { ch = 3, h = 9, w = 33, exploded = 0 }, { ch = 2, h = 7, w = 31, exploded = 0 }, { ch = 2, h = 17, w = 66, exploded = 0 },
    { ch = 2, h = 6, w = 34, exploded = 1 }, { ch = { 2, 5 }, h = { 5, 40 }, w = { 5, 90 }, exploded = 0 }, { ch = 40, h = 4, w = 6, exploded = 0 },
    { ch = 1, h = 2, w = 33001, exploded = 0 }, { ch = 1, h = 33001, w = 2, exploded = 0 },
  },
  perf = {
    case = { ch = 4, h = 64, w = 128, exploded = 0 }, gpu = { ch = 16, h = 1024, w = 1024, exploded = 0 },
    share_work = 4,
    limits = {
      { "global_sectors", times = 1.5, why = "neighbouring threads write neighbouring numbers" },
      { "time", times = 1.5, why = "neighbouring threads write neighbouring numbers" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.w, 32), ceil_div(c.h, 8), c.ch }, block = { 32, 8 } } end,
  tolerance = { why = "gradients are moved, not computed" },
  excused = { large_sizes = "a window has two rows and two columns" },
  oracle = function(v)
    local oh, ow = v.h // 2, v.w // 2
    for i = 0, v.ch * v.h * v.w - 1 do v.dx[i] = 0 end
    for o = 0, v.ch * oh * ow - 1 do
      local ch, r, c, k = o // (oh * ow), o // ow % oh, o % ow, v.which[o]
      v.dx[(ch * v.h + 2 * r + k // 2) * v.w + 2 * c + k % 2] = v.dy[o]
    end
  end,
  hints = {
    "Number (r, c) of a channel lies in window (r / 2, c / 2), and in that window it has position `r % 2 * 2 + c % 2`. It gets the window's gradient if `which` names just this position.",
    "You need two guards. A thread outside of `dx` does nothing. But a thread in an odd last row or column has to write 0, and must not read `dy` or `which`, since its window does not exist.",
    [[
```
float d = 0;
if (r / 2 < h / 2 && c / 2 < w / 2) {
    size_t i = ((size_t)blockIdx.z * (h / 2) + r / 2) * (w / 2) + c / 2;
    if (which[i] == r % 2 * 2 + c % 2) d = dy[i];
}
```
Then every thread stores its `d`.]],
  },
}
