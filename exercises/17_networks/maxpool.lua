return {
  title = "maxpool: the largest, and where it was",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "maxpool",
  task = [[
Max pooling makes a picture smaller: of each window of 2 x 2 numbers it keeps the largest. The windows do not overlap.

`x` has channels of `h` rows and `w` columns, and at least two of each. `y` has as many channels of `h / 2` x `w / 2` floats, rounded down: if `h` or `w` is odd, the last row or column of `x` belongs to no window. Compute

`y[ch][r][c]`: the largest of `x[ch][2r][2c]`, `x[ch][2r][2c + 1]`, `x[ch][2r + 1][2c]` and `x[ch][2r + 1][2c + 1]`

`which[ch][r][c]`: which of these four it was, from 0 to 3 in this order

The backward pass needs `which`, and does not need `x`. So the program keeps one byte for each window, instead of 16.

- If several of the four are equal, the first of them wins.
- If some are NaN, the *first NaN* wins: `y` is NaN, and `which` says where it was. A NaN means that something went wrong earlier, and a network should not hide that. (`numpy.argmax` has the same rule; `fmaxf` prefers the number.)

Blocks have 32 x 8 threads, one for each window. `blockIdx.z` is the channel.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "ch", function(c) return c.h // 2 end, function(c) return c.w // 2 end } },
    { name = "which", type = "unsigned char", role = "out", shape = { "ch", function(c) return c.h // 2 end, function(c) return c.w // 2 end } },
    { name = "x", type = "float", role = "in", shape = { "ch", "h", "w" }, fill = { "eighths", "low", "high" },
      -- Infinity times 0 is NaN, so such a case has NaN and both infinities.
      scale = function(c) return c.nans == 1 and math.huge or c.unit end },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { ch = 1, h = 16, w = 64, low = 1, high = 5, unit = 1, nans = 0 }, { ch = 1, h = 2, w = 2, low = -9, high = -1, unit = 1, nans = 0 },
    { ch = 3, h = 16, w = 64, low = -3, high = -2, unit = 1e38, nans = 0 }, { ch = 2, h = 3, w = 2, low = -1, high = 1, unit = 1, nans = 1 },
    { ch = 2, h = 2, w = 3, low = -1, high = 1, unit = 1, nans = 0 }, { ch = 3, h = 17, w = 63, low = -0.25, high = 0.25, unit = 1, nans = 1 },
    { ch = 2, h = 15, w = 66, low = -0.125, high = 0.125, unit = 1, nans = 1 }, { ch = 1, h = 14, w = 65, low = -2, high = 9, unit = 1, nans = 0 },
    { ch = { 2, 5 }, h = { 5, 40 }, w = { 5, 90 }, low = { -4, -1 }, high = { 0, 4 }, unit = 1, nans = 0 },
    -- -0 and 0, which are equal, between the smallest floats.
    { ch = 2, h = 26, w = 70, low = -1, high = 1, unit = 1e-45, nans = 0 },
    { ch = 40, h = 4, w = 6, low = -0.25, high = 0.5, unit = 1, nans = 1 },
    { ch = 1, h = 2, w = 66003, low = -5, high = 5, unit = 1, nans = 0 }, { ch = 1, h = 66003, w = 2, low = -5, high = 5, unit = 1, nans = 0 },
  },
  perf = {
    case = { ch = 4, h = 64, w = 128, low = -90, high = 90, unit = 1, nans = 0 },
    gpu = { ch = 16, h = 1024, w = 1024, low = -90, high = 90, unit = 1, nans = 0 },
    share_work = 4,
    limits = {
      { "global_sectors", times = 1.3, why = "neighbouring threads look at neighbouring windows" },
      { "time", times = 1.5, why = "neighbouring threads look at neighbouring windows" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.w // 2, 32), ceil_div(c.h // 2, 8), c.ch }, block = { 32, 8 } } end,
  tolerance = { why = "the largest of four numbers is one of them" },
  excused = { large_sizes = "a window has two rows and two columns" },
  oracle = function(v)
    local oh, ow = v.h // 2, v.w // 2
    for o = 0, v.ch * oh * ow - 1 do
      local ch, r, c = o // (oh * ow), o // ow % oh, o % ow
      local first = (ch * v.h + 2 * r) * v.w + 2 * c
      local four = { v.x[first], v.x[first + 1], v.x[first + v.w], v.x[first + v.w + 1] }
      local most, at = -math.huge, nil
      for k = 1, 4 do most = math.max(most, four[k] == four[k] and four[k] or -math.huge) end
      for k = 4, 1, -1 do if four[k] == most then at = k end end
      for k = 4, 1, -1 do if four[k] ~= four[k] then at = k end end
      v.y[o], v.which[o] = four[at], at - 1
    end
  end,
  hints = {
    "Begin with the window's first number and its position 0, and compare the other three in their order. Beginning with 0 or with a very small constant is a trap: all four may be smaller.",
    "The window starts at `x + ((size_t)blockIdx.z * h + 2 * r) * w + 2 * c`, and number k of it is `window[k / 2 * w + k % 2]`. A row of `y` has `w / 2` elements. When does a new number replace the best? If it is larger, or if it is NaN while the best is not.",
    [[Every comparison with NaN is false, so `!(v <= best)` is true for a larger `v` and for a `v` that is NaN. But it is also true if `best` is NaN, which must stay:
```
if (best == best && !(v <= best)) {
    best = v;
    winner = k;
}
```]],
  },
}
