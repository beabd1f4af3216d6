return {
  title = "matvec_int8: weights of one byte",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "matvec_int8",
  task = [[
When a language model writes, each new word needs *all* weights of the model once, in products of a matrix and a vector. Memory is the limit, so fewer bytes take less time. Weights of 8 bits take a quarter of the time that floats take.

`q` has `h` rows of `w` 8-bit integers, and each row has a scale, as in `quantize_int8` of lesson *Floating-point numbers*. Compute, for each row,

`y[r] = scale[r] * sum over c of q[r][c] * x[c]`

Do not write the weights back as floats: convert each in a register, where you use it. `x` has `w` floats, and the sum is a float, too.

If each lane loaded one byte, a request would fetch only 32 bytes. So each lane loads four weights at once, as a `char4`, and four numbers of `x`, as a `float4`. `w` is a multiple of 4, so every row begins at a multiple of 4 bytes. (Lane 0 takes the first four columns, lane 1 the next four, and so on.)

There is one warp for each row, and a block of 128 threads has four. There are enough blocks for `h` rows.
]],
  params = {
    { name = "y", type = "float", role = "out", count = "h" },
    { name = "q", type = "char", role = "in", shape = { "h", "w" }, fill = { "integers", "low", 127 } },
    { name = "scale", type = "float", role = "in", count = "h",
      fill = function(c, draw)
        local s = {}
        for r = 0, c.h - 1 do s[r] = 2.0 ^ draw(-6, 3) end
        return s
      end },
    { name = "x", type = "float", role = "in", count = "w", fill = { "eighths", -1, 2 } },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { h = 4, w = 128, low = -127 }, { h = 8, w = 256, low = -127 }, { h = 1, w = 4, low = -127 }, { h = 2, w = 8, low = -127 }, { h = 5, w = 12, low = -127 },
    { h = 3, w = 124, low = -127 }, { h = 6, w = 132, low = -127 }, { h = 31, w = 60, low = -127 }, { h = { 20, 70 }, w = { 100, 900, 4 }, low = -127 },
    { h = 2, w = 33004, low = -127 }, { h = 2001, w = 4, low = -127 },
  },
  perf = {
    case = { h = 64, w = 2048, low = -127 }, gpu = { h = 1 << 13, w = 8192, low = -127 },
    bytes = function(c) return c.h * c.w + 8 * c.h + 4 * c.w end,
    flops = function(c) return 2 * c.h * c.w end,
    limits = {
      { "global_requests", times = 1.3, why = "a lane loads four weights at once, as a `char4`" },
      { "active_lanes", least = 20, why = "all lanes of a warp share a row" },
      { "time", times = 1.5, why = "the weights are read once, by loads of many bytes" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.h, 4), block = 128 } end,
  tolerance = { rel = 1e-6, abs = 0.002, why = "sums of a thousand columns are exact; for the longest rows the last binary digits may be lost" },
  strict = { "race-within-warp" },
  excused = {
    absolute = "a scale is positive",
    even_sizes = "the width is a multiple of 4", large_sizes = "the width is a multiple of 4",
    short_index = "33000 warps for 33000 rows take too long here",
  },
  oracle = function(v)
    for r = 0, v.h - 1 do
      local sum = 0
      for c = 0, v.w - 1 do sum = sum + v.q[r * v.w + c] * v.x[c] end
      v.y[r] = sum * v.scale[r]
    end
  end,
  hints = {
    "It is `mixed_dot` of lesson *Floating-point numbers* with other types. Use pointers to the row's groups of four, and let each lane take every 32nd group. Then come the shuffles of `warp_sum`.",
    [[The two pointers:
```
const char4 *row = (const char4 *)(q + (size_t)r * w);
const float4 *v = (const float4 *)x;
```
There are `w / 4` groups. The members are x, y, z and w.]],
    [[
```
char4 a = row[i];
float4 b = v[i];
sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
```
After the shuffles, lane 0 stores `scale[r] * sum`.]],
  },
}
