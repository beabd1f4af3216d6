return {
  title = "graph_replay: record once, launch often",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "simulate",
  task = [[
This is a simulation on a ring of `n` cells. In each step every cell takes something from its neighbours, twice. So a step is two launches of `spread`, one from `d_a` to `d_b` and one back again. `y` gets the result of `steps` steps on `x`.

The kernels are tiny, and there are many of them. Each launch costs the host some microseconds, which is longer than such a kernel runs. A *graph* is work that you record once, and then launch as a whole with a single call.

Record *one step*, instantiate it once, and launch it `steps` times:

- `cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)`: from now on work in stream `s` is recorded, and *not run*
- `cudaStreamEndCapture(s, &graph)` ends the recording, and stores the graph in `graph`
- `cudaGraphInstantiate(&exec, graph, 0)` makes it executable. This takes a long time, so do it once
- `cudaGraphLaunch(exec, s)` puts all of its work into the stream
- `cudaGraphExecDestroy(exec)` and `cudaGraphDestroy(graph)` free the two

`steps` may be 0.
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "y", type = "unsigned int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
  },
  cases = {
    { n = 257, steps = 3 }, { n = 1, steps = 1 }, { n = 2, steps = 2 }, { n = 3, steps = 0 }, { n = 256, steps = 10 },
    { n = { 1000, 2000 }, steps = 25 }, { n = 4096, steps = 100 },
  },
  rules = {
    { "calls", "cudaGraphLaunch", least = function(c) return c.steps end, why = "launch the graph once for each step" },
    { "calls", "cudaGraphInstantiate*", most = 1, why = "instantiate the graph once: that takes much longer than launching it" },
    { "calls", "cudaStreamBeginCapture", most = 1, why = "record one step: the others are the same" },
    { "calls", "cudaLaunchKernel", most = 8, why = "launch kernels only while the stream is captured: the steps come from the graph" },
    { "waits", most = 4, why = "wait only at the end: the steps are in one stream, which keeps their order" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory, and destroy the stream, the graph and what was made of it" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    local a, n = {}, c.n
    for i = 0, n - 1 do a[i] = c.x[i] end
    for k = 1, 2 * c.steps do
      local b = {}
      for i = 0, n - 1 do b[i] = (3 * a[(i + n - 1) % n] + a[i] + 5 * a[(i + 1) % n]) & 0xFFFFFFFF end
      a = b
    end
    for i = 0, n - 1 do c.y[i] = a[i] end
  end,
  hints = {
    "Between the begin and the end of the capture, put only what is the same in every step: the two launches. The copies of `x` and `y` stay outside.",
    "The recorded launches must go into the captured stream: `spread<<<blocks, 256, 0, s>>>`. And they do not run while you record them, so the loop over the steps launches the graph `steps` times, not one time fewer.",
    [[
```
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
// the two launches
cudaStreamEndCapture(s, &graph);
cudaGraphInstantiate(&exec, graph, 0);
for (int k = 0; k < steps; k++)
    cudaGraphLaunch(exec, s);
```
The graph keeps the order of the two launches, and one call starts both.]],
  },
}
