return {
  title = "Bug hunt: ordered, but for whom?",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "total",
  task = [[
`total` adds up `n` floats in one launch. Each block of 256 threads adds up its tile, writes the sum to `parts[block]`, and counts itself in `*arrived`. The block that counts last knows that all parts have been written. It adds them up, and writes the result to `*sum`.

"The counter has acquire *and* release," says the author, "and only thread 0 of each block touches it. I have run it a thousand times." On a larger GPU the result is sometimes too small.

Find out why, and correct it; the design is good. `*arrived` is 0 at the beginning, and the number of blocks at the end.
]],
  params = {
    { name = "sum", type = "float", role = "out", count = 1 },
    { name = "parts", type = "float", role = "out", count = function(c) return ceil_div(c.n, 256) end },
    { name = "arrived", type = "unsigned int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", -100, 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1000 }, { n = 1 }, { n = 2 }, { n = 255 }, { n = 256 }, { n = 257 }, { n = 513 }, { n = { 2000, 9000 } }, { n = 30000, resident = 5 }, { n = 70001 },
  },
  perf = {
    case = { n = 65536 },
    bytes = function(c) return 4 * c.n end,
    limits = {
      { "traffic", most = 1.3, why = "each element is read once" },
    },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256, resident = c.resident } end,
  tolerance = { why = "sums of such numbers are exact in every order" },
  oracle = function(c)
    local sum, blocks = 0, ceil_div(c.n, 256)
    for b = blocks - 1, 0, -1 do
      local part = 0
      for i = b * 256, math.min(c.n, b * 256 + 256) - 1 do part = part + c.x[i] end
      c.parts[b] = part
      sum = sum + part
    end
    c.sum[0], c.arrived[0] = sum, blocks
  end,
  hints = {
    "Two threads are involved: the one that writes a part, and the one that reads it. Are they in the same block? Then look at what the type of the counter promises, and to which threads.",
    "A release and an acquire order memory for the threads of their *scope*. `cuda::thread_scope_block` is the block of the thread that executes it. A part may then be visible only to its own block, in the cache of one multiprocessor.",
    [[The scope must contain the writer and the reader:
```
using counter = cuda::atomic_ref<unsigned int, cuda::thread_scope_device>;
```]],
  },
}
