return {
  title = "Bug hunt: it began early",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "weighted_squares", returns = "cudaError_t",
  task = [[
`weighted_squares` computes y[i] = weight[i] * x[i] * x[i] with two kernels in one stream. The first writes the squares, and the second multiplies them by the weights.

The second is launched with programmatic stream serialization, which saves the pause between the two. It may begin as soon as all blocks of the first have executed `griddepcontrol.launch_dependents` or ended. `griddepcontrol.wait` waits until the kernel before has ended and its results are visible. (In CUDA C++ these two are `cudaTriggerProgrammaticLaunchCompletion()` and `cudaGridDependencySynchronize()`. Devices before Hopper do not begin early.)

"It was right on my machine for a month," says the author. On a colleague's it is wrong now and then, and never under the debugger.

Find out why, and correct it. The function returns `cudaSuccess`, or the error of the call that failed. Either way it frees everything.
]],
  params = {
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", -50, 50 } },
    { name = "weight", type = "float", role = "in", count = "n", fill = { "eighths", -9, 9 } },
    { name = "n", type = "int", value = "n" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { n = 300 }, { n = 1 }, { n = 2 }, { n = 255 }, { n = 256 }, { n = 257 }, { n = { 2000, 9000 } }, { n = 40000 },
  },
  rules = {
    { "kernels", least = 1, why = "the device computes" },
    { "checks_errors", why = "whichever call fails, its error is returned and everything is freed" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates" },
  },
  excused = { absolute = "a square has no sign" },
  tolerance = { why = "the squares are exact, and one product is rounded in one way only" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.y[i] = f32(c.weight[i] * f32(c.x[i] * c.x[i])) end
    c.result = 0
  end,
  hints = {
    "Which of the arrays that `weigh` reads does the kernel before it write? Everything before `griddepcontrol.wait` may run while that kernel is still running.",
    "The weights come from the host, so `weigh` may load them early, which is what an early begin is good for. The squares must be loaded after the wait. (Where `squares` executes `launch_dependents` affects only speed.)",
    [[
```
float w = i < n ? weight[i] : 0;

asm volatile("griddepcontrol.wait;" ::: "memory");
if (i < n)
    y[i] = w * square[i];
```]],
  },
}
