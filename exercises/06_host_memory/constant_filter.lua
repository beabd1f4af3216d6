return {
  title = "constant_filter: a small array that every thread reads",
  kind = "host",
  difficulty = 2, minutes = 15,
  entry = "constant_filter",
  task = [[
A filter slides over a signal: `y[i] = w[0] * x[i] + w[1] * x[i + 1] + ...`, with `taps` terms in all. Values beyond the end of the signal count as 0. There are 1 to 64 weights. Every thread reads all of them, and all threads of a warp read the same one at the same time.

*Constant memory* is made for that. It has 64 KB that kernels can only read, and a cache of its own that delivers one value to a whole warp at once. The stub keeps the weights in an ordinary array. Change that:

- `__constant__ int weights[64];` outside all functions declares the memory. Its size is fixed, and it lives as long as the program
- the kernel reads `weights[k]` by name, without a pointer to the array
- the host fills it with `cudaMemcpyToSymbol(weights, w, bytes)`. The first argument is the variable itself, not its address

The new kernel has one fewer parameter. Its name, `filter`, stays.
]],
  params = {
    { name = "y", type = "int", role = "out", count = "n" },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -100000, 100000 } },
    { name = "n", type = "int", value = "n" },
    { name = "w", type = "int", role = "in", count = "taps", fill = { "integers", -99, 99 } },
    { name = "taps", type = "int", value = "taps" },
  },
  cases = {
    { n = 257, taps = 5 }, { n = 1, taps = 1 }, { n = 2, taps = 3 }, { n = 3, taps = 64 }, { n = 256, taps = 1 },
    { n = { 1000, 3000 }, taps = { 2, 30 } }, { n = 20001, taps = 33 },
  },
  rules = {
    { "calls", "cudaMemcpyToSymbol*", least = 1, why = "fill constant memory with `cudaMemcpyToSymbol`" },
    { "calls", "cudaMalloc", most = 2, why = "allocate arrays only for `x` and `y`; the weights are in constant memory" },
    { "kernels", "filter", least = 1, most = 1, why = "launch the kernel `filter` once" },
    { "working_blocks", least = 2, why = "launch a thread for each element, or at least many blocks: one block runs on one multiprocessor" },
    { "no_leaks", why = "free each array from `cudaMalloc` with `cudaFree`; a `__constant__` variable is never freed" },
  },
  perf = {
    case = { n = 10000, taps = 64 },
    limits = {
      { "global_requests", times = 1.3, why = "reading a weight from constant memory makes no request to global memory",
        advice = "declare the weights `__constant__`, and read them by name" },
      { "constant_requests", needs = 2000, why = "each warp reads its weights from constant memory",
        advice = "read the weights in the loop by the name of the `__constant__` array" },
    },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = { unsigned_input = "products and sums wrap to the same bits" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local sum = 0
      for k = 0, math.min(c.taps, c.n - i) - 1 do sum = sum + c.w[k] * c.x[i + k] end
      c.y[i] = sum
    end
  end,
  hints = {
    "Three things change: there is a declaration above the kernel, and the kernel's loop and the lines that copy the weights to the device become different.",
    "You need not fill all of `weights`: copy `taps * sizeof(int)` bytes and let the loop end at `taps`, as it does now.",
    "`cudaMemcpyToSymbol(weights, w, taps * sizeof(int));` before the launch, and `sum += weights[k] * x[i + k];` in the kernel.",
  },
}
