return {
  title = "atomic_max_shared: one atomic for a block",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "atomic_max_shared",
  task = [[
Find the largest of `n` numbers and of the one in `*best`, as before. But now use only *one* atomic on global memory for each block, instead of one for each element.

There are three steps, each with fewer threads than the one before:

- each thread finds the largest of *its own* elements, in a register: no atomic at all
- the threads of a block find the largest of their results in shared memory
- one thread of each block raises `*best` to the block's result

The launch has far fewer threads than there are elements, so each thread has several: use a grid-stride loop. The numbers may be negative, even all of them.
]],
  params = {
    { name = "best", type = "int", role = "inout", count = 1, fill = { "constant", "before" } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", "low", "high" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 3000, before = 0, low = 1, high = 1000000 }, { n = 1, before = -9, low = -8, high = -2 },
    { n = 2, before = -1000000, low = -999999, high = -5 }, { n = 3, before = 77, low = -100, high = 76 },
    { n = 255, before = -2000000000, low = -1000000000, high = -1 }, { n = 256, before = -5, low = -4, high = 1000000 },
    { n = 257, before = -2147483647, low = -2147483647, high = -2000000000 }, { n = 4099, before = -5000000, low = -4000000, high = -1 },
    { n = { 3000, 5000 }, before = { -100, 100 }, low = -2000000000, high = 2000000000 },
    { n = 40003, before = 1000000, low = -1000000, high = 999999 },
    { n = 530001, before = -5, low = 1, high = 2000000000 },
  },
  perf = {
    case = { n = 131072, before = -1, low = 0, high = 1000000000 }, gpu = { n = 1 << 24, before = -1, low = 0, high = 1000000000 },
    limits = {
      { "global_atomic_requests", most = 40,
        why = "there are 32 blocks, and each of them needs one global atomic",
        advice = "find the block's maximum in shared memory first; then one thread does the global atomic" },
      { "atomics", most = 9200,
        why = "each of the 8192 threads makes one atomic in shared memory; it needs none to compare its own 16 elements",
        advice = "keep the maximum of a thread's own elements in a variable, and do one atomic after the loop" },
      { "traffic", most = 1.2, why = "each element is read once" },
      { "time", times = 2.1, why = "threads compare in registers, so only reading the numbers takes time" },
    },
  },
  launch = function(c) return { grid = math.min(ceil_div(c.n, 4096), 1056), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  excused = { unsigned_input = "max and the atomic operation take the bits as an int again" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      if c.x[i] > c.best[0] then c.best[0] = c.x[i] end
    end
  end,
  hints = {
    "What does a thread without any element start with? Not with 0, but with the smallest int there is, `INT_MIN`, which is `-2147483647 - 1`. The shared variable starts with the same.",
    "Thread 0 sets the shared variable; barrier; each thread loops over its elements with `max`, and then does one `atomicMax` on the shared variable; barrier; thread 0 does the one on `best`.",
    [[
```
int mine = -2147483647 - 1;
for (int i = first; i < n; i += step)
    mine = max(mine, x[i]);
atomicMax(&top, mine);
```]],
  },
  hints_python = {
    "What does a thread without any element start with? Not with 0, but with the smallest int32 there is, -2147483648. The shared array starts with the same.",
    "Thread 0 sets `top[0]`; barrier; each thread loops over its elements with `max`, and then does one `cuda.atomic.max` on `top`; barrier; thread 0 does the one on `best`.",
    [[
```python
mine = int32(-2147483648)
for i in range(cuda.grid(1), n, cuda.gridsize(1)):
    mine = max(mine, x[i])
cuda.atomic.max(top, 0, mine)
```]],
  },
}
