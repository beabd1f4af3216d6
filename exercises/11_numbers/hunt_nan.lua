return {
  title = "Bug hunt: where the NaN comes from",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "hunt_nan",
  task = [[
Networks turn a row of scores into shares that add up to 1: the *softmax*. Each share is `exp(x[i] - most)` divided by the sum of all of these, where `most` is the row's largest score. Here some scores are *masked*: where `mask` is 0 the score does not count, and its share is 0. A row may be masked completely; then all its shares are 0.

A colleague does it in one pass over the row. The kernel keeps the largest score so far and the sum so far. When a larger score comes, `exp(old - new)` scales the sum down. A masked score counts as -INFINITY, "since exp(-INFINITY) is 0".

"It is right for most rows", says the colleague, "but some are full of NaN." NaN is "not a number", the result of an operation that has no proper result: infinity minus infinity, 0 divided by 0, the root of a negative number. And any arithmetic on a NaN gives NaN again.

There are two ways in which a NaN arises here. Find the two operations, and fix the causes. A test for NaN at the end would come too late: by then the sum of the row is lost.

Each thread has a row of `w` scores. Blocks have 128 threads, and there are enough of them for `h` rows.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "h", "w" } },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "uniform", function(c) return c.base - (c.spread or 20) end, function(c) return c.base + (c.spread or 20) end } },
    { name = "mask", type = "unsigned char", role = "in", shape = { "h", "w" }, fill = { "integers", function(c) return c.least or 0 end, function(c) return c.highest or 1 end } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 8, h = 128, base = 0, least = 1 }, { w = 8, h = 128, base = 0 }, { w = 1, h = 1, base = 0, least = 1 }, { w = 1, h = 60, base = 1 },
    { w = 2, h = 61, base = -1 }, { w = 3, h = 129, base = 200 }, { w = 5, h = 127, base = -300 }, { w = { 30, 90 }, h = { 40, 120 }, base = 0 },
    { w = 4, h = { 200, 500 }, base = { -50, 50 } }, { w = 700, h = 3, base = 10 }, { w = 33001, h = 1, base = 0 }, { w = 1, h = 33001, base = 0 },
    { w = 9, h = 40, base = 0, highest = 0 },
    -- Masks other than 1, and scores so far apart that only the largest of a row may be subtracted.
    { w = 6, h = 70, base = 0, highest = 3 }, { w = 6, h = 70, base = 0, highest = 255, spread = 300 },
  },
  perf = { case = { w = 32, h = 1024, base = 0, least = 1 },
    limits = { { "warp_instructions", times = 12, why = "each thread has a row" } } },
  launch = function(c) return { grid = ceil_div(c.h, 128), block = 128 } end,
  tolerance = { rel = 1e-3, abs = 1e-6, why = "the exponential differs in the last bits, and each order of adding rounds in its own way" },
  excused = { short_start = "no score is below -1e30" },
  oracle = function(c)
    for r = 0, c.h - 1 do
      local sum = 0
      for k = r * c.w, r * c.w + c.w - 1 do
        if c.mask[k] ~= 0 then sum = sum + math.exp(c.x[k] - c.base) end
      end
      for k = r * c.w, r * c.w + c.w - 1 do
        c.out[k] = c.mask[k] ~= 0 and math.exp(c.x[k] - c.base) / sum or 0
      end
    end
  end,
  hints = {
    "Follow a row whose first score is masked. What are `most` and `larger` in the first round of the loop? What is `most - larger`?",
    "-INFINITY minus -INFINITY is NaN, and `0 * NaN` is NaN, not 0. So a masked score must not take part at all. The second cause is a row that is masked completely: its sum is 0.",
    "`if (!mask[...]) continue;` at the beginning of the first loop, and in the second one `mask[...] ? expf(...) / sum : 0`.",
  },
}
