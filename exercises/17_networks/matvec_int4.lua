return {
  title = "matvec_int4: eight weights in one word",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "matvec_int4",
  task = [[
C++ has no 4-bit integers, so a 32-bit word holds eight weights of 4 bits. With half the bytes of `matvec_int8`, the kernel takes half the time if unpacking is cheap.

`q` has `h` rows of `w / 8` words. The lowest four bits of a word are its first weight, the next four bits its second, and so on. Four bits hold a number from 0 to 15. The weight is that number *minus 8*, so it is from -8 to 7.

With so few values, one scale for a whole row would be too coarse. So each *group* of 32 neighbouring columns has its own scale. `scale` has `h` rows of `w / 32` floats, and column `c` belongs to group `c / 32`. Compute, for each row,

`y[r] = sum over c of scale[r][c / 32] * (bits of c - 8) * x[c]`

`w` is a multiple of 32. Let a lane load a whole word of `q`, and the eight numbers of `x` as two `float4`. All eight weights belong to one group, so add up their products first, and scale that sum once.

There is one warp for each row, and a block of 128 threads has four. There are enough blocks for `h` rows.
]],
  params = {
    { name = "y", type = "float", role = "out", count = "h" },
    { name = "q", type = "unsigned int", role = "in", shape = { "h", function(c) return c.w // 8 end }, fill = { "integers", 0, 4294967295 } },
    { name = "scale", type = "float", role = "in", shape = { "h", function(c) return c.w // 32 end }, fill = { "eighths", 0.125, 1.5 } },
    { name = "x", type = "float", role = "in", count = "w", fill = { "eighths", function(c) return -(c.wide or 1) end, function(c) return c.wide or 2 end } },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { h = 4, w = 256 }, { h = 8, w = 512 }, { h = 1, w = 32 }, { h = 2, w = 64 }, { h = 3, w = 96 }, { h = 5, w = 224 }, { h = 6, w = 288 },
    { h = 31, w = 160 }, { h = { 20, 70 }, w = { 96, 960, 32 } }, { h = 2, w = 33024 }, { h = 1301, w = 32 }, { h = 9, w = 64, wide = 100 },
  },
  perf = {
    case = { h = 64, w = 2048 }, gpu = { h = 1 << 14, w = 8192 },
    bytes = function(c) return c.h * c.w // 2 + c.h * c.w // 8 + 4 * (c.h + c.w) end,
    flops = function(c) return 2 * c.h * c.w end,
    limits = {
      { "global_requests", times = 1.3, why = "a lane loads a word with eight weights at once, and `x` as `float4`" },
      { "active_lanes", least = 20, why = "all lanes of a warp share a row" },
      { "time", times = 1.5, why = "the words are read once, by neighbouring lanes" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.h, 4), block = 128 } end,
  tolerance = { rel = 1e-6, abs = 0.004, why = "sums of a thousand columns are exact; for the longest rows the last binary digits may be lost" },
  excused = {
    even_sizes = "the width is a multiple of 32", large_sizes = "the width is a multiple of 32, so never 1",
    short_index = "33000 warps for 33000 rows take too long here",
  },
  strict = { "race-within-warp" },
  oracle = function(v)
    local words, groups = v.w // 8, v.w // 32
    for r = 0, v.h - 1 do
      local sum = 0
      for c = 0, v.w - 1 do
        local weight = v.q[r * words + c // 8] // 16 ^ (c % 8) % 16 - 8
        sum = sum + weight * v.scale[r * groups + c // 32] * v.x[c]
      end
      v.y[r] = sum
    end
  end,
  hints = {
    "It is `matvec_int8` with words instead of `char4`: a row has `w / 8` words, and each lane takes every 32nd. Word `i` belongs to the columns `8 * i` to `8 * i + 7`, and to group `i / 4`.",
    "A weight: shift the word to the right by `4 * k` bits, keep the lowest four (`& 15`), subtract 8 from that as an `int`. Word `i` needs the elements `2 * i` and `2 * i + 1` of `x`, taken as an array of `float4`.",
    [[In the loop:
```
unsigned int v = row[i];
float4 a = x4[2 * i], b = x4[2 * i + 1];
float part = weight(v, 0) * a.x + ... + weight(v, 7) * b.w;
sum += part * scale[(size_t)r * (w / 32) + i / 4];
```
The shuffles follow, and lane 0 stores.]],
  },
}
