-- Digits as on a pocket calculator, drawn by seven strokes: top, upper left, upper right, middle, lower left, lower right, bottom.
local strokes = { [0] = "1110111", "0010010", "1011101", "1011011", "0111010", "1101011", "1101111", "1010010", "1111111", "1111011" }
local side, edge = 16, 7 -- pixels of an image's side, and of the pooled features'

-- The picture of a digit, `right` and `down` from its place.
local function draw_digit(digit, right, down, paper, ink)
  local t, on = {}, strokes[digit]
  for i = 0, side * side - 1 do t[i] = paper end
  local function fill(k, x0, x1, y0, y1)
    if on:sub(k, k) == "1" then
      for y = y0 + down, y1 + down do
        for x = x0 + right, x1 + right do t[y * side + x] = ink end
      end
    end
  end
  fill(1, 4, 11, 2, 3)
  fill(2, 4, 5, 2, 8)
  fill(3, 10, 11, 2, 8)
  fill(4, 4, 11, 7, 8)
  fill(5, 4, 5, 7, 13)
  fill(6, 10, 11, 7, 13)
  fill(7, 4, 11, 12, 13)
  return t
end

-- Filters for edges: left, right, upper, lower, and the sum of all nine.
local filters = { { -1, 0, 1, -2, 0, 2, -1, 0, 1 }, { 1, 0, -1, 2, 0, -2, 1, 0, -1 }, { -1, -2, -1, 0, 0, 0, 1, 2, 1 }, { 1, 2, 1, 0, 0, 0, -1, -2, -1 } }

