return {
  title = "segmented_sum: running sums that start again",
  kind = "kernel",
  difficulty = 3, minutes = 30,
  kernel = "segmented_sum",
  task = [[
Compute running sums as in `block_scan`, but a 0 in `key` begins a new segment: `out[i]` is the sum from the beginning of i's segment up to and including `x[i]`. Each block of 256 elements always begins a new segment.

`key` is `7 2 0 5 0 0 3`

`x` is `3 1 4 1 5 9 2`

`out` is `3 4 4 5 5 9 11`

So you get many short sums of different lengths in one go, and no thread has more to do than another. (This is how to sum up a table that is sorted by group.)

It is a scan of *pairs*. Each pair is a sum, and whether a segment has begun in the part that the sum covers. If one has, nothing from further left may be added any more. Combine a *left* pair and a *right* pair like this:

- the sum is that of right alone if a segment has begun in right; otherwise it is both sums together
- a segment has begun if one has begun in left or in right
]],
  params = {
    { name = "out", type = "int", role = "out", count = "n" },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -10000000, 10000000 } },
    { name = "key", type = "int", role = "in", count = "n", fill = { "integers", function(c) return -(c.most // 2) end, function(c) return c.most - c.most // 2 end } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256, most = 5 }, { n = 512, most = 40 }, { n = 1, most = 1 }, { n = 2, most = 1 }, { n = 3, most = 1 }, { n = 31, most = 3 },
    { n = 33, most = 9 }, { n = 255, most = 200 }, { n = 257, most = 0 }, { n = { 1000, 4900 }, most = { 10, 30 } },
    { n = 4001, most = 500 }, { n = 33001, most = 60 }, { n = 9000, most = 3000 },
  },
  perf = {
    case = { n = 16384, most = 500 },
    share_work = 8,
    limits = {
      { "traffic", most = 1.6, why = "a block loads each element once; a thread that walks back to where its segment begins loads many",
        advice = "keep sums and flags in shared memory, and combine them in rounds, as in `block_scan`" },
      { "shared_requests", times = 3, why = "a thread reads one pair in each of the eight rounds, however long its segment is",
        advice = "combine pairs in rounds: a thread that walks back through its segment reads every element of it" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  strict = { "race-within-warp" },
  excused = { unsigned_input = "a sum of unsigned numbers has the same bits", ["guard_looser:18"] = "no thread is 256 elements from the left" },
  oracle = function(c)
    local sum = 0
    for i = 0, c.n - 1 do
      if i % 256 == 0 or c.key[i] == 0 then sum = 0 end
      sum = sum + c.x[i]
      c.out[i] = sum
    end
  end,
  hints = {
    "Two tiles: the sums, and whether a segment has begun. The rounds are those of `block_scan`: read, barrier, write, barrier.",
    "In round d a thread with t >= d whose own part has *not* begun a segment adds the sum d positions to the left. If the left part has begun one, the combined part has, too. Read both before any thread writes.",
    [[
```
int s = 0, b = 0;
if (t >= d && !begun[t]) {
    s = sum[t - d];
    b = begun[t - d];
}
```
Then the barrier, `sum[t] += s;` and for begun the same with `|=`.]],
  },
}
