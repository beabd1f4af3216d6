return {
  title = "Bug hunt: a divergent barrier",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "hunt_divergent_barrier",
  task = [[
For each element, a colleague wants the sum of all *other* elements of its block. Each block adds up its 256 elements in shared memory: in the first round 128 threads add two each, then 64, then 32 and so on, until `tile[0]` is the sum of all. Then every thread subtracts its own element from that sum. Threads without an element take part with a 0.

So with one block and `x = 1 2 3 4` the result is `9 8 7 6`.

She remembered the barriers, and even wrote too many. On her old GPU the kernel works; on the new one it sometimes hangs.

A barrier counts *threads*. Every thread of the block has to reach *the same* `__syncthreads()`, as often as the others. Otherwise it is a *divergent barrier*. There are two in this kernel. One shows for every `n`, the other hides when `n` is a multiple of 256.

Check first (`c`, or `warpbook check hunt_divergent_barrier`), and read which threads wait where.
]],
  params = {
    { name = "out", type = "int", role = "out", count = "n" },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -10000000, 10000000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 4 }, { n = 31 }, { n = 33 }, { n = 255 }, { n = 257 },
    { n = { 1000, 4900 } }, { n = 70001 },
  },
  perf = {
    case = { n = 8192 },
    limits = {
      { "traffic", most = 2.2, why = "the threads of a block add up in shared memory, so each element is loaded once or twice",
        advice = "keep the sum in shared memory: a thread that loads all elements of its block loads 256" },
      { "shared_requests", needs = 128, why = "the threads of a block meet in shared memory",
        advice = "keep the tile, or what the block shares, in shared memory" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "integers are compared exactly" },
  excused = { unsigned_input = "a sum of unsigned numbers has the same bits" },
  oracle = function(c)
    for first = 0, c.n - 1, 256 do
      local last, sum = math.min(first + 255, c.n - 1), 0
      for i = first, last do sum = sum + c.x[i] end
      for i = first, last do c.out[i] = sum - c.x[i] end
    end
  end,
  hints = {
    "For each `__syncthreads()` ask: under which condition does a thread get here? If the condition is not the same for all threads of the block, not all of them reach the barrier.",
    "The loop's condition `t < half` depends on t: threads leave the loop at different times, and go on to the next barrier. The loop must take the same number of rounds for every thread; which threads *add* is another question.",
    [[
```
for (int half = 128; half > 0; half /= 2) {
    if (t < half) tile[t] += ...;
    __syncthreads();
}
```
Move the first barrier to after the `if`. Then all threads reach every barrier, and equally often.]],
  },
}
