return {
  title = "conv2d_forward: a stencil with channels",
  kind = "kernel",
  difficulty = 2, minutes = 30,
  kernel = "conv2d_forward",
  task = [[
A convolution slides a window of 3 x 3 over a picture, and computes a weighted sum at each position. The weights are learned. In a network a picture has several *channels* (at first red, green and blue, later whatever the network has found useful), and each channel of the result looks at *all* channels of the input.

`x` has `ci` channels of `h` x `w` floats, and `y` has `co` channels of the same size. Each channel of `y` has `ci` windows of nine weights:

`y[o][r][c] = b[o] + sum over i, dr, dc of weight[o][i][dr][dc] * x[i][r + dr - 1][c + dc - 1]`

`dr` and `dc` go from 0 to 2. Elements outside the picture count as 0.

Blocks have 16 x 16 threads, one for each element of one channel of `y`; `blockIdx.z` is the channel. There are enough blocks for `w` x `h`. Nine threads of a block need each element of `x`. So for each channel of `x`, load a tile of 18 x 18 into shared memory: the elements of the block, and one more on each side.

A channel of `x` has `h * w` elements, and the weights of one pair of channels are nine neighbouring floats.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "co", "h", "w" } },
    { name = "x", type = "float", role = "in", shape = { "ci", "h", "w" }, fill = { "eighths", -2, 2 } },
    { name = "weight", type = "float", role = "in", shape = { "co", "ci", 9 }, fill = { "eighths", -2, 2 } },
    { name = "b", type = "float", role = "in", count = "co", fill = { "eighths", -4, 4 } },
    { name = "ci", type = "int", value = "ci" },
    { name = "co", type = "int", value = "co" },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
  },
  cases = {
    { ci = 1, co = 1, h = 16, w = 16 }, { ci = 3, co = 2, h = 16, w = 16 }, { ci = 2, co = 3, h = 32, w = 48 }, { ci = 1, co = 1, h = 1, w = 1 },
    { ci = 2, co = 5, h = 2, w = 3 }, { ci = 5, co = 2, h = 3, w = 2 }, { ci = 2, co = 2, h = 15, w = 17 }, { ci = 3, co = 1, h = 17, w = 15 },
    { ci = 4, co = 3, h = { 10, 40 }, w = { 10, 40 } }, { ci = 1, co = 2, h = 1, w = 33001 }, { ci = 1, co = 1, h = 33001, w = 2 }, { ci = 33, co = 3, h = 5, w = 31 },
  },
  perf = {
    case = { ci = 6, co = 8, h = 48, w = 64 }, gpu = { ci = 64, co = 64, h = 256, w = 256 },
    flops = function(c) return 18 * c.ci * c.co * c.h * c.w end,
    limits = {
      { "global_sectors", times = 1.4, why = "the block loads each element of its tile once, and nine threads read it from shared memory" },
      { "warp_instructions", times = 2, why = "all threads of a block share the work" },
      { "time", times = 2, why = "the block loads each element of its tile once" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.w, 16), ceil_div(c.h, 16), c.co }, block = { 16, 16 } } end,
  tolerance = { why = "products and sums of small multiples of 1/8 are exact in floats, in any order" },
  excused = {
    ["short_index:15"] = "33000 channels of a picture take too long here",
    ignored_argument = "there are blocks for each channel",
  },
  strict = { "race-within-warp" },
  oracle = function(v)
    local h, w = v.h, v.w
    for o = 0, v.co - 1 do
      for r = 0, h - 1 do
        for c = 0, w - 1 do
          local sum = v.b[o]
          for i = 0, v.ci - 1 do
            for dr = math.max(0, 1 - r), math.min(2, h - r) do
              for dc = math.max(0, 1 - c), math.min(2, w - c) do
                sum = sum + v.weight[(o * v.ci + i) * 9 + dr * 3 + dc] * v.x[(i * h + r + dr - 1) * w + c + dc - 1]
              end
            end
          end
          v.y[(o * h + r) * w + c] = sum
        end
      end
    end
  end,
  hints = {
    "A loop over the channels of `x`: fill the tile, barrier, add nine products, barrier. All threads take part in the filling, even those whose element is outside the picture; only the store at the end has a guard.",
    "256 threads fill 324 elements: `for (int p = ty * 16 + tx; p < 18 * 18; p += 256)`. Element p belongs to row `blockIdx.y * 16 + p / 18 - 1` and column `blockIdx.x * 16 + p % 18 - 1`. If that is outside the picture, store 0.",
    [[
```
sum += tile[ty + dr][tx + dc] * weight[(o * ci + i) * 9 + dr * 3 + dc];
```
The line is in two loops from 0 to 2. All threads load the same weight, so the load touches one sector.]],
  },
}
