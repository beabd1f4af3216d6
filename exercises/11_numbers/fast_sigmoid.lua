return {
  title = "fast_sigmoid: exact where it matters, fast where it does not",
  kind = "kernel",
  difficulty = 1, minutes = 12,
  kernel = "fast_sigmoid",
  nvcc = "the exact exponential of the CUDA math library",
  task = [[
The sigmoid squeezes any number into the range from 0 to 1:

`out[i] = 1 / (1 + exp(-x[i]))`

Networks use it for gates and probabilities, where six digits are plenty: the result may be off by `1e-6`. `x[i]` is from -120 to 120.

Write it with the fast functions for floats, `__expf(v)` and `__fdividef(a, b)`. Each takes only about two instructions, one of them on the special function units. `expf` and the operator `/` are exact or nearly so, down to the last digit, and take several times as many. A literal such as `1.0` is a double: with it, the compiler computes the whole formula in double precision, which is slower still.

Look at the ends as well: as a float, `exp` of 89 or more is infinite. What does your formula do with it?

This exercise needs nvcc: without the CUDA math library, as with clang alone, `expf` is the fast form already.
]],
  task_python = [[
In Python there is no `__expf`. `@cuda.jit(fastmath=True)` takes the fast forms of `math.exp`, `/`, `math.sqrt` and others, but only where the numbers are float32. And `1.0` is a float64, as is everything that you compute with it; write `float32(1)`. Make both changes.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", "low", "high" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256, low = -4, high = 4 }, { n = 1, low = 1, high = 2 }, { n = 2, low = -3, high = -1 }, { n = 3, low = 0.5, high = 3 }, { n = 255, low = 89, high = 120 },
    { n = 257, low = -120, high = -89 }, { n = { 1000, 5000 }, low = -20, high = 20 }, { n = 33001, low = -120, high = 120 },
  },
  perf = {
    case = { n = 16384, low = -10, high = 10 }, gpu = { n = 1 << 24, low = -10, high = 10 },
    limits = {
      { "warp_instructions", times = 1.3, why = "`__expf` is two instructions and `__fdividef` another two",
        advice = "use __expf and __fdividef, and float literals such as 1.0f" },
      { "time", times = 1.3, why = "only reading and writing the arrays should take time" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { abs = 1e-6, why = "the fast functions are off by a few units in the seventh digit" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.out[i] = f32(1 / (1 + math.exp(-c.x[i]))) end
  end,
  hints = {
    "Replace each slow operation by its fast form, one at a time: the exponential, the division, the literals.",
    "`exp(-x)` becomes `__expf(-x)`, and it may be infinite: one divided by infinity is 0, which is right. `exp(x) / (1 + exp(x))` would be infinity divided by infinity for large x, and that is NaN.",
    "`out[i] = __fdividef(1.0f, 1.0f + __expf(-x[i]));`",
  },
  hints_python = {
    "Ask two questions. Which type does each part of the formula have? Which functions does the compiler choose?",
    "What you add to `1` or `1.0`, or divide by it, becomes a float64; with `float32(1)` it does not. `@cuda.jit(fastmath=True)` takes the fast exponential and the fast division, for float32 only.",
    "`@cuda.jit(fastmath=True)` and `out[i] = float32(1) / (float32(1) + math.exp(-x[i]))`",
  },
}
