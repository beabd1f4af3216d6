return {
  title = "global_index: a number for every thread of a 2D grid",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "global_index",
  task = [[
The grid is two-dimensional, and so are its blocks. Give every thread its own number g, from 0 up to the number of threads minus 1, in the order the hardware uses:

- inside a block, x runs fastest: first the row y = 0 from left to right, then the row y = 1, and so on
- blocks are numbered the same way in the grid, x fastest
- all threads of block 0 come first, then all threads of block 1, and so on

To show that the number is right, thread `g` writes two values: `1000 * threadIdx.y + threadIdx.x` into `thread[g]`, and `1000 * blockIdx.y + blockIdx.x` into `block_of[g]`. Both arrays have one element for each thread, so you need no guard.

Example, 2 x 1 blocks of 3 x 2 threads: the thread with threadIdx (1, 1) in block (1, 0) has number 1 * 6 + (1 * 3 + 1) = 10.

The sizes of grid and block differ from case to case, so use `gridDim` and `blockDim`, not constants. In the report, `gx` and `gy` are the size of the grid, `bx` and `by` the size of a block.
]],
  params = {
    { name = "thread", type = "int", role = "out", count = function(c) return c.gx * c.gy * c.bx * c.by end },
    { name = "block_of", type = "int", role = "out", count = function(c) return c.gx * c.gy * c.bx * c.by end },
  },
  cases = {
    { gx = 1, gy = 1, bx = 1, by = 1 }, { gx = 2, gy = 1, bx = 1, by = 1 }, { gx = 1, gy = 1, bx = 3, by = 1 },
    { gx = 2, gy = 1, bx = 3, by = 2 }, { gx = 3, gy = 2, bx = 4, by = 3 }, { gx = 4, gy = 1, bx = 257, by = 1 },
    { gx = 5, gy = 3, bx = 33, by = 7 }, { gx = 2, gy = 7, bx = 16, by = 16 },
    { gx = { 2, 7 }, gy = { 2, 7 }, bx = { 9, 20 }, by = { 2, 12 } }, { gx = 200, gy = 170, bx = 1, by = 1 },
  },
  perf = {
    case = { gx = 8, gy = 4, bx = 4, by = 32 },
    share_work = 4,
    limits = {
      { "sectors_per_store", most = 4.5, why = "the threads of a warp have 32 neighbouring numbers, whatever the block's shape: 4 sectors",
        advice = "compute the number from the thread's own position, and write that element: `threadIdx` and `blockIdx` as they are" },
    },
  },
  launch = function(c) return { grid = { c.gx, c.gy }, block = { c.bx, c.by } } end,
  tolerance = { why = "integers are compared exactly" },
  oracle = function(c)
    -- visits the threads in their order, and counts them
    local g = 0
    for block_y = 0, c.gy - 1 do
      for block_x = 0, c.gx - 1 do
        for thread_y = 0, c.by - 1 do
          for thread_x = 0, c.bx - 1 do
            c.thread[g], c.block_of[g] = 1000 * thread_y + thread_x, 1000 * block_y + block_x
            g = g + 1
          end
        end
      end
    end
  end,
  hints = {
    "Do it in three steps, each with the same kind of formula: my number within the block, the number of my block, and the two combined.",
    "A row of a block has `blockDim.x` threads, a row of the grid has `gridDim.x` blocks, and a block has `blockDim.x * blockDim.y` threads.",
    "`int in_block = threadIdx.y * blockDim.x + threadIdx.x;`, likewise `block = blockIdx.y * gridDim.x + ...`, and `g = block * (threads in a block) + in_block`.",
  },
}
