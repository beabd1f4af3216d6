return {
  title = "convolve_1d: a tile with a halo",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "convolve_1d",
  task = [[
Compute the convolution of a signal `x` of `n` floats with `2 * r + 1` weights `w`, as `numpy.convolve(x, w, 'same')` does if there are at least as many elements as weights:

`out[i] = sum over j from 0 to 2r of  w[j] * x[i + r - j]`

Outside the array the signal is 0. Mind the sign: the first weight belongs to the element *furthest to the right*. `r` is 0 to 16.

2r + 1 threads need each element of `x`, so a block should load it only once. It puts its 256 elements into a tile in shared memory, with the *halo* on either side: `r` elements that belong to the neighbouring blocks, or zeros where the array ends. Then all threads wait for each other, and compute from the tile.

The tile has `256 + 2 * r` elements, more than the block has threads. So some threads load two.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", -100, 100 } },
    { name = "w", type = "float", role = "in", count = function(c) return 2 * c.r + 1 end, fill = { "eighths", -50, 50 } },
    { name = "n", type = "int", value = "n" },
    { name = "r", type = "int", value = "r" },
  },
  cases = {
    { n = 256, r = 1 }, { n = 512, r = 16 }, { n = 1, r = 0 }, { n = 2, r = 1 }, { n = 3, r = 5 }, { n = 255, r = 3 },
    { n = 257, r = 2 }, { n = 300, r = 16 }, { n = 265, r = 16 }, { n = { 1000, 4000 }, r = { 4, 15 } }, { n = 33001, r = 8 },
  },
  perf = {
    case = { n = 8192, r = 8 },
    limits = {
      { "global_sectors", times = 2, why = "a block loads each element of x once, and its halo; without a tile it is loaded 2r + 1 times",
        advice = "put the block's elements and r neighbours on either side into a tile in shared memory, and compute from there" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "the numbers are multiples of 1/8 and the sums small enough to be exact in every order" },
  strict = { "race-within-warp" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local sum = 0
      for k = math.max(i - c.r, 0), math.min(i + c.r, c.n - 1) do sum = sum + c.x[k] * c.w[i - k + c.r] end
      c.out[i] = sum
    end
  end,
  hints = {
    "Element p of the tile holds element `first - r + p` of x, where `first` is the block's first element; or 0, if there is no such element. Thread t's own element is at index t + r.",
    "Let thread t fill the elements t, t + 256, ... as long as they are below 256 + 2r: a loop with a stride of the block size. After the barrier, `x[i + r - j]` is `tile[t + 2 * r - j]`.",
    [[
```
for (int p = t; p < 256 + 2 * r; p += 256) {
    int i = first - r + p;
    tile[p] = i >= 0 && i < n ? x[i] : 0;
}
```
Then the barrier, then `sum += w[j] * tile[...]`]],
  },
}
