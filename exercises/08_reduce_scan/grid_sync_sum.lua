return {
  title = "grid_sync_sum: one launch with a barrier for all blocks",
  kind = "host",
  difficulty = 3, minutes = 25,
  entry = "grid_sum", returns = "float",
  task = [[
Add up `n` floats in *one* launch. The stub needs two: the first stores each block's sum in `partial`, and the second, with a single block, adds those up.

A *cooperative* launch has a barrier for the whole grid. In the kernel, `cooperative_groups::this_grid().sync()` waits until every thread of the grid has arrived, and after it each thread sees what the others wrote before it. So block 0 can do the second part in the same kernel.

Blocks that wait for all others must all be on the device at the same time:

- `cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, 256, 0)` sets `fit` to the number of blocks of 256 threads that fit on one multiprocessor, and `cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0)` sets `sms` to the number of multiprocessors
- launch at most `fit * sms` blocks. Fewer will do, since the kernel already has a grid-stride loop. Blocks for which no elements are left have nothing to do
- `cudaLaunchCooperativeKernel((const void *)kernel, blocks, 256, args, 0, 0)` launches the kernel. `args` is an array of pointers to the arguments: `void *args[] = { &d_sum, &d_partial, &d_x, &n };`

Every thread of the grid must reach the barrier. So do not `return` before it.
]],
  params = {
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", -50, 50 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1000 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 257 }, { n = { 2000, 9000 } }, { n = 20003 },
    -- Small devices, which do not hold a block for every 256 elements.
    { n = 20011, sms = 3 }, { n = { 3000, 9000 }, sms = 1 },
  },
  device = { multiprocessors = function(c) return c.sms or 16 end },
  rules = {
    { "needs_kernels", why = "let the kernels compute the result: a host that computes it again does not need them" },
    { "calls", "cudaLaunchCooperativeKernel", least = 1, why = "use a cooperative launch: no other has the barrier" },
    { "kernels", least = 1, most = 1, why = "do both parts in one launch" },
    { "blocks", least = function(c) return math.min(8, ceil_div(c.n, 256)) end, why = "launch at least 8 blocks, if there are 256 elements for each: one block uses only one multiprocessor" },
    { "threads", least = function(c) return math.min(c.n, 1024) end, why = "let many threads share the elements" },
    { "operations", "copies_out", most = 1, why = "copy only the sum back" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free all arrays" },
  },
  tolerance = { why = "sums of multiples of 1/8 are exact here, in any order" },
  oracle = function(c)
    local sum = 0
    for i = 0, c.n - 1 do sum = sum + c.x[i] end
    c.result = sum
  end,
  hints = {
    "Two kernels become one: the first part as it is, the barrier, and then the second part for block 0 only. The condition goes around the work of the second part; the barrier is outside it.",
    "`cooperative_groups::this_grid().sync();` then `if (blockIdx.x == 0) { ... }` with the loop over `partial[b]` for all b below `gridDim.x`. All threads of block 0 call `sum_of_block`.",
    [[On the host, ask how many blocks fit on a multiprocessor (`fit`), then:
```
blocks = min((n + 255) / 256, fit * sms);
void *args[] = { &d_sum, &d_partial, &d_x, &n };
cudaLaunchCooperativeKernel((const void *)sum_all, blocks, 256, args,
        0, 0);
```
`partial` needs one element for each block.]],
  },
}
