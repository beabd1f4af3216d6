return {
  title = "graph_replay: record once, launch often",
  kind = "host",
  difficulty = 2, minutes = 25,
  entry = "simulate",
  task = [[
A simulation on a ring of `n` cells: in a step each cell takes something from its neighbours, twice. So a step is two launches of `spread`: from `d_a` to `d_b`, and back again. `y` is what has become of `x` after `steps` steps.

The kernels are tiny, and there are many of them. The host needs some microseconds for each launch, longer than such a kernel runs. It can be had in one go: a *graph* is a piece of work that was recorded before, and is launched as a whole.

Record *one step*, make it executable once, and launch it `steps` times:

- `cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)`: what now comes into stream `s` is written down, and *not done*
- `cudaStreamEndCapture(s, &graph)` ends that, and gives the graph
- `cudaGraphInstantiate(&exec, graph, 0)` makes it executable. This takes long, so do it once
- `cudaGraphLaunch(exec, s)` puts all of it into the stream
- `cudaGraphExecDestroy(exec)` and `cudaGraphDestroy(graph)` give them back

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
    { "calls", "cudaGraphLaunch", least = function(c) return c.steps end, why = "one launch of the graph for each step" },
    { "calls", "cudaGraphInstantiate*", most = 1, why = "making a graph executable takes much longer than launching it: once is enough" },
    { "calls", "cudaStreamBeginCapture", most = 1, why = "record one step: all others are the same" },
    { "waits", most = 4, why = "the steps are in one stream, which keeps their order: wait at the end only" },
    { "no_leaks", why = "memory and streams are given back" },
  },
  tolerance = { why = "whole numbers" },
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
    "Only what is the same in every step belongs between begin and end of the capture: the two launches. The copies of `x` and `y` stay outside.",
    "The launches that are recorded must go into the stream that is captured: `spread<<<blocks, 256, 0, s>>>`. And nothing is done while it is recorded, so the loop over the steps launches the graph `steps` times, not one time less.",
    "`cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);`, the two launches, `cudaStreamEndCapture(s, &graph); cudaGraphInstantiate(&exec, graph, 0);` and then `for (int k = 0; k < steps; k++) cudaGraphLaunch(exec, s);`",
  },
}
