-- exercises/README.md explains the fields. (There is also `perf`, to limit the speed.) `warpbook author check FOLDER` proves the exercise.
return {
  title = "NAME: twice every element",
  kind = "kernel",
  difficulty = 1, minutes = 5,
  kernel = "NAME",
  task = [[
Write twice every element of `x` into `out`: `out[i]` becomes `2 * x[i]`.

Both arrays have `n` elements. There are at least `n` threads, in blocks of 128.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -8, 8 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1 }, { n = 2 }, { n = 3 }, { n = 128 }, { n = 129 }, { n = { 1000, 5000 } }, { n = 40000 } },
  launch = function(c) return { grid = ceil_div(c.n, 128), block = 128 } end,
  tolerance = { why = "doubling is exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.out[i] = 2 * c.x[i] end
  end,
  hints = {
    "Every thread makes one element. Which one is its own?",
    "The index comes from `blockIdx.x`, `blockDim.x` and `threadIdx.x`, and the last block has threads to spare.",
    "`if (i < n) out[i] = ...`",
  },
}
