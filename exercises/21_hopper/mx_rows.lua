return {
  title = "mx_rows: multiply with 8 bits, and know the error",
  kind = "kernel",
  difficulty = 3, minutes = 40,
  kernel = "mx_rows",
  task = [[
`W` is a matrix of `rows` rows and 32 * `blocks` columns in the format MXFP8. Compute y = W x, and for each element of `y` a bound of the error from the quantization.

Element k of row r has the byte `code[32 * blocks * r + k]`: a sign bit, and seven bits m for the magnitude. The magnitude is m * 2^-9 if m is below 8, and (8 + m % 8) * 2^(m / 8 - 10) otherwise, where `m / 8` is rounded down. The element is the signed magnitude times the scale of its block of 32 neighbours. This scale is 2^(s - 127) with s = `scale[blocks * r + k / 32]`, from 0 to 230. There are no NaNs.

A number that was rounded to an element was at most half a step away from it. The step at m is the scale times 2^(m / 8 - 10), or times 2^-9 for m below 8. So the error of y[r] is at most

bound[r] = the sum over k of step(r, k) / 2 * |x[k]|

(This holds if no number was limited to 448.) Use one warp for each row. Its lanes take neighbouring columns.
]],
  params = {
    { name = "y", type = "float", role = "out", count = "rows" },
    { name = "bound", type = "float", role = "out", count = "rows" },
    { name = "code", type = "unsigned char", role = "in", count = function(c) return c.rows * c.blocks * 32 end,
      fill = function(c, draw)
        local all = {}
        for i = 0, c.rows * c.blocks * 32 - 1 do
          local d = draw(0, 2 * c.top + 1)
          all[i] = d // 2 + 128 * (d % 2)
        end
        return all
      end },
    { name = "scale", type = "unsigned char", role = "in", count = function(c) return c.rows * c.blocks end, fill = { "integers", "low", "high" } },
    { name = "x", type = "float", role = "in", count = function(c) return c.blocks * 32 end, fill = { "integers", -2, 2 },
      scale = function(c) return c.unit or 1 end },
    { name = "rows", type = "int", value = "rows" },
    { name = "blocks", type = "int", value = "blocks" },
  },
  -- Sums of rows of one block are exact whatever the scale; of longer rows, as the numbers are small and their scales close together.
  cases = {
    { rows = 9, blocks = 1, top = 126, low = 127, high = 127 }, { rows = 1, blocks = 1, top = 126, low = 120, high = 134 }, { rows = 2, blocks = 3, top = 71, low = 126, high = 128 }, { rows = 3, blocks = 2, top = 7, low = 127, high = 128 },
    { rows = 70, blocks = 1, top = 126, low = 0, high = 230 }, { rows = 33, blocks = 1, top = 126, low = 0, high = 0 }, { rows = 5, blocks = 20, top = 71, low = 126, high = 128 }, { rows = 1, blocks = 20, top = 71, low = 126, high = 128 },
    { rows = { 50, 90 }, blocks = { 2, 15 }, top = 71, low = 126, high = 128 }, { rows = 1200, blocks = 1, top = 126, low = 1, high = 200 }, { rows = 33001, blocks = 1, top = 60, low = 100, high = 150 }, { rows = 11, blocks = 2, top = 71, low = 126, high = 128, unit = 2^-20 },
  },
  perf = { case = { rows = 256, blocks = 16, top = 71, low = 126, high = 128 }, share_work = 4,
    limits = { { "sectors_per_request", most = 3, why = "the lanes of a warp read 32 neighbouring bytes of `code`: one sector. So let each lane take column 32 * b + lane, not columns of its own" } } },
  launch = function(c) return { grid = ceil_div(c.rows, 8), block = 256 } end,
  tolerance = { why = "sums of such numbers are exact in every order" },
  oracle = function(c)
    for r = 0, c.rows - 1 do
      local sum, off = 0, 0
      for k = 0, 32 * c.blocks - 1 do
        local byte = c.code[32 * c.blocks * r + k]
        local m, s = byte % 128, 2.0^(c.scale[c.blocks * r + k // 32] - 127)
        local v = m < 8 and m * 2.0^-9 or (8 + m % 8) * 2.0^(m // 8 - 10)
        local step = m < 8 and 2.0^-9 or 2.0^(m // 8 - 10)
        sum = sum + (byte >= 128 and -v or v) * s * c.x[k]
        off = off + step / 2 * s * math.abs(c.x[k])
      end
      c.y[r], c.bound[r] = sum, off
    end
  end,
  hints = {
    "The row of a warp is `(blockIdx.x * blockDim.x + threadIdx.x) / 32`, and its lane takes column `32 * b + lane` for each block b. So all lanes of a warp read the same scale. Each lane keeps two sums, and shuffles add them up at the end.",
    "Subnormal and normal numbers have the same formula: with e = max(m / 8, 1) the magnitude is (m - 8 * (e - 1)) * 2^(e - 10), and half a step is 2^(e - 11). For powers of two there is `ldexpf(1, exponent)`. Unlike `s << 23`, it can make 2^-127.",
    [[In the loop over the blocks:
```
int m = byte & 127, e = max(m / 8, 1);
float unit = ldexpf(x[k], s - 127 + e - 10);
float v = (m - 8 * (e - 1)) * unit;
sum += byte & 128 ? -v : v;
off += fabsf(unit) / 2;
```]],
  },
}
