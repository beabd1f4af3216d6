return {
  title = "compact: keep some, in order",
  kind = "kernel",
  difficulty = 3, minutes = 30,
  kernel = "compact",
  task = [[
Within each block, keep the elements of `x` that are larger than `limit`, *in their order*: of its 256 elements, block b moves those to `out[256 * b]`, `out[256 * b + 1]` and so on. The rest of the block's part of `out` gets zeros. Set `kept[b]` to the number of kept elements.

With blocks of 4, `limit = 5` and `9 2 7 5   1 8`:

`out` is `9 7 0 0   8 0`, and `kept` is `2 1`

Where does an element go? If k kept elements of the block are *before* it, it goes to position k of the block's part. Finding k is a scan of ones and zeros. Within a warp a ballot does it (see `ballot_count`); then add the number of kept elements in the warps before.

The last block may have fewer than 256 elements.
]],
  params = {
    { name = "out", type = "int", role = "out", count = "n" },
    { name = "kept", type = "int", role = "out", count = function(c) return ceil_div(c.n, 256) end },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -499, 500 } },
    { name = "limit", type = "int", value = "limit" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256, limit = 0 }, { n = 512, limit = 0 }, { n = 1, limit = -500 }, { n = 2, limit = 500 }, { n = 3, limit = -500 },
    { n = 31, limit = -200 }, { n = 33, limit = -500 }, { n = 255, limit = 300 }, { n = 257, limit = -500 }, { n = 300, limit = 500 },
    { n = { 1000, 4900 }, limit = { -200, 200 } }, { n = 33001, limit = 0 }, { n = 40, limit = -499 }, { n = 290, limit = 1 },
  },
  perf = {
    case = { n = 16384, limit = 0 },
    share_work = 8,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  strict = { "race-within-warp" },
  excused = { unsigned_input = "the bits become an int again before they are compared" },
  oracle = function(c)
    for b = 0, ceil_div(c.n, 256) - 1 do
      local last, place = math.min(256 * b + 255, c.n - 1), 256 * b
      for i = 256 * b, last do
        if c.x[i] > c.limit then
          c.out[place] = c.x[i]
          place = place + 1
        end
      end
      c.kept[b] = place - 256 * b
      for i = place, last do c.out[i] = 0 end
    end
  end,
  hints = {
    "First each warp votes, and one of its lanes writes the number of its kept elements to shared memory. Then comes a barrier. Then each thread adds up the numbers of the warps before its own, and those of all eight.",
    "A kept element goes to `first + before + rank`, with `rank` from the ballot. The zeros go to the positions from the block's total on: thread t writes 0 to position t if t is not below the total. So each position is written once.",
    [[
```
if (keep)
    out[first + before + __popc(votes & ((1u << lane) - 1))] = x[i];
if (i < n && t >= total) out[...] = 0;
```]],
  },
}
