return {
  title = "grid_stride: more elements than threads",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "grid_stride",
  task = [[
Square every element of `x` in place: `x[i]` becomes `x[i] * x[i]`.

This time the launch does not fit the data. The grid has a few blocks of 64 threads, and `n` can be many times the number of threads, or smaller. The kernel must be correct for every `n` and for every launch.

Write a loop. A thread starts at its number in the grid, and after each element moves on by the number of threads in the whole grid, until it is past the end. So in every step the threads work side by side, and together cover the next stretch of the array.

Square each element exactly once. Two threads on one element are a data race.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "uniform", 1.5, 8 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1, blocks = 1 }, { n = 2, blocks = 2 }, { n = 3, blocks = 1 }, { n = 63, blocks = 1 },
    { n = 65, blocks = 1 }, { n = 255, blocks = 4 }, { n = 256, blocks = 4 }, { n = 257, blocks = 4 },
    { n = 1000, blocks = 3 }, { n = { 1000, 5000 }, blocks = { 2, 9 } }, { n = 70001, blocks = 7 },
  },
  perf = {
    case = { n = 16384, blocks = 8 },
    share_work = 4,
    limits = {
      { "sectors_per_request", most = 4.5, why = "in every step the threads work side by side: 32 neighbouring floats are 4 sectors of 32 bytes",
        advice = "let a thread go on to the element that is as far away as there are threads in the grid, not to the next one" },
    },
  },
  launch = function(c) return { grid = c.blocks, block = 64 } end,
  tolerance = { why = "one multiplication has one correctly rounded result" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.x[i] = f32(c.x[i] * c.x[i]) end
  end,
  hints = {
    "The `if (i < n)` of the earlier kernels becomes a `for` loop with the same condition: it is the guard and the loop in one.",
    "The step is the number of threads in the whole grid: blocks in the grid times threads in a block.",
    [[
```
for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
     i += gridDim.x * ...)
```]],
  },
  hints_python = {
    "The `if i < n:` of the earlier kernels becomes a loop over a range that ends at `n`: it is the guard and the loop in one.",
    "The step is the number of threads in the whole grid: `cuda.gridsize(1)`.",
    "`for i in range(cuda.grid(1), n, ...):`",
  },
}
