return {
  title = "mixed_dot: stored in half, added in float",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "mixed_dot",
  task = [[
`a` and `b` have `h` rows of `w` numbers in half precision, 16 bits each. `out[r]` is the product of row `r` of `a` with row `r` of `b`: the sum of `a[r][i] * b[r][i]`, as a float.

Half the bytes take half the time, as long as memory is the limit. But a half has only 11 binary digits, and cannot exceed 65504. So the numbers are *stored* as halves, and all arithmetic is done in floats: convert both factors first, then multiply and add. That is called mixed precision.

Halves can be loaded in pairs: a `__half2` has four bytes, so a lane loads two neighbours at once. `__half22float2` turns the pair into a `float2` with the members `x` and `y`. `w` is even, so that each row is a whole number of pairs.

There is one warp for each row, and four in a block of 128 threads. A lane takes every 32nd pair, and in the end the warp adds up the lanes' sums with shuffles. `h` need not be a multiple of 4.

The arrays arrive as bare bits, in `unsigned short`. Cast the pointers: `(const __half2 *)(a + ...)`.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "h" },
    { name = "a", type = "unsigned short", role = "in", shape = { "h", "w" }, fill = { "halves", -32, 32 } },
    { name = "b", type = "unsigned short", role = "in", shape = { "h", "w" }, fill = { "halves", -2, 2 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 64, h = 4 }, { w = 128, h = 8 }, { w = 2, h = 1 }, { w = 2, h = 30 }, { w = 4, h = 3 }, { w = 62, h = 5 }, { w = 66, h = 7 },
    { w = 6, h = { 20, 90 } }, { w = { 200, 600, 2 }, h = { 3, 20 } }, { w = 4000, h = 3 }, { w = 50000, h = 2 }, { w = 2, h = 2001 },
  },
  perf = {
    case = { w = 1024, h = 32 }, gpu = { w = 8192, h = 2048 },
    limits = {
      { "global_requests", times = 1.5, why = "a lane loads two neighbouring halves at once, as a `__half2`" },
      { "active_lanes", least = 13, why = "all lanes of a warp share a row" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.h, 4), block = 128 } end,
  tolerance = { rel = 2e-5, why = "a float's 24 binary digits, and each order of adding rounds in its own way" },
  excused = { even_sizes = "the width is even", large_sizes = "the width is even", short_index = "33000 warps for 33000 rows take too long here" },
  -- 15 is the exponent's bias, and the leading 1 of the mantissa is not stored.
  oracle = function(c)
    local function number(bits)
      local exponent, digits = bits >> 10 & 0x1f, (bits & 0x3ff) / 1024
      local size = exponent > 0 and (1 + digits) * 2.0 ^ (exponent - 15) or digits * 2.0 ^ -14
      return bits & 0x8000 ~= 0 and -size or size
    end
    for r = 0, c.h - 1 do
      local sum = 0
      for k = 0, c.w - 1 do sum = sum + number(c.a[r * c.w + k]) * number(c.b[r * c.w + k]) end
      c.out[r] = sum
    end
  end,
  hints = {
    "It is `warp_sum` with a loop in front of it. A warp's row is `blockIdx.x * 4 + threadIdx.x / 32`; the whole warp leaves if there is no such row.",
    "Begin with pointers to the row's pairs: `const __half2 *p = (const __half2 *)(a + (size_t)r * w)`. The row has `w / 2` of them, and lane 0 takes the pairs 0, 32, 64 ...",
    [[
```
float2 u = __half22float2(p[i]), v = __half22float2(q[i]);
sum += u.x * v.x + u.y * v.y;
```]],
  },
}