-- Convolution, ReLU and the largest of 2 x 2: 7 x 7 features for each filter.
local function features(image, first, filter, bias, count)
  local out = {}
  for f = 0, count - 1 do
    for y = 0, edge - 1 do
      for x = 0, edge - 1 do
        local most = 0
        for q = 0, 3 do
          local place, sum = first + (2 * y + q // 2) * side + 2 * x + q % 2, bias[f]
          for k = 0, 8 do sum = sum + filter[9 * f + k] * image[place + k // 3 * side + k % 3] end
          most = math.max(most, sum)
        end
        out[(f * edge + y) * edge + x] = most
      end
    end
  end
  return out
end

local function filters_of(c)
  local t = {}
  for i = 0, 9 * c.f - 1 do t[i] = filters[i // 9 % 4 + 1][i % 9 + 1] / 4 end
  return t
end

local function biases_of(c)
  local t = {}
  for f = 0, c.f - 1 do t[f] = -0.25 - (c.twins == 2 and f % 4 or f) / 8 end
  return t
end

-- Training: what each digit gives on average, drawn at its place and one pixel beside it. Rounded to eighths.
local networks = {}
local function means_of(c)
  local key = c.twins == 2 and -c.f or c.f
  if networks[key] then return networks[key] end
  local means, filter, bias = {}, filters_of(c), biases_of(c)
  for d = 0, 9 do
    local sum = {}
    for k = 0, 49 * c.f - 1 do sum[k] = 0 end
    for _, at in ipairs({ { 0, 0 }, { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 }, { 1, 1 }, { -1, -1 } }) do
      local one = features(draw_digit(d, at[1], at[2], 0.125, 0.75), 0, filter, bias, c.f)
      for k = 0, 49 * c.f - 1 do sum[k] = sum[k] + one[k] / 7 end
    end
    for k = 0, 49 * c.f - 1 do sum[k] = math.floor(sum[k] * 8 + 0.5) / 8 end
    means[d] = sum
  end
  networks[key] = means
  return means
end

local digit_at = function(c, i) return (i * 7 + i // 10 * 3 + c.first) % 10 end

return {
  title = "digits_cnn: a small network reads digits",
  kind = "host",
  difficulty = 3, minutes = 90,
  entry = "read_digits",
  task = [[
Run a small trained network. `image` has `n` pictures of 16 x 16 pixels, and the network says which digit each of them shows:

- *Convolution* with `f` filters of 3 x 3 (f is 1 to 8), without a border: 14 x 14 numbers for each filter. `filter[k]` has the nine weights of filter k, row by row; do not flip it. Each sum starts with `bias[k]`.
- *ReLU*: negative numbers become 0.
- *Max pooling*: the largest of each 2 x 2 numbers, so 7 x 7 *features* for each filter.
- A *dense* layer: ten scores. Row `d` of `dense` has the `f * 49` weights of digit d, in the order filter, row, column. The score of d is the sum of weights times features, plus `offset[d]`.
- The digit with the highest score goes to `digit`. If scores are equal, the smaller digit wins.

Then measure how good the network is. `label` says what each picture really shows. `confusion` has ten rows of ten: row l, column d counts the pictures with label l that the network reads as d. The function returns how many pictures it reads correctly.

The network is not a good one: it reads about four in five of the last case's 250 noisy pictures correctly. But your program must read every picture as the reference does, and two scores may be very close. In float, all sums are exact in any order. Pictures, weights and features have few bits, so half precision or bfloat16 can hold them, but not the sums.

Everything between the pictures and the digits stays on the device. How many kernels you write, and what each thread computes, is up to you. A picture has `f * 49` features, and its convolution takes 1764 multiplications for each filter, which is a good piece of work for a block.
]],
  returns = "int",
  params = {
    { name = "image", type = "float", role = "in", shape = { "n", 16, 16 },
      fill = function(c, draw)
        local t = {}
        for i = 0, c.n - 1 do
          local clean = draw_digit(digit_at(c, i), draw(-1, 1), draw(-1, 1), 0, 1)
          for k = 0, side * side - 1 do -- ink of different strength, and spots on the paper
            local v = clean[k] == 1 and draw(4, 8) or draw(0, 2)
            if draw(0, 99) < c.noise then v = draw(0, 8) end
            t[i * side * side + k] = v / 8
          end
        end
        return t
      end },
    { name = "label", type = "unsigned char", role = "in", count = "n",
      fill = function(c)
        local t = {}
        for i = 0, c.n - 1 do t[i] = digit_at(c, i) end
        return t
      end },
    { name = "n", type = "int", value = "n" },
    { name = "filter", type = "float", role = "in", shape = { "f", 9 }, fill = function(c) return filters_of(c) end },
    { name = "bias", type = "float", role = "in", count = "f", fill = function(c) return biases_of(c) end },
    { name = "f", type = "int", value = "f" },
    { name = "dense", type = "float", role = "in", shape = { 10, function(c) return 49 * c.f end },
      fill = function(c)
        local t, means, count = {}, means_of(c), 49 * c.f
        for d = 0, 9 do
          for k = 0, count - 1 do t[d * count + k] = means[d][k] end
        end
        -- Twins: rows 5 to 9 are rows 0 to 4 with four weights an eighth apart, so that two scores are close.
        for d = 5, c.twins == 1 and 9 or 0 do
          for k = 0, count - 1 do t[d * count + k] = means[d - 5][k] end
          for j = 0, 1 do
            local up, down = (d * 37 + j * 53) % count, (d * 37 + j * 53 + 64) % count
            t[d * count + up], t[d * count + down] = t[d * count + up] + 0.125, t[d * count + down] - 0.125
          end
        end
        -- Filters 4 to 7 are filters 0 to 3 again, biases too, so their features are equal in any picture: rows 5 to 9 are rows 0 to 4 with
        -- the two halves changed over, and their sums are equal. The weights are parts of 128, about 1: a sum of a few of these
        -- products has more bits than a half, and rounds in one row otherwise than in the other.
        for d = 0, c.twins == 2 and 9 or -1 do
          for k = 0, count - 1 do
            local from = d < 5 and k or (k + count // 2) % count
            t[d * count + k] = means[d % 5][from] + ((from * 37 + d % 5 * 11) % 16 + 88) / 128
          end
        end
        return t
      end },
    { name = "offset", type = "float", role = "in", count = 10,
      fill = function(c) -- so that the highest score is that of the nearest mean
        local t, means = {}, means_of(c)
        for d = 0, 9 do
          local square = 0
          local mean = means[c.twins and d % 5 or d]
          for k = 0, 49 * c.f - 1 do square = square + mean[k] * mean[k] end
          t[d] = math.floor(-square * 4 + 0.5) / 8
          if c.twins == 2 and (d == 6 or d == 8) then t[d] = t[d] + 1 / 1024 end -- of 0 5, 2 7 and 4 9 the first wins, of 1 6 and 3 8 the second
        end
        return t
      end },
    { name = "digit", type = "unsigned char", role = "out", count = "n" },
    { name = "confusion", type = "int", role = "out", shape = { 10, 10 } },
  },
  cases = {
    { n = 3, f = 2, first = 0, noise = 0 }, { n = 1, f = 1, first = 7, noise = 10 }, { n = 2, f = 8, first = 3, noise = 50 },
    { n = 31, f = 4, first = 2, noise = 20 }, { n = 33, f = 3, first = 9, noise = 60 }, { n = { 30, 60 }, f = { 1, 8 }, first = { 0, 9 }, noise = 30 },
    { n = 1030, f = 1, first = 5, noise = 20 }, { n = 100, f = 8, first = 1, noise = 40, twins = 1 }, { n = 260, f = 8, first = 4, noise = 20, twins = 2 },
    { n = 250, f = 4, first = 0, noise = 20 },
  },
  rules = {
    { "needs_kernels", why = "let the kernels compute the result: a host that computes it again does not need them" },
    { "bytes", "copies_in", most = function(c) return 4 * 256 * c.n + c.n + 4 * (9 + 1 + 490) * c.f + 40 + 64 end,
      why = "pictures, labels and weights go to the device once" },
    { "bytes", "copies_out", most = function(c) return c.n + 400 + 64 end, why = "only digits and counts come back" },
    { "kernels", most = 8, why = "a launch takes all pictures, not one" },
    { "time", most = function(c) return c.n == 250 and 1.5 or 5 end,
      why = "with 250 pictures, at most 1.5 times the reference's time: threads share the work on a picture" },
    { "no_leaks", why = "all memory is freed" },
  },
  perf = {
    case = { n = 250, f = 4, first = 0, noise = 20 },
    limits = {
      { "sector_use", least = 40, why = "neighbouring threads take neighbouring pixels of one picture, not one picture each",
        advice = "let the threads of a warp share a picture, or load it into shared memory together" },
    },
  },
  tolerance = { why = "all numbers are small multiples of powers of two, so their sums are exact, and the rest are whole numbers" },
  excused = {
    absolute = "no pixel is negative",
    short_index = "32768 pictures would take the virtual machine too long",
  },
  oracle = function(c)
    local right, count = 0, 49 * c.f
    for k = 0, 99 do c.confusion[k] = 0 end
    for i = 0, c.n - 1 do
      local feature, best, most = features(c.image, 256 * i, c.filter, c.bias, c.f), 0, nil
      for d = 0, 9 do
        local sum = c.offset[d]
        for k = 0, count - 1 do sum = sum + c.dense[d * count + k] * feature[k] end
        if not most or sum > most then best, most = d, sum end
      end
      c.digit[i] = best
      local cell = 10 * c.label[i] + best
      c.confusion[cell] = c.confusion[cell] + 1
      if best == c.label[i] then right = right + 1 end
    end
    c.result = right
  end,
  hints = {
    "Begin with three kernels. The first has a thread for each feature (picture, filter, row, column), which computes four sums and keeps the largest, but not less than 0. The second has a thread for each score. The third has a thread for each picture, which finds the best score and counts with `atomicAdd`. Print the features and scores of one picture, and compare them with a loop on the host.",
    "Then let a block work on one picture: its 256 pixels go to shared memory once, and `f * 49` threads (or a loop) read them from there. The features can stay in shared memory as well, if the same block continues with the scores: a warp for each score, lanes over the features, shuffles for the sum. `confusion` has to be 0 before the first count.",
    "Feature k of a picture: filter `k / 49`, row `k % 49 / 7`, column `k % 7`; its four sums begin at the pixels `(2 * row + 0 or 1, 2 * column + 0 or 1)`. The number of correct digits is the sum of the ten numbers on the diagonal of `confusion`, which the host has at the end anyway.",
  },
}
