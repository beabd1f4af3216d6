local NAN = { [0] = 0 / 0, -(0 / 0) } -- of either sign

local function e4m3(v) -- of a number from 0 on
  local e = -6
  while v >= 2.0^(e + 1) and e < 9 do e = e + 1 end
  local steps = v * 2.0^(3 - e)
  local q = math.floor(steps)
  if steps - q > 0.5 or steps - q == 0.5 and q % 2 == 1 then q = q + 1 end
  return math.min(q + 8 * (e + 6), 126)
end

return {
  title = "Bug hunt: the loudest samples",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "hunt_loud",
  task = [[
Each sample of a recording is multiplied by `scale` and stored as E4M3, a byte with one bit for the sign, four for the exponent and three for the fraction. The largest value of the format is 448, with the code 126. The code 127 is the NaN. Negative values have 128 more.

- a product above 448 becomes 448, and one below -448 becomes -448
- a missing sample is a NaN in `x`, of either sign. Its code is 127
- every other product is rounded to the nearest value, or, halfway between two, to the one with the even code. The sign bit is that of the sample, even if the result is zero

"It was right for all my recordings," says the colleague who wrote this, "but then we turned the volume up a little. Most samples are still right. But of the loudest ones, some have become NaN, and some silence."

Find out why, and correct it.
]],
  params = {
    { name = "code", type = "unsigned char", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n",
      fill = function(c, draw)
        local all = {}
        for i = 0, c.n - 1 do
          local v = draw(0, c.loudest * 8) / 8
          if draw(0, 3) == 0 then v = v * 2.0^-draw(0, 18) end
          if draw(0, 40) == 0 then v = 1 / 0 end
          all[i] = draw(0, 20) == 0 and NAN[draw(0, 1)] or v * (draw(0, 1) * 2.0 - 1)
        end
        return all
      end },
    { name = "scale", type = "float", value = "scale" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 300, loudest = 500, scale = 1 }, { n = 1, loudest = 440, scale = 1 }, { n = 2, loudest = 440, scale = 1 }, { n = 3, loudest = 440, scale = 0.5 }, { n = 255, loudest = 240, scale = 2 },
    { n = 256, loudest = 100, scale = 8 }, { n = 257, loudest = 3000, scale = 1 }, { n = 1000, loudest = 8, scale = 64 }, { n = 513, loudest = 1000, scale = 0.25 }, { n = { 2000, 9000 }, loudest = { 400, 600 }, scale = 1 },
    { n = 100001, loudest = 511, scale = 1 },
  },
  perf = { case = { n = 65536, loudest = 600, scale = 1 }, share_work = 4 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "every byte follows from the rules" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local v = c.x[i] * c.scale
      local negative = v < 0 or 1 / v < 0
      c.code[i] = v ~= v and 127 or e4m3(math.abs(v)) + (negative and 128 or 0)
    end
  end,
  hints = {
    "Take a wrong element from the report, and work out `v`, `e` and `m` for it by hand. Which values of `v` get the codes 127 and 128?",
    "Exponent 8 has the values 256, 288, ..., 448. One step more, 480, would be the NaN. A number above 464 is nearer to 480, or even to 512, whose code is 128, minus zero. A test of the exponent does not notice that.",
    [[Limit the code after the rounding, not the exponent before it:
```
m = min((int)rintf(steps) + 8 * (e + 6), 126);
```
If you use `fminf(v, 448)` before the rounding, remember the missing samples: `fminf(NAN, 448)` is 448.]],
  },
}
