local function e2m1(v) -- of a number from 0 on
  local values, best = { [0] = 0, 0.5, 1, 1.5, 2, 3, 4, 6 }, 0
  for m = 1, 7 do
    local half = (values[m - 1] + values[m]) / 2
    if v > half or v == half and m % 2 == 0 then best = m end
  end
  return best
end

return {
  title = "fp4_pairs: two numbers in a byte",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "fp4_pairs",
  task = [[
Write `n` floats as E2M1, the FP4 format of Blackwell's tensor cores. It has four bits: one for the sign, two for the exponent, one for the fraction. The lower three bits are a number m from 0 to 7, which stands for

0, 0.5, 1, 1.5, 2, 3, 4, 6

Two floats share a byte. `x[2 * i]` goes to the lower four bits of `pairs[i]`, and `x[2 * i + 1]` to the upper four. If `n` is odd, the upper four bits of the last byte are 0.

Round to the nearest value. Halfway between two values, take the one with the even m. The format has no infinity and no NaN, so everything above 6 becomes 6, even infinity. The sign bit is that of the float, even if the number becomes zero. `x` has no NaN.

Two threads cannot each write half of a byte, so let each thread make one byte.
]],
  params = {
    { name = "pairs", type = "unsigned char", role = "out", count = function(c) return ceil_div(c.n, 2) end },
    { name = "x", type = "float", role = "in", count = "n",
      fill = function(c, draw) -- eighths are often halfway; some numbers are a little beside, and some are large
        local all = {}
        for i = 0, c.n - 1 do
          local v = draw(0, 60) / 8 + draw(-1, 1) * 2.0^-20
          if draw(0, 15) == 0 then v = draw(0, 2) == 0 and 1 / 0 or draw(7, 500) * 2.0^draw(0, 100) end
          all[i] = v * (draw(0, 1) * 2.0 - 1)
        end
        return all
      end },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 300 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 511 }, { n = 512 }, { n = 513 }, { n = 514 }, { n = { 3000, 9000 } }, { n = 100001 },
  },
  perf = { case = { n = 65536 }, share_work = 4 },
  launch = function(c) return { grid = ceil_div(c.n, 512), block = 256 } end,
  tolerance = { why = "every byte follows from the rules" },
  oracle = function(c)
    for i = 0, ceil_div(c.n, 2) - 1 do c.pairs[i] = 0 end
    for i = 0, c.n - 1 do
      local negative = c.x[i] < 0 or 1 / c.x[i] < 0
      c.pairs[i // 2] = c.pairs[i // 2] + (e2m1(math.abs(c.x[i])) + (negative and 8 or 0)) * (i % 2 == 0 and 1 or 16)
    end
  end,
  hints = {
    "Write a `__device__` function for one number first: from a float to four bits. With only eight values, a chain of comparisons does it. Halfway between m = 0 and m = 1 is 0.25; the even one is m = 0, so 0.25 itself becomes 0.",
    "At 0.25, 1.25, 2.5 and 5 the lower value is the even one, so compare with `>`. At 0.75, 1.75 and 3.5 it is the upper one, so use `>=`. `signbit(v)` is right for -0, too.",
    [[The sum of seven comparisons is m:
```
float v = fabsf(x);
int m = (v > 0.25f) + (v >= 0.75f) + (v > 1.25f)
      + (v >= 1.75f) + (v > 2.5f) + (v >= 3.5f) + (v > 5);
return m | (signbit(x) ? 8 : 0);
```
The byte is `low | high << 4`, where high is 0 if there is no `x[2 * i + 1]`.]],
  },
}
