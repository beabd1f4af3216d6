return {
  title = "pool_alloc: allocate memory in the stream",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "halve_all",
  task = [[
`halve_all` runs `steps` steps on the array `x`. In step s the kernel `pairs` adds up groups of `2 << s` neighbours into a small array, and the kernel `spread` subtracts these sums from the elements. The small array has a different size in each step, and each step allocates and frees it.

`cudaMalloc` and `cudaFree` are slow calls. `cudaFree` waits until the device has done *all* its work. So the device runs out of work in each step.

`cudaMallocAsync(&p, bytes, stream)` and `cudaFreeAsync(p, stream)` take effect in the order of a stream, as a launch does: the memory exists for everything that you put into the stream between the two calls. Neither call waits. The memory comes from a *pool*, which keeps what you free for the next request. CuPy, PyTorch and RAPIDS all have such a pool.

Allocate and free the small arrays with these two calls, in stream 0. The program allocates `d_x` once, so that may stay as it is. The host need not wait before the copy at the end.
]],
  params = {
    { name = "x", type = "int", role = "inout", count = "n", fill = { "integers", -25000, 25000 } },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
  },
  cases = {
    { n = 300, steps = 3 }, { n = 1, steps = 1 }, { n = 2, steps = 2 }, { n = 3, steps = 2 }, { n = 257, steps = 0 }, { n = 256, steps = 4 },
    { n = { 1000, 5000 }, steps = { 2, 5 } }, { n = 40001, steps = 5 },
  },
  rules = {
    { "calls", "cudaMallocAsync", least = "steps", why = "take the memory of each step from the pool" },
    { "calls", "cudaMalloc", inside = "loop", most = 0, why = "in the loop, allocate with `cudaMallocAsync`" },
    { "calls", "cudaFree", inside = "loop", most = 0, why = "in the loop, free with `cudaFreeAsync`, in the stream's order: `cudaFree` waits for the device" },
    { "waits", most = 3, why = "do not wait between the steps: the stream keeps their order" },
    { "memory", most = function(c) return 6 * c.n + (8 << 10) end, why = "free each small array in its step, so that the memory in use stays small" },
    { "kernels", "pairs", least = "steps", most = "steps", why = "launch `pairs` once for each step" },
    { "kernels", "spread", least = "steps", most = "steps", why = "launch `spread` once for each step" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = { unsigned_input = "sums and differences wrap to the same bits" },
  oracle = function(c)
    for s = 0, c.steps - 1 do
      local group = 2 << s
      for first = 0, c.n - 1, group do
        local last, sum = math.min(first + group, c.n) - 1, 0
        for i = first, last do sum = sum + c.x[i] end
        for i = first, last do c.x[i] = i32(c.x[i] - sum) end
      end
    end
  end,
  hints = {
    "Change only two lines of the loop. Both calls get the stream as their last argument: 0, where the kernels run.",
    "The free comes after the launch of `spread` in the source, so it comes after it in the stream, too: the kernel may still be running when `cudaFreeAsync` returns.",
    "`cudaMallocAsync(&d_sum, groups * sizeof(int), 0);` and, after both launches, `cudaFreeAsync(d_sum, 0);`",
  },
}
