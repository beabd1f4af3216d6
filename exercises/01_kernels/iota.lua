return {
  title = "iota: count from zero",
  kind = "kernel",
  difficulty = 1, minutes = 8,
  kernel = "iota",
  task = [[
Fill `out` with 0, 1, 2, ... up to n - 1: each thread writes one element.

The launch has blocks of 256 threads (64 in one case), and just enough blocks for at least `n` threads. `threadIdx.x` starts at 0 in every block, so it is no longer enough. You need the thread's number in the whole grid: the number of threads in the blocks before mine, plus my number within my own block.

The last block is rarely full. With n = 257 there are two blocks, 512 threads in all, and 255 of them have no element: they must not access `out`.
]],
  task_python = [[
`threadIdx.x` is `cuda.threadIdx.x` in Python, and so on; `cuda.grid(1)` is the number in the whole grid.
]],
  params = {
    { name = "out", type = "int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 256 }, { n = 257 }, { n = 777, block = 64 },
    { n = { 1000, 5000 } }, { n = 70001 },
  },
  perf = {
    case = { n = 16384 },
    share_work = 32,
  },
  launch = function(c)
    local block = c.block or 256
    return { grid = ceil_div(c.n, block), block = block }
  end,
  tolerance = { why = "integers are compared exactly" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.out[i] = i end
  end,
  hints = {
    "Two steps: compute the thread's number in the whole grid, then write it, but only if there is an element with that number.",
    "The number in the grid needs three built-in values: `blockIdx.x` (which block), `blockDim.x` (threads in a block), `threadIdx.x` (which thread of the block).",
    "`int i = blockIdx.x * blockDim.x + threadIdx.x;` and then one line that begins with `if (i < n)`.",
  },
  hints_python = {
    "Two steps: compute the thread's number in the whole grid, then write it, but only if there is an element with that number.",
    "`cuda.grid(1)` is that number: `cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x`.",
    "`i = cuda.grid(1)` and then two lines, of which the first is `if i < n:`.",
  },
}
