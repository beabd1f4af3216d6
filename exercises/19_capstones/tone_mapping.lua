-- The picture that a pass shows: a house with one window in the moonlight, far too dark.
local function scene(c, x, y)
  local mx, my, roof = x - c.w * 3 // 4, y - c.h // 4, c.h // 2 + (x > c.w // 3 and x - c.w // 3 or c.w // 3 - x) // 2
  if mx * mx + my * my < c.h * c.h // 60 then return 1000 end
  if x > c.w // 6 and x < c.w // 2 and y > roof then
    return x > c.w * 5 // 18 and x < c.w * 7 // 18 and y > c.h * 13 // 20 and y < c.h * 16 // 20 and 900 or 80 + (x + y) % 5
  end
  return y > c.h * 17 // 20 and 120 + (x * 7 + y * 3) % 20 or 200 + 150 * y // c.h
end

return {
  title = "tone_mapping: make a dark picture readable",
  kind = "host",
  difficulty = 3, minutes = 90,
  entry = "tone_map",
  task = [[
A camera's sensor gives 16 bits for each pixel. But most pixels of a night scene are in a small part of that range, so on a screen with 256 levels everything looks black. *Histogram equalisation* gives each level about the same number of pixels. It takes four stages:

- Stage 1: Find `lo` and `hi`, the smallest and the largest value of the picture `x`.
- Stage 2: Make a histogram with `bins` bins. A value `v` is in bin `(v - lo) * bins / (hi - lo + 1)`, in integers, rounded down.
- Stage 3: For each bin, count the pixels in all *lower* bins. This is `before`.
- Stage 4: Compute each pixel's level: `255 * before[bin] / n`, rounded down, where `n` is the number of pixels.

Write all of it: the kernels, as many as you like, and the host's side. The picture has `h` rows of `w` pixels without gaps, and fewer than 8 million pixels. `bins` is from 1 to 1024.

The stub has only the function. How you divide the work into kernels is up to you. Lessons *Shared memory*, *Atomics* and *Reductions and scans* have what you need: reductions, histograms in shared memory, scans. Get it right first, with the simplest kernels that you can think of. Then look at the time: `warpbook profile` shows where it goes.

All intermediate results stay on the device: `lo` and `hi`, the histogram and the sums.
]],
  params = {
    { name = "x", type = "unsigned short", role = "in", shape = { "h", "w" },
      fill = function(c, draw)
        local t = {}
        for i = 0, c.h * c.w - 1 do
          local d = c.scene and scene(c, i % c.w, i // c.w) or draw(0, 1000)
          t[i] = c.low + (c.high - c.low) * d * d * d * d // 1000000000000 -- many dark pixels, few bright ones
          if c.even then t[i] = c.low + i % (c.high - c.low + 1) end
        end
        return t
      end },
    { name = "y", type = "unsigned char", role = "out", shape = { "h", "w" } },
    { name = "h", type = "int", value = "h" },
    { name = "w", type = "int", value = "w" },
    { name = "bins", type = "int", value = "bins" },
  },
  cases = {
    { h = 3, w = 5, bins = 4, low = 100, high = 300 }, { h = 1, w = 1, bins = 7, low = 9, high = 9 }, { h = 1, w = 2, bins = 1, low = 0, high = 65535 },
    { h = 17, w = 33, bins = 256, low = 60000, high = 65535 }, { h = 40, w = 50, bins = 1024, low = 0, high = 65535 },
    { h = 30, w = 31, bins = 600, low = 7, high = 90 }, { h = 61, w = 24, bins = 100, low = 3, high = 4000 }, { h = 9, w = 120, bins = 33, low = 500, high = 500 },
    { h = { 1, 60 }, w = { 1, 200 }, bins = { 1, 1024 }, low = { 0, 30000 }, high = { 30000, 65535 } },
    -- Here floats put some values that begin a bin into the one before.
    { h = 200, w = 201, bins = 81, low = 1000, high = 1998 }, { h = 190, w = 210, bins = 87, low = 50, high = 1122 },
    -- As many pixels of each value: every level is a whole number, which a product in float misses.
    { h = 255, w = 301, bins = 255, low = 0, high = 254, even = 1 },
    { h = 701, w = 1001, bins = 512, low = 200, high = 20000 },
  },
  picture = { "y", as = "grey", case = { h = 48, w = 76, bins = 256, low = 200, high = 20000, scene = 1 } },
  rules = {
    { "bytes", "copies_in", most = function(c) return 2 * c.h * c.w + 64 end, why = "the picture goes to the device once" },
    { "bytes", "copies_out", most = function(c) return c.h * c.w + 64 end, why = "only the finished picture comes back: the histogram and its sums stay on the device" },
    { "threads", most = function(c) return math.max(c.h * c.w, 1024) + 16384 end, why = "a thread for each pixel at most" },
    { "time", most = function(c) return c.h * c.w > 100000 and 1.5 or 6 end,
      why = "on the large picture, at most 1.5 times the reference's time: all blocks share the work" },
    { "no_leaks", why = "all memory is freed" },
  },
  perf = {
    case = { h = 300, w = 400, bins = 512, low = 200, high = 20000 },
    limits = {
      { "global_atomic_sectors", times = 4, why = "a block counts its pixels in shared memory, and adds each level to the global histogram once",
        advice = "count into `__shared__` bins; at the end of the block add those that are not 0 to the global ones" },
    },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = { one_block = "the launch has one block already" },
  oracle = function(c)
    local n, lo, hi = c.h * c.w, 65535, 0
    for i = 0, n - 1 do lo, hi = math.min(lo, c.x[i]), math.max(hi, c.x[i]) end
    local count, before = {}, {}
    for b = 0, c.bins - 1 do count[b] = 0 end
    for i = 0, n - 1 do
      local b = (c.x[i] - lo) * c.bins // (hi - lo + 1)
      count[b] = count[b] + 1
    end
    local sum = 0
    for b = 0, c.bins - 1 do
      before[b] = sum
      sum = sum + count[b]
    end
    for i = 0, n - 1 do c.y[i] = 255 * before[(c.x[i] - lo) * c.bins // (hi - lo + 1)] // n end
  end,
  hints = {
    "Write four kernels, one for each stage, in one stream. Each reads from device memory what the one before left there. Write them in this order, and print the results of a stage before you write the next.",
    "Stage 1: each thread looks at several pixels, shuffles find the warp's minimum, and one `atomicMin` for each warp follows. Stage 2: each block has a histogram in shared memory, and adds it to the one in global memory at the end. Stage 3: one block of 1024 threads is enough for 1024 bins. What values do `lo`, `hi` and the histogram need before the first kernel begins?",
    "`lo` starts as the largest number and `hi` as 0; `cudaMemset(d_lo, 0xFF, 4)` makes the first of these. Stage 3 may store `255 * before / n` for each bin at once, so that stage 4 only looks up `level[(x[i] - *lo) * bins / (*hi - *lo + 1)]`.",
  },
}
