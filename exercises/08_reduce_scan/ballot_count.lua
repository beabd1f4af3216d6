return {
  title = "ballot_count: a warp votes",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "ballot_count",
  task = [[
The elements of `x` form groups of 32, one group for each warp. An element larger than `limit` is *kept*.

- set `count[w]` to the number of kept elements in group w
- if element i is kept, set `rank[i]` to the number of kept elements *before* it in its group; if not, set `rank[i]` to -1

With `limit = 5` and a group `9 2 7 5 8` the count is 3 and the ranks are `0 -1 1 -1 2`.

`__ballot_sync(0xffffffff, p)` collects a yes-or-no answer from every lane at once. All lanes get the same 32 bits back: bit k is the answer of lane k. `__popc(m)` counts the bits of m that are 1. Use the ballot: a loop over the group gives the same numbers, but takes several times as many instructions.

The last group may have fewer than 32 elements. Its lanes without an element vote no. (A lane that has returned counts as no, too: `__ballot_sync` waits only for lanes that have not exited. But a lane that is still running must not skip the vote.)
]],
  params = {
    { name = "count", type = "int", role = "out", count = function(c) return ceil_div(c.n, 32) end },
    { name = "rank", type = "int", role = "out", count = "n" },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -9, 10 } },
    { name = "limit", type = "int", value = "limit" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256, limit = 0 }, { n = 512, limit = 0 }, { n = 1, limit = -10 }, { n = 2, limit = -10 }, { n = 3, limit = 10 },
    { n = 31, limit = -5 }, { n = 32, limit = -10 }, { n = 33, limit = -10 }, { n = 255, limit = 2 }, { n = 257, limit = -7 },
    { n = { 1000, 4900 }, limit = { -2, 2 } }, { n = 33001, limit = 0 }, { n = 40, limit = -9 }, { n = 300, limit = 1 },
  },
  perf = {
    case = { n = 16384, limit = 0 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  strict = { "race-within-warp" },
  oracle = function(c)
    local kept = 0
    for i = 0, c.n - 1 do
      if i % 32 == 0 then kept = 0 end
      c.rank[i] = -1
      if c.x[i] > c.limit then
        c.rank[i] = kept
        kept = kept + 1
      end
      c.count[i // 32] = kept
    end
  end,
  hints = {
    "One ballot answers both questions: how many bits are 1 in all, and how many below this lane's own bit.",
    "All lanes vote, outside any `if`. The bits below lane k are those of `(1u << k) - 1`; an `&` with it keeps only them.",
    [[
```
bool keep = i < n && x[i] > limit;
unsigned votes = __ballot_sync(0xffffffff, keep);
rank[i] = keep ? __popc(votes & ...) : -1;
```]],
  },
}
