return {
  title = "event_timer: which part takes longest?",
  kind = "host",
  difficulty = 1, minutes = 15,
  entry = "slowest", returns = "int",
  task = [[
A program has three parts: it copies `n` numbers to the device, a kernel computes `m` numbers from them, and the program copies those back. You want to make it faster. The first question is always the same: *where does the time go?*

The program is there, and it works. Measure its three parts with events, and return the number of the one that takes longest:

- 0: the copy to the device
- 1: the kernel
- 2: the copy back

An event is a mark in a stream. The device notes the time when it reaches the mark:

- `cudaEvent_t e; cudaEventCreate(&e)` creates one
- `cudaEventRecord(e)` puts it into the stream, after what is there already
- `cudaEventSynchronize(e)` waits until the device has reached it
- `cudaEventElapsedTime(&ms, a, b)` stores the milliseconds from `a` to `b` in `ms`, a float
- `cudaEventDestroy(e)` frees it

In the test cases, each of the three parts is at least once by far the longest.
]],
  task_python = [[
This is how Numba says it:

- `e = cuda.event()` makes an event; Numba destroys it once nothing refers to it any more
- `e.record()` puts it into the stream
- `e.synchronize()` waits until the device has reached it
- `cuda.event_elapsed_time(a, b)` returns the milliseconds from `a` to `b`
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "y", type = "unsigned int", role = "out", count = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "m", type = "int", value = "m" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  cases = {
    { n = 100, m = 50, rounds = 6000, longest = 1 },
    { n = 3, m = 1, rounds = 20000, longest = 1 },
    { n = 1000000, m = 257, rounds = 1, longest = 0 },
    { n = 1, m = 600000, rounds = 1, longest = 2 },
    { n = { 800000, 1200000 }, m = 2, rounds = 2, longest = 0 },
    { n = 255, m = { 500000, 700000 }, rounds = 3, longest = 2 },
    { n = 7001, m = 513, rounds = { 5000, 8000 }, longest = 1 },
    -- The same sizes twice, but with a slower link: only a measurement shows the difference.
    { n = 200000, m = 1000, rounds = 6000, longest = 1 }, { n = 200000, m = 1000, rounds = 6000, longest = 0, link = 0.02 },
  },
  rules = {
    { "calls", "cudaEventElapsedTime", least = 2, why = "measure each part: the sizes alone do not show how fast the device is" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "destroy events with `cudaEventDestroy`, and free memory with `cudaFree`" },
  },
  device = { link = function(c) return c.link or 1 end },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for j = 0, c.m - 1 do
      local h = c.x[j % c.n]
      for k = 1, c.rounds do h = ((h ~ (h >> 15)) * 739997 + k) & 0xFFFFFFFF end
      c.y[j] = h
    end
    c.result = c.longest
  end,
  hints = {
    "Three parts have four marks: before the first, between them, after the last. Create four events, and record each one where its mark is.",
    "`cudaEventRecord` returns at once, like a launch. Before you get a time, wait for the last event: `cudaEventSynchronize(mark[3])`.",
    [[
```
float ms[3];
for (int k = 0; k < 3; k++)
    cudaEventElapsedTime(&ms[k], mark[k], mark[k + 1]);
```
Then look for the largest.]],
  },
  hints_python = {
    "Three parts have four marks: before the first, between them, after the last. Create four events, and record each one where its mark is.",
    "`record()` returns at once, like a launch. Before you get a time, wait for the last event: `mark[3].synchronize()`.",
    [[
```python
ms = [cuda.event_elapsed_time(mark[k], mark[k + 1])
      for k in range(3)]
ms.index(max(ms))
```]],
  },
}
