return {
  title = "zip_stride: pairs of every k-th element",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "zip_stride",
  task = [[
Take every `stride`-th element of `a` and of `b`, and zip them into pairs, so that `out` becomes

`a[0], b[0], a[stride], b[stride], a[2 * stride], b[2 * stride], ...`

`a` and `b` have `n` elements each. The pairs continue as long as there is an element to take, so there are ceil(n / stride) pairs (ceil: rounded up), and `out` has twice as many elements. Example: with n = 7 and stride = 3 you take elements 0, 3 and 6, which makes 3 pairs.

The launch has at least one thread for each pair: blocks of 256 threads, rounded up. So thread i *no longer* stands for element i. Which two elements does it read, which two does it write, and when does it have nothing to do?
]],
  params = {
    { name = "out", type = "int", role = "out", count = function(c) return 2 * ceil_div(c.n, c.stride) end },
    { name = "a", type = "int", role = "in", count = "n", fill = { "integers", -50000, 100000 } },
    { name = "b", type = "int", role = "in", count = "n", fill = { "integers", -100000, 50000 } },
    { name = "n", type = "int", value = "n" },
    { name = "stride", type = "int", value = "stride" },
  },
  cases = {
    { n = 1, stride = 1 }, { n = 2, stride = 1 }, { n = 3, stride = 2 }, { n = 7, stride = 3 },
    { n = 255, stride = 1 }, { n = 256, stride = 1 }, { n = 257, stride = 1 }, { n = 1030, stride = 4 },
    { n = 5, stride = 9 }, { n = 9001, stride = 700 }, { n = { 1000, 5000 }, stride = { 2, 7 } }, { n = 60000, stride = 5 }, { n = 70001, stride = 1 },
  },
  perf = {
    case = { n = 32768, stride = 2 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(ceil_div(c.n, c.stride), 256), block = 256 } end,
  tolerance = { why = "integers are compared exactly" },
  excused = { unsigned_input = "a number goes through unchanged" },
  oracle = function(c)
    local place = 0
    for i = 0, c.n - 1, c.stride do
      c.out[place] = c.a[i]
      c.out[place + 1] = c.b[i]
      place = place + 2
    end
  end,
  hints = {
    "Give each thread one pair. Everything follows from its number p: where it reads, and where it writes.",
    "Pair p reads element p * stride of `a` and of `b`, and writes elements 2 * p and 2 * p + 1 of `out`. The guard must protect the reads too, so it tests p * stride, not p.",
    [[
```
int from = p * stride;
if (from < n) {
    out[2 * p] = a[from];
    ...
}
```
One more line like the first takes the place of the `...`.]],
  },
}
