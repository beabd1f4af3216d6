return {
  title = "jacobi_one_launch: a barrier for the whole grid",
  kind = "host",
  difficulty = 3, minutes = 30,
  entry = "jacobi",
  task = [[
The end of a kernel is a barrier for all its threads. That is why each step of the Jacobi iteration was a launch. In a *cooperative* launch the kernel can have such a barrier inside: `grid.sync()` of `cooperative_groups.h`. All threads of the grid wait there, and after it each sees what the others have written.

Run `steps` steps on the plate `p`, `n` rows of `n` floats, with *one* launch. A step is the same as in `heat_step`: points inside get a quarter of the sum of their four old neighbours and `source`, and the border stays as it is.

Blocks that wait for all others must all be on the device at the same time. So the grid may have only as many blocks as fit, whatever `n` is, and the kernel walks the plate in a grid-stride loop. `cudaOccupancyMaxActiveBlocksPerMultiprocessor` says how many fit on one multiprocessor, and `cudaDeviceGetAttribute` with `cudaDevAttrMultiProcessorCount` says how many multiprocessors there are. The launch is `cudaLaunchCooperativeKernel(kernel, grid, block, args, 0, 0)`, where `args` is an array of pointers to the arguments.

The stub is right, but makes a launch for each step.
]],
  params = {
    { name = "p", type = "float", role = "inout", shape = { "n", "n" }, fill = { "uniform", -1, 1 } },
    { name = "source", type = "float", role = "in", shape = { "n", "n" }, fill = { "uniform", -1, 1 } },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
  },
  cases = {
    { n = 8, steps = 3 }, { n = 1, steps = 2 }, { n = 2, steps = 1 }, { n = 5, steps = 1 }, { n = 3, steps = 4 }, { n = 17, steps = 0 }, { n = 16, steps = 5 },
    { n = { 33, 50 }, steps = { 2, 6 } }, { n = 97, steps = 4 },
    -- Small devices, which do not hold a block for every 256 points.
    { n = 97, steps = 4, sms = 3 }, { n = { 70, 97 }, steps = { 2, 6 }, sms = 2 },
  },
  device = { multiprocessors = function(c) return c.sms or 16 end },
  rules = {
    { "kernels", most = 1, why = "all steps are in one launch" },
    { "blocks", least = function(c) return c.n > 60 and 8 or 1 end,
      why = "at least 8 blocks for the plate of 97 x 97, since a block keeps only one multiprocessor busy" },
    { "operations", "copies_in", most = 2, why = "`p` and `source` go to the device once" },
    { "operations", "copies_out", most = 1, why = "the plate comes back once" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { abs = 1e-5, why = "the four neighbours and the source may be added in any order" },
  excused = {
    large_sizes = "a plate of one point is all border, and stays as it is",
    up_to_1024 = "a plate of n x n has more than 1024 points",
  },
  oracle = function(c)
    local n, a, b = c.n, {}, {}
    for i = 0, n * n - 1 do a[i], b[i] = c.p[i], c.p[i] end
    for _ = 1, c.steps do
      for r = 1, n - 2 do
        for k = 1, n - 2 do
          local i = r * n + k
          b[i] = (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + c.source[i]) / 4
        end
      end
      a, b = b, a
    end
    for i = 0, n * n - 1 do c.p[i] = a[i] end
  end,
  hints = {
    "The loop over the steps moves into the kernel. There each thread has its own copy of both pointers, and all threads swap them after each step.",
    "`auto grid = cooperative_groups::this_grid();` In the loop: walk the plate with `i = grid.thread_rank()` and the stride `grid.size()`, then call `grid.sync()`, then swap. Every thread must reach the barrier, even one without points.",
    [[
```
void *args[] = { &d_a, &d_b, &d_source, &n, &steps };
cudaLaunchCooperativeKernel((const void *)all_steps, blocks, 256, args,
        0, 0);
```
The result is in `d_a` or `d_b`, depending on whether `steps` is even.]],
  },
}
