return {
  title = "conv_backward: the gradient of a window",
  kind = "kernel",
  difficulty = 2, minutes = 30,
  kernel = "conv_backward",
  task = [[
`conv2d_forward` uses a weight at every position of a picture. So every position contributes to the gradient of that weight. The gradient is the sum of all contributions: a reduction, where the forward pass was a stencil.

`x` has `ci` channels of `h` x `w` floats, as in `conv2d_forward`. `dy` has `co` channels of the same size: the gradients of the convolution's results. Compute

`dw[o][i][dr][dc] = sum over r, c of dy[o][r][c] * x[i][r + dr - 1][c + dc - 1]`

`db[o] = sum over r, c of dy[o][r][c]`

`dr` and `dc` go from 0 to 2. Elements outside the picture count as 0.

There is one block of 128 threads for each pair of channels: `blockIdx.x` is `i`, `blockIdx.y` is `o`. Let each thread go through every 128th position and keep nine sums in registers. Then the block combines the sums. The block with `i` = 0 also stores `db[o]`.

A channel has `h * w` elements, and the gradients of one pair of channels are nine neighbouring floats.
]],
  params = {
    { name = "dw", type = "float", role = "out", shape = { "co", "ci", 9 } },
    { name = "db", type = "float", role = "out", count = "co" },
    { name = "dy", type = "float", role = "in", shape = { "co", "h", "w" }, fill = { "eighths", -1, 2 } },
    { name = "x", type = "float", role = "in", shape = { "ci", "h", "w" }, fill = { "eighths", -2, 2 } },
    { name = "ci", type = "int", value = "ci" },
    { name = "co", type = "int", value = "co" },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { ci = 1, co = 1, h = 8, w = 16 }, { ci = 3, co = 2, h = 16, w = 16 }, { ci = 1, co = 1, h = 1, w = 1 }, { ci = 2, co = 3, h = 2, w = 3 },
    { ci = 3, co = 2, h = 3, w = 2 }, { ci = 1, co = 2, h = 1, w = 127 }, { ci = 2, co = 1, h = 129, w = 1 }, { ci = 2, co = 2, h = 15, w = 17 },
    { ci = 5, co = 3, h = { 5, 20 }, w = { 5, 20 } }, { ci = 1, co = 1, h = 1, w = 33001 }, { ci = 33, co = 5, h = 3, w = 5 }, { ci = 2, co = 40, h = 2, w = 4 },
  },
  perf = {
    case = { ci = 4, co = 6, h = 32, w = 32 }, gpu = { ci = 64, co = 64, h = 128, w = 128 },
    flops = function(c) return 18 * c.ci * c.co * c.h * c.w end,
    share_work = 4,
    limits = {
      { "global_sectors", times = 1.5, why = "neighbouring threads load neighbouring elements, and `dy` once for all nine sums" },
      { "time", times = 2, why = "neighbouring threads load neighbouring elements, and `dy` once for all nine sums" },
    },
  },
  launch = function(c) return { grid = { c.ci, c.co }, block = 128 } end,
  tolerance = { why = "products and sums of small multiples of 1/8 are exact in floats, in any order" },
  excused = {
    ignored_argument = "there are blocks for each channel",
    ["short_index:15"] = "33000 channels of a picture take too long here",
    ["guard_looser:33"] = "an eleventh sum is no element of the array, and the compilers leave that round out",
  },
  strict = { "race-within-warp" },
  oracle = function(v)
    local h, w = v.h, v.w
    for o = 0, v.co - 1 do
      v.db[o] = 0
      for p = 0, h * w - 1 do v.db[o] = v.db[o] + v.dy[o * h * w + p] end
      for i = 0, v.ci - 1 do
        for k = 0, 8 do
          local down, right, sum = k // 3 - 1, k % 3 - 1, 0
          for r = math.max(0, -down), math.min(h, h - down) - 1 do
            for c = math.max(0, -right), math.min(w, w - right) - 1 do
              sum = sum + v.dy[(o * h + r) * w + c] * v.x[(i * h + r + down) * w + c + right]
            end
          end
          v.dw[(o * v.ci + i) * 9 + k] = sum
        end
      end
    end
  end,
  hints = {
    "Each thread has ten sums: nine for the window, one for `dy` alone. It runs over positions `p` with a stride of 128; row and column are `p / w` and `p % w`. The block combines its sums at the end, as in `block_sum`.",
    "Load `dy` of a position once, and multiply it by the nine neighbours in `x`, if they are inside the picture. Keep the sums in an array `float sum[10] = { 0 }`, in loops from 0 to 2 that the compiler unrolls: then it knows every index, and the array stays in registers.",
    "For each of the ten sums, shuffles add up the warp, and lane 0 stores `part[warp][k]`. After one barrier, each thread k < 9 adds four parts and stores `dw[((size_t)o * ci + i) * 9 + k]`. Thread 9 stores `db[o]` if `i` is 0.",
  },
}
