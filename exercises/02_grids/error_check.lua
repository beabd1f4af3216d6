return {
  title = "error_check: every call can fail",
  kind = "host",
  difficulty = 1, minutes = 15,
  entry = "twice", returns = "cudaError_t",
  task = [[
Here is a whole host function. It allocates memory on the device, copies `x` there, launches the kernel, and copies the result back into `y`. All of it works - as long as nothing fails.

But every CUDA call can fail. Memory runs out, a launch asks for more than the device has, another process has crashed the driver. A call that fails throws no exception and prints nothing: it returns a `cudaError_t` other than `cudaSuccess`. If you ignore it, the program carries on with a pointer that was never set and a result that never arrived.

Make the function `twice` honest:

- check what every call returns
- when one fails, make no other call except `cudaFree`, and return its error
- in every case, free what you allocated
- when all calls succeed, return `cudaSuccess`

A launch, `<<< >>>`, returns nothing. Call `cudaGetLastError()` right after it to get its error. That reports whether the kernel could *start*; an error while it runs is reported by the next call that waits for it, here the `cudaMemcpy`.

The check runs your function as it is, and then again with the first call failing, then the second, and so on.
]],
  params = {
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -10, 10 } },
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 257 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 256 }, { n = { 5000, 9000 } } },
  rules = {
    { "checks_errors", why = "whichever call fails, return its error, and free what was allocated before" },
    { "stops", why = "after a failed call, make no other call except `cudaFree`: the others would use what does not exist" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "each `cudaMalloc` needs its `cudaFree`, on every path out of the function" },
    { "kernels", least = 1, why = "the device doubles the numbers" },
  },
  tolerance = { why = "doubling a float is exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.y[i] = 2 * c.x[i] end
    c.result = 0
  end,
  hints = {
    "Keep the error in a variable: `cudaError_t error = cudaMalloc(...)`. Continue only while it is `cudaSuccess`.",
    "Have a single exit at the end that frees both pointers and returns `error`. Initialise both pointers to `nullptr`: `cudaFree(nullptr)` does nothing, so the exit need not know how far you got.",
    "`if (error == cudaSuccess) error = cudaMemcpy(...);` for each call, and after the launch `error = cudaGetLastError();`, with the launch itself inside such an `if`, too.",
  },
}
