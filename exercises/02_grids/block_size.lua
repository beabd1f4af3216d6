return {
  title = "block_size: fill the machine",
  kind = "host",
  difficulty = 2, minutes = 15,
  entry = "add_up",
  task = [[
You can launch the same kernel in many ways, and all give the right answer. Not all are fast.

`add_up` computes `sum[i] = a[i] + b[i]` for `n` elements; everything but the launch is ready. Choose a block size *for this n*, and the number of blocks that goes with it. Think of an H200:

- It has 132 multiprocessors, and a block runs on one of them. With 10 000 threads in blocks of 1024, ten multiprocessors work and 122 do nothing.
- A multiprocessor holds up to 2048 threads, but no more than 32 blocks. With blocks of 32 threads, half of its room stays empty.
- The hardware cuts a block into warps of 32 threads. What the last warp does not fill is wasted.

So when there is plenty of work, make blocks large enough; when there is little, make them so small that every multiprocessor gets one. Some sizes in between do for both, but code that chooses by `n` does best.
]],
  params = {
    { name = "sum", type = "float", role = "out", count = "n" },
    { name = "a", type = "float", role = "in", count = "n", fill = { "uniform", -10, 10 } },
    { name = "b", type = "float", role = "in", count = "n", fill = { "uniform", -10, 10 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 10000 }, { n = 1 }, { n = 31 }, { n = 33 }, { n = 4223 }, { n = 4225 }, { n = { 6000, 9000 } },
    { n = { 280000, 300000 } },
  },
  rules = {
    { "kernels", least = 1, most = 1, why = "one launch" },
    { "blocks", "add", least = function(c) return math.min(132, ceil_div(c.n, 32)) end,
      why = "each of the 132 multiprocessors should get a block, as long as there is a warp of work for each" },
    { "block_size", "add", least = function(c) return math.min(32, c.n) end,
      why = "a block smaller than a warp leaves lanes empty" },
    { "block_size", "add", least = function(c) return c.n >= 280000 and 64 or 1 end,
      why = "with plenty of work, make blocks of 64 threads or more: a multiprocessor holds 32 blocks and 2048 threads" },
    { "threads", "add", most = function(c) return c.n + 1023 end, why = "one thread for each element, rounded up to whole blocks" },
  },
  perf = {
    case = { n = 10000 },
    limits = {
      { "active_lanes", least = 27, why = "a warp takes its time even if most of its lanes have no work",
        advice = "make the block a multiple of 32 threads: the hardware works on 32 at a time, and a group that is not full takes as long as a full one" },
    },
  },
  tolerance = { why = "one addition has one correctly rounded result" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.sum[i] = f32(c.a[i] + c.b[i]) end
  end,
  hints = {
    "Try 64 first: n = 10 000 gives 157 blocks, more than there are multiprocessors. How many does it give for 4225?",
    "Start with 256 and halve it while there are fewer than 132 blocks; but a block smaller than one warp, 32 threads, makes no sense.",
    [[
```
int block = 256;
while (block > 32 && (n + block - 1) / block < 132)
    block /= 2;
```
It makes blocks smaller only as long as some multiprocessor gets none.]],
  },
}
