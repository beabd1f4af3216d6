return {
  title = "reverse_block: reverse the elements of each block",
  kind = "kernel",
  difficulty = 1, minutes = 12,
  kernel = "reverse_block",
  task = [[
Reverse the order of elements in place, but only within each block: block 0 has the elements 0 to 255 of `x` and writes them back in the opposite order, block 1 has 256 to 511, and so on.

The last block may have fewer than 256 elements. Reverse those among themselves: with n = 258, elements 256 and 257 change places.

There is only one array. A thread that wrote its element to the other end at once would destroy one that has not been read yet. So let each thread put its element into *shared memory* first, wait for the others, and then fetch the one it wants.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "uniform", -100, 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 257 }, { n = 258 }, { n = 400 },
    { n = { 1000, 4900 } }, { n = 70011 },
  },
  perf = {
    case = { n = 8192 },
    share_work = 4,
    limits = {
      { "shared_requests", needs = 128, why = "each element goes through shared memory: one store and one load",
        advice = "store the elements of the block in an array that is `__shared__`, and fetch the opposite one from there" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "moving a number does not change it" },
  strict = { "race-within-warp" },
  excused = { large_sizes = "a single element stays where it is" },
  oracle = function(c)
    for first = 0, c.n - 1, 256 do
      local last = math.min(first + 255, c.n - 1)
      while first < last do
        c.x[first], c.x[last] = c.x[last], c.x[first]
        first, last = first + 1, last - 1
      end
    end
  end,
  hints = {
    "Three steps: every thread stores one element into `tile`; every thread waits; every thread fetches one element from the other end of `tile`.",
    "How many elements does this block have? `int count = min(256, n - first)`, where `first` is the index of its first one. The opposite of element t is count - 1 - t. And put `__syncthreads()` outside any `if`.",
    [[
```
if (t < count) tile[t] = x[first + t];
__syncthreads();
if (t < count) x[first + t] = tile[...];
```]],
  },
}
