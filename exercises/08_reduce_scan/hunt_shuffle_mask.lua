return {
  title = "Bug hunt: a mask that promises too much",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "hunt_shuffle_mask",
  task = [[
`out[w]` should become the sum of those elements of group w that are larger than `limit`. A group has 32 elements, one for each lane of a warp; the last group may have fewer. For a group with no such element the sum is 0.

A colleague has it nearly right. His mask in each shuffle is 0xffffffff, "as in every example".

The mask is a *promise*: these lanes execute this very shuffle. If one of them is still running and does not, the program's behaviour is undefined: on one GPU it hangs, on another a lane gets a wrong number. And if a lane has already exited, the value that another lane reads from it is undefined.

There are two reasons why a lane that the mask names does not come. One shows at once, the other hides when `n` is a multiple of 32.

Check first (`c`, or `warpbook check hunt_shuffle_mask`), and read which lanes are missing. Do not just change the mask until the message disappears: think about what the missing lanes should contribute.
]],
  params = {
    { name = "out", type = "int", role = "out", count = function(c) return ceil_div(c.n, 32) end },
    { name = "x", type = "int", role = "in", count = "n", 
      fill = { "integers", function(c) return -(c.range or 10000000) end, function(c) return c.range or 10000000 end } },
    { name = "limit", type = "int", value = "limit" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256, limit = -2000000 }, { n = 512, limit = 4000000 }, { n = 1, limit = -10000001 }, { n = 2, limit = -10000001 }, { n = 3, limit = 10000000 },
    { n = 31, limit = 0 }, { n = 33, limit = -4000000 }, { n = 255, limit = 0 }, { n = 257, limit = 0 },
    { n = { 1000, 4900 }, limit = { -4000000, 4000000 } }, { n = 33001, limit = 0 }, { n = 32, limit = 0 },
    { n = 40, limit = -9980000 },
    -- Some elements equal the limit.
    { n = 300, limit = 1, range = 3 },
  },
  perf = {
    case = { n = 16384, limit = 0 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  excused = { unsigned_input = "a sum of unsigned numbers has the same bits" },
  oracle = function(c)
    for w = 0, ceil_div(c.n, 32) - 1 do
      local sum = 0
      for i = 32 * w, math.min(32 * w + 31, c.n - 1) do
        if c.x[i] > c.limit then sum = sum + c.x[i] end
      end
      c.out[w] = sum
    end
  end,
  hints = {
    "For each shuffle ask: under which condition does a lane get here? Which lanes of a warp may fail that condition?",
    "A lane whose element is not wanted can take part with a number that changes no sum. So can a lane that has no element at all. Then the mask keeps its promise.",
    "`int v = i < n && x[i] > limit ? x[i] : 0;`, and the loop outside any `if`.",
  },
}
