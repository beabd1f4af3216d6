return {
  title = "integration_shared: one number for each block",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "integration_shared",
  task = [[
The same integral as in `integration_2d`, but each cell has its own thread, and the threads of a block add up their cells in shared memory.

Blocks have 16 x 16 threads, and there are enough of them for `w` x `h` cells; x counts columns. A thread computes `f` at the midpoint of its cell, times the area of a cell. A thread beyond the rectangle has 0. Then the block adds its 256 numbers, and one thread stores the sum in `out[blockIdx.y * gridDim.x + blockIdx.x]`. So there is one number for each block, and the host has little left to add.

Add them up in a tree, or by shuffles: one thread that adds 256 numbers keeps 255 others waiting. All threads of the block have to reach each barrier, even those without a cell.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { function(c) return ceil_div(c.h, 16) end, function(c) return ceil_div(c.w, 16) end } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
    { name = "step", type = "float", value = "step" },
  },
  cases = {
    { w = 64, h = 32, step = 0.125 }, { w = 16, h = 16, step = 1 }, { w = 1, h = 1, step = 1 }, { w = 2, h = 3, step = 0.5 },
    { w = 3, h = 2, step = 2 }, { w = 15, h = 17, step = 0.25 }, { w = 129, h = 1, step = 0.125 }, { w = 1, h = 200, step = 0.5 },
    { w = { 50, 90 }, h = { 10, 40 }, step = 0.125 }, { w = { 10, 40 }, h = { 50, 90 }, step = 0.25 },
    { w = 33001, h = 2, step = 0.25 }, { w = 2, h = 33001, step = 0.25 },
  },
  perf = {
    case = { w = 512, h = 128, step = 0.125 }, gpu = { w = 16384, h = 16384, step = 0.125 },
    limits = {
      { "atomics", most = 300, why = "the threads of a block add up in a tree in shared memory, so one atomic for each block is more than enough" },
      { "active_lanes", least = 20, why = "in a tree the first threads add, and whole warps drop out" },
      { "warp_instructions", times = 2, why = "eight rounds add 256 numbers, for which one thread alone needs 255" },
      { "bank_conflict_factor", most = 1.3, why = "neighbouring threads add neighbouring numbers" },
      { "time", times = 2.5, why = "the tree is short, and only the sums go through global memory" },
    },
  },
  launch = function(c) return { grid = { ceil_div(c.w, 16), ceil_div(c.h, 16) }, block = { 16, 16 } } end,
  tolerance = { rel = 1e-5, why = "256 terms may be added in any order" },
  strict = { "race-within-warp", "exited-at-barrier" },
  oracle = function(c)
    local blocks = ceil_div(c.w, 16)
    for i = 0, blocks * ceil_div(c.h, 16) - 1 do c.out[i] = 0 end
    for r = 0, c.h - 1 do
      for k = 0, c.w - 1 do
        local at = r // 16 * blocks + k // 16
        c.out[at] = c.out[at] + (k + 0.5) * c.step * ((r + 0.5) * c.step + 1) * c.step * c.step
      end
    end
  end,
  hints = {
    "Number the threads of the block in one row: `t = threadIdx.y * 16 + threadIdx.x`. Each stores its cell, or 0, in `cells[t]`. From there it is `block_sum` of lesson *Reductions and scans*.",
    "`if (c < w && r < h)` goes around the computation only, not around the barriers: `cells[t] = c < w && r < h ? ... : 0;`",
    [[
```
for (int half = 128; half > 0; half /= 2) {
    if (t < half) cells[t] += cells[t + half];
    __syncthreads();
}
```]],
  },
}
