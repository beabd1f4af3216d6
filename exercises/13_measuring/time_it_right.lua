return {
  title = "time_it_right: which of two is faster?",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "faster", returns = "int",
  task = [[
`table` has `m` numbers in ascending order. For each of the `n` numbers in `x`, its place is the index of the first number in the table that is not less than it. Two kernels look for it: `walk` goes along the table from the beginning, `halve` cuts the table in half again and again. Both give the same result. Which of them is faster depends on the data: most places may be near the beginning, or not.

So measure. The function fills `place` with either kernel, and returns 0 if `walk` takes less time, 1 if `halve` does. Measure properly:

- first launch each kernel once without counting it, since on a GPU the first launch is often slower
- then launch each of them at least ten times in a row, between two events. One launch takes a few microseconds, and it takes just as long to reach an idle device from the host. In a row of launches only the first one has to wait for that
- do not wait between these launches. Wait once at the end, with `cudaEventSynchronize`, before you ask for the times

The lesson on streams has the calls: `cudaEventCreate`, `cudaEventRecord`, `cudaEventElapsedTime`, `cudaEventDestroy`. The stub copies the data, but it only guesses.
]],
  params = {
    { name = "place", type = "int", role = "out", count = "n" },
    { name = "table", type = "int", role = "in", count = "m", fill = { "index" } },
    { name = "x", type = "int", role = "in", count = "n", 
      fill = function(c, draw) -- the first number lies: it is near where the others are far
        local x = {}
        for i = 0, c.n - 1 do x[i] = draw(c.low, c.high) end
        if c.n > 1 and c.best == 1 then x[0] = draw(0, 2) end
        return x
      end },
    { name = "n", type = "int", value = "n" },
    { name = "m", type = "int", value = "m" },
  },
  cases = {
    { n = 1000, m = 40000, low = 0, high = 2, best = 0 }, { n = 300, m = 4000, low = 100, high = 400, best = 1 },
    { n = 1, m = 3000, low = 2000, high = 2999, best = 1 }, { n = 255, m = 5000, low = 300, high = 499, best = 1 }, { n = 257, m = 33333, low = 0, high = 1, best = 0 },
    { n = { 5000, 6000 }, m = { 20000, 60000 }, low = 0, high = 2, best = 0 }, { n = { 1000, 2000 }, m = { 2000, 6000 }, low = 100, high = 200, best = 1 },
  },
  rules = {
    { "calls", "cudaEventElapsedTime", least = 2, why = "measure both kernels with events: the sizes alone do not show how far down the table the numbers are" },
    { "kernels", "walk", least = 11, why = "launch `walk` once to warm up, and ten times to measure" },
    { "kernels", "halve", least = 11, why = "launch `halve` once to warm up, and ten times to measure" },
    { "timed", "walk", least = 10, why = "after the launch that warms up, ten launches of `walk` lie between two events: one alone mostly shows how long it takes to reach an idle device" },
    { "timed", "halve", least = 10, why = "after the launch that warms up, ten launches of `halve` lie between two events: one alone mostly shows how long it takes to reach an idle device" },
    { "waits", most = 8, why = "the host does not wait after each launch, since the events would also measure how long the device is idle" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "destroy events with `cudaEventDestroy`, free memory with `cudaFree`" },
  },
  device = { memory = "64 MiB" },
  tolerance = { why = "whole numbers are exact" },
  excused = {
    ["large_sizes:48"] = "`m` is never 1: in a table of one number neither search is faster",
    absolute = "the kernels are given, and no place is negative",
    unsigned_input = "the kernels are given, and no place is negative",
  },
  oracle = function(c)
    for i = 0, c.n - 1 do c.place[i] = c.x[i] end
    c.result = c.best
  end,
  hints = {
    "Four events: before and after the ten launches of `walk`, and before and after those of `halve`. The launches that do not count come before the first event.",
    "Launches and records only put work into the stream, in the order of your lines. One `cudaEventSynchronize` of the last event is enough, just before the two `cudaEventElapsedTime`.",
    [[
```
cudaEventRecord(mark[0]);
for (int k = 0; k < 10; k++) walk<<<blocks, 256>>>(...);
cudaEventRecord(mark[1]);
```
The same for `halve`, with marks 2 and 3.]],
  },
}
