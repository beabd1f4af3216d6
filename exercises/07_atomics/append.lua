return {
  title = "append: a list of the work that is left",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "append",
  task = [[
Of the `n` positive numbers in `x` only a few need work: the multiples of 16. For those, set `steps[i]` to `count_steps(x[i])`, a given function that takes a long time. For all others, set it to -1. And add to `*total` how many needed work.

With a plain `if` it is slow: nearly every warp has one or two such numbers, and the other 30 lanes have to wait until they are done.

So let each block build a *list* first. Each thread looks at its own element and, if it needs work, appends the element's index `i` to the block's list in shared memory. To append, take the next free position from a counter, and write there. Afterwards thread t processes entry t of the list, if there is one. The entries are next to each other, so a few warps do all the work, and their lanes are busy.

The order of the entries does not matter. Add the length of the list to `*total` once for each block.
]],
  params = {
    { name = "steps", type = "int", role = "out", count = "n" },
    { name = "total", type = "int", role = "inout", count = 1, fill = { "integers", 10, 1000 } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", "low", "high" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1000, low = 1, high = 9999 }, { n = 1, low = 16, high = 16 }, { n = 2, low = 17, high = 31 }, { n = 3, low = 32, high = 32 },
    { n = 255, low = 1, high = 999 }, { n = 256, low = 48, high = 48 }, { n = 257, low = 1, high = 99 },
    { n = { 1000, 5000 }, low = 1, high = 9999 }, { n = 12001, low = 1, high = 9999 },
    { n = 33001, low = 1, high = 9 },
  },
  perf = {
    case = { n = 16384, low = 1, high = 9999 }, gpu = { n = 1 << 24, low = 1, high = 9999 },
    limits = {
      { "warp_instructions", times = 1.8,
        why = "the 16 or so entries of a block are work for one warp; spread over all eight warps, they keep each of the eight busy for just as long",
        advice = "append the indices to a list in shared memory; after a barrier, thread t works on entry t" },
      { "global_atomic_requests", most = 72, why = "there are 64 blocks, and each adds to `*total` once" },
      { "time", times = 1.5, why = "one warp of each block does all the work, and the other seven finish early" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  excused = {
    ["guard_looser:40"] = "adding a length of 0 changes nothing",
    absolute = "the numbers are positive",
    unsigned_input = "the numbers are positive",
  },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local v, s = c.x[i], -1
      if v % 16 == 0 then
        s = 0
        while v ~= 1 do
          if v % 2 == 0 then v = v // 2 else v = 3 * v + 1 end
          s = s + 1
        end
        c.total[0] = c.total[0] + 1
      end
      c.steps[i] = s
    end
  end,
  hints = {
    "`atomicAdd(&length, 1)` returns the old length, and no two threads get the same one. One thread sets `length` to 0. You need a barrier before the first thread appends, and another after the last one has.",
    "Append the *index*, not the number: the thread that does the work must know where the result goes. A list of 256 entries is always long enough.",
    [[
```
if (i < n && x[i] % 16 == 0)
    list[atomicAdd(&length, 1)] = i;
```
Then the barrier, then
```
if (threadIdx.x < length) {
    int k = list[threadIdx.x];
    steps[k] = count_steps(x[k]);
}
```]],
  },
}
