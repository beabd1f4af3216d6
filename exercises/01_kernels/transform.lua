return {
  title = "transform: a function of each element",
  kind = "kernel",
  difficulty = 1, minutes = 10,
  kernel = "transform",
  task = [[
Apply a function to every element. The function is

`out[i] = a * cos(x[i])^2 + b * sin(x[i])^2`

where `^2` means squared. With a = b = 1 the result is 1 for every x, up to rounding: you can check that in your head, and it is our third case.

C has no power operator; its `^` is exclusive or. Multiply the value by itself. For floats, use `cosf` and `sinf`, with an f at the end; they need no `#include`.

The launch: blocks of 256 threads, rounded up to whole blocks.
]],
  task_python = [[
NumPy calls a function that works on whole arrays, element by element, a *ufunc*; `np.cos` is one. `@vectorize` makes one of a function of plain numbers, and with `target='cuda'` it runs on the GPU. So here you write no kernel: no index, no guard, no `n`. Your function gets one element of `x`, and `a` and `b`, and returns one element of `out`. Numba writes the kernel around it, in which thread i calls it for element i.

The check takes your function, puts it into such a kernel, and judges that kernel like any other, with the launch of the task.

Python has a power operator, `**`. The functions for one number are those of `math`: `math.cos(x)`.
]],
  ufunc = { "vectorize", "x", "a", "b", "out" },
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -3, 3 } },
    { name = "a", type = "float", value = "a" },
    { name = "b", type = "float", value = "b" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1, a = 2, b = -1 }, { n = 2, a = 0.5, b = 3 }, { n = 3, a = 1, b = 1 }, { n = 255, a = 4, b = 2 },
    { n = 256, a = -2, b = 2 }, { n = 257, a = 1.5, b = -4 }, { n = { 1000, 5000 }, a = 3, b = -3 },
    { n = 70001, a = 1, b = 0.25 },
  },
  perf = {
    case = { n = 16384, a = 4, b = 2 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  fast = { launch = function(c) return { grid = ceil_div(c.n, 4096), block = 256 } end },
  tolerance = {
    abs = 1e-5,
    why = "the GPU's sine and cosine differ from the CPU's in the last bits, and the weights go up to 4",
  },
  excused = { absolute = "cosine and square do not show the sign" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      -- uses the double angle, so that the oracle needs no square
      local twice = math.cos(2 * c.x[i])
      c.out[i] = f32((c.a + c.b) / 2 + (c.a - c.b) / 2 * twice)
    end
  end,
  hints = {
    "The frame stays the same. There are now several lines inside the guard: read once, compute, write once.",
    "Keep the cosine and the sine in local variables (`float c = cosf(x[i]);`) and multiply each by itself.",
    "`out[i] = a * c * c + b * s * s;` with `c` and `s` computed just before.",
  },
  hints_python = {
    "The function sees one element only, and no threads. What would it be for three plain numbers?",
    "Keep the cosine and the sine in variables (`c = math.cos(x)`), so that each is computed once.",
    "`return a * c * c + b * s * s` with `c` and `s` computed just before.",
  },
}
