return {
  title = "Bug hunt: the workshop's add_shared",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "hunt_seed_add_shared",
  task = [[
This kernel comes from the slides of a real workshop, where it is written in Python, and many people have copied it since. A colleague has translated it to C++ and added one step. `x` and `y` have `n` numbers. Each block adds `y` to `x` in shared memory, and writes the sums back to `x` *in reverse order* within the block:

`x = 1 2 3   y = 10 20 30` becomes `x = 33 22 11`

Block 0 has the elements 0 to 255, block 1 the next 256, and so on. The last block may have fewer elements, and reverses those that it has.

On the slides the kernel runs once, with n = 256 and one block of 256 threads, and the result is right. With any other n it is not. There are two mistakes, and that one launch hides both.

A note on the second one: a barrier does not wait for threads that have left the kernel, so on today's GPUs it often lets the others pass. Elsewhere in this book warpbook only remarks on that. Here it is an error: your kernel must not rely on it.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "eighths", -1000, 1000 } },
    { name = "y", type = "float", role = "in", count = "n", fill = { "eighths", -1000, 1000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 33 }, { n = 255 }, { n = 257 }, { n = { 1000, 4900 } }, { n = 70001 },
  },
  perf = {
    case = { n = 8192 },
    share_work = 4,
    limits = {
      { "shared_requests", needs = 128, why = "the sums go through shared memory, as on the slides",
        advice = "keep the tile in shared memory, and fetch the opposite sum from there" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "sums of two such multiples of 1/8 are exact" },
  strict = { "race-within-warp", "exited-at-barrier" },
  oracle = function(c)
    for first = 0, c.n - 1, 256 do
      local last, sum = math.min(first + 255, c.n - 1), {}
      for i = first, last do sum[i] = c.x[i] + c.y[i] end
      for i = first, last do c.x[i] = sum[first + last - i] end
    end
  end,
  hints = {
    "The check of n = 512 shows the first mistake: two blocks use the same elements. Which number does thread 0 of block 1 have? Fix that, check again, and read which threads reach the barrier.",
    "A thread's index in the tile is `threadIdx.x`, its element is `blockIdx.x * 256 + threadIdx.x`. And the barrier is inside the `if`, so only the threads with an element reach it.",
    [[Three parts, with `first = blockIdx.x * 256` and `count = min(256, n - first)`:
```
if (t < count) tile[t] = x[first + t] + y[first + t];
__syncthreads(); // all threads
if (t < count) x[first + t] = tile[count - 1 - t];
```]],
  },
  task_python = [[
The kernel in your file is the one from the slides, with the colleague's step, in Numba. What the task says about `__syncthreads()` also holds for `cuda.syncthreads()`, which becomes the same instruction.
]],
  hints_python = {
    "The check of n = 512 shows the first mistake: two blocks use the same elements. Which number does thread 0 of block 1 have? Fix that, check again, and read which threads reach the barrier.",
    "A thread's index in the tile is `cuda.threadIdx.x`, its element is `cuda.blockIdx.x * 256 + cuda.threadIdx.x`. And the barrier is inside the `if`, so only the threads with an element reach it.",
    [[Three parts, with `first = cuda.blockIdx.x * 256` and `count = min(256, n - first)`:
```python
if t < count:
    tile[t] = x[first + t] + y[first + t]
cuda.syncthreads()  # all threads
if t < count:
    x[first + t] = tile[count - 1 - t]
```]],
  },
}
