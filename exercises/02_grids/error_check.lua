return {
  title = "error_check: every call can fail",
  kind = "host",
  difficulty = 1, minutes = 15,
  entry = "twice", returns = "cudaError_t",
  task = [[
So far the kernel was yours and the host's side was ours. Here is a whole host side: it makes room on the device, copies `x` there, launches the kernel, and copies the result back into `y`. All of it works - as long as nothing goes wrong. (How the kernel counts its elements is for lesson 01; it stays as it is.)

But every call of CUDA can fail. Memory runs out, a launch asks for what the device does not have, another process has broken the driver. A call that fails throws nothing and prints nothing: it returns a `cudaError_t` that is not `cudaSuccess`, and the program goes on with a pointer that was never set, and a result that never came.

Make `twice` honest:

- look at what every call returns
- when one fails, call none of the others, and return its error
- whatever happens, free what was allocated
- when all goes well, return `cudaSuccess`

A launch, `<<< >>>`, returns nothing. What came of it is what `cudaGetLastError()` returns right after it. It says whether the kernel could be *started*; whether it came to its end is told by the next call that waits for it, here the `cudaMemcpy`.

The file is tried as it is, and then again with the first call failing, then the second, and so on.
]],
  params = {
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", 1, 10 } },
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 257 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 256 }, { n = { 1000, 5000 } } },
  rules = {
    { "checks_errors", why = "whichever call fails, return its error, and free what was allocated before" },
    { "stops", why = "when one call fails, the others are not made: they would work on what is not there" },
    { "no_leaks", why = "each `cudaMalloc` needs its `cudaFree`, on every way out of the function" },
    { "kernels", least = 1, why = "the numbers are doubled on the device" },
  },
  tolerance = { why = "doubling a float is exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.y[i] = 2 * c.x[i] end
    c.result = 0
  end,
  hints = {
    "Keep the error in a variable: `cudaError_t error = cudaMalloc(...);`. Go on only while it is `cudaSuccess`.",
    "There is one way out at the end that frees both pointers and returns `error`. Start with both pointers `nullptr`: `cudaFree(nullptr)` does nothing, so the end need not know how far you came.",
    "`if (error == cudaSuccess) error = cudaMemcpy(...);` for each call, and after the launch `error = cudaGetLastError();`, with the launch itself inside such an `if`, too.",
  },
}
