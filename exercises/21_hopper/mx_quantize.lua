local function exponent(a) -- of a number above 0: 2^e <= a < 2^(e + 1)
  local e = 0
  while a >= 2 do a, e = a / 2, e + 1 end
  while a < 1 do a, e = a * 2, e - 1 end
  return e
end

local function e4m3(v) -- of a number from 0 on
  local e = -6
  while v >= 2.0^(e + 1) do e = e + 1 end
  local steps = v * 2.0^(3 - e)
  local q = math.floor(steps)
  if steps - q > 0.5 or steps - q == 0.5 and q % 2 == 1 then q = q + 1 end
  return math.min(q + 8 * (e + 6), 126)
end

return {
  title = "mx_quantize: 8 bits and a scale for 32 of them",
  kind = "kernel",
  difficulty = 3, minutes = 40,
  kernel = "mx_quantize",
  task = [[
Write `n` floats in the format MXFP8: one byte for each float, and one more for each block of 32 neighbours, which is their scale. The last block may be shorter.

The scale is a power of two, stored as E8M0: byte s stands for 2^(s - 127). It depends on the block's largest magnitude. If 2^e is the largest power of two that is not above this magnitude, s is e - 8 + 127, but not less than 0. A block of zeros has s = 0. (448, the largest value of E4M3, has the exponent 8. So after the division the largest magnitude is from 256 to 512, unless s was limited.)

Divide each float by its block's scale, and write the result as E4M3: one bit for the sign, four for the exponent, three for the fraction. Take these seven bits as a number m:

- m from 0 to 7 stands for m * 2^-9. These are the subnormal numbers
- m from 8 to 126 stands for (8 + m % 8) * 2^(m / 8 - 10), where `m / 8` is rounded down
- 127 is the NaN. There is no infinity

Round to the nearest value. Halfway between two values, take the one with the even m. A magnitude above 448 becomes 448, which is m = 126. The sign bit is that of the float, even if the result is zero.

`x` has no NaN and no infinity. `cuda_fp8.h` has conversions for this, but here you write it yourself, in a few lines. Each warp has exactly one block.
]],
  params = {
    { name = "code", type = "unsigned char", role = "out", count = "n" },
    { name = "scale", type = "unsigned char", role = "out", count = function(c) return ceil_div(c.n, 32) end },
    { name = "x", type = "float", role = "in", count = "n",
      fill = function(c, draw) -- 8 bits each, so that halfway cases are frequent; some blocks are zero
        local all, e, most = {}, 0, 0
        for i = 0, c.n - 1 do
          if i % 32 == 0 then e, most = draw(c.low, c.high), draw(0, 7) > 0 and 255 or 0 end
          local v = draw(0, most)
          if c.below and v > 0 then v = 256 - 2.0^-16 end -- just below a power of two
          all[i] = (draw(0, 1) * 2.0 - 1) * v * 2.0^(e - 7 - draw(0, c.spread))
        end
        return all
      end },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 64, low = 0, high = 0, spread = 3 }, { n = 1, low = 3, high = 3, spread = 0 }, { n = 33, low = -4, high = 9, spread = 1 }, { n = 31, low = 8, high = 8, spread = 0 },
    { n = 1000, low = -3, high = 3, spread = 20 }, { n = 2048, low = -126, high = 127, spread = 6 }, { n = 1500, low = -126, high = -114, spread = 9 }, { n = 256, low = 127, high = 127, spread = 2 },
    { n = { 3000, 9000 }, low = -20, high = 20, spread = 12 }, { n = 100001, low = 0, high = 8, spread = 16 },
    { n = 500, low = -100, high = 100, spread = 9, below = 1 },
  },
  perf = { case = { n = 65536, low = -3, high = 3, spread = 8 }, share_work = 4 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "every byte follows from the rules" },
  oracle = function(c)
    for b = 0, ceil_div(c.n, 32) - 1 do
      local last, most = math.min(32 * b + 31, c.n - 1), 0
      for i = 32 * b, last do most = math.max(most, math.abs(c.x[i])) end
      local s = most == 0 and 0 or math.max(exponent(most) - 8 + 127, 0)
      c.scale[b] = s
      for i = 32 * b, last do
        local negative = c.x[i] < 0 or 1 / c.x[i] < 0
        c.code[i] = e4m3(math.abs(c.x[i]) * 2.0^(127 - s)) + (negative and 128 or 0)
      end
    end
  end,
  hints = {
    "Nonnegative floats are in the same order as their bits, read as unsigned numbers. So the warp can find the largest `__float_as_uint(x[i]) & 0x7FFFFFFF` with `__shfl_xor_sync`. Its bits from 23 on are e + 127. Threads beyond `n` take part, with 0.",
    "Division by 2^(s - 127) is multiplication by 2^(127 - s), the float with the bits `(254 - s) << 23`. For the rounding, find the exponent e of the quotient v, but take at least -6. Then E4M3's step near v is 2^(e - 3), and `rintf(v / step)` rounds as the task demands.",
    [[With the magnitude `v`, the rounded number of steps gives the code, whether the result is subnormal, normal, or has been rounded up to the next power of two:
```
int e = max((int)(__float_as_uint(v) >> 23) - 127, -6);
float steps = v * __uint_as_float((130 - e) << 23);
int m = min((int)rintf(steps) + 8 * (e + 6), 126);
```]],
  },
}
