-- The bits of a number in half precision: v is a multiple of 1/128.
local function half(v)
  if v == 0 then return 0 end
  local sign, e = v < 0 and 0x8000 or 0, 15
  v = math.abs(v)
  while v >= 2 do v, e = v / 2, e + 1 end
  while v < 1 do v, e = v * 2, e - 1 end
  return sign | e << 10 | math.tointeger((v - 1) * 1024)
end

local function number(bits)
  local v = bits & 0x7c00 == 0 and (bits & 0x3ff) / 1024 * 2.0 ^ -14 or (1 + (bits & 0x3ff) / 1024) * 2.0 ^ ((bits >> 10 & 0x1f) - 15)
  return bits & 0x8000 ~= 0 and -v or v
end

return {
  title = "saxpy_half2: two numbers in one instruction",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "saxpy_half2",
  task = [[
`y[i] = a * x[i] + y[i]`, as in lesson *Kernels*, but `x` and `y` are in half precision, and `a` is a float that half precision holds exactly.

The arithmetic units work on *pairs* of halves: `__hfma2(a, x, y)` multiplies and adds two numbers in one instruction. So let each thread take a pair, `__half2`, four bytes, with one load from each array and one store. `__float2half2_rn(a)` makes a pair with `a` in both halves.

`n` may be odd: the last element has no partner. One thread handles it alone, with `__hfma` of single halves, `__float2half(a)`, and single loads. Loading a pair there would reach past the end of the arrays.

There are just enough blocks of 256 threads to have one thread for each pair, including the incomplete one. The arrays arrive as bare bits, in `unsigned short`. Cast the pointers to `__half2 *` and `__half *`.
]],
  params = {
    { name = "y", type = "unsigned short", role = "inout", count = "n", fill = { "halves", -7.875, 7.875 } },
    { name = "x", type = "unsigned short", role = "in", count = "n", fill = { "halves", -7.875, 7.875 } },
    { name = "a", type = "float", value = "a" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 512, a = 2 }, { n = 1, a = 3 }, { n = 2, a = 0.5 }, { n = 3, a = 4 }, { n = 511, a = -1.5 }, { n = 513, a = 3.5 }, { n = 514, a = 2.25 },
    { n = { 1000, 6000 }, a = { 2, 4 } }, { n = 66001, a = 1.25 }, { n = 66006, a = 2.5 },
  },
  perf = {
    case = { n = 32768, a = 2 }, gpu = { n = 1 << 24, a = 2 },
    limits = {
      { "global_requests", times = 1.3, why = "a thread loads and stores two neighbouring halves at once, as a `__half2`" },
      { "warp_instructions", times = 1.5, why = "`__hfma2` multiplies and adds a pair" },
      { "time", times = 1.3, why = "only reading `x` and `y` and writing `y` should take time" },
    },
  },
  launch = function(c) return { grid = ceil_div(ceil_div(c.n, 2), 256), block = 256 } end,
  tolerance = { why = "all products and sums have 11 binary digits or fewer: half precision holds them" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.y[i] = half(c.a * number(c.x[i]) + number(c.y[i])) end
  end,
  hints = {
    "Thread i has the elements 2i and 2i + 1. There are three kinds of threads: those with a whole pair, at most one with a single element, and those with none.",
    "A pair is there if `i < n / 2`, which rounds down. If n is odd, thread `n / 2` has the last element, `n - 1`. The others have nothing to do.",
    [[
```
if (i < n / 2)
    y2[i] = __hfma2(__float2half2_rn(a), x2[i], y2[i]);
```
Then `else if (i == n / 2 && n % 2 == 1)`: the same with `__hfma`, `__float2half(a)` and element n - 1 of the single halves.]],
  },
}
