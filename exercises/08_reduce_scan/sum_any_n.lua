return {
  title = "sum_any_n: the last block adds up",
  kind = "kernel",
  difficulty = 3, minutes = 35,
  kernel = "sum_any_n",
  task = [[
Set `out[0]` to the sum of all n elements of `x`. The grid has at most 64 blocks, sometimes fewer (1056 on a GPU), and there is *one* launch.

Two things are different from `dot`. First, `out[0]` holds garbage at the beginning, so you cannot add to it: one thread has to *write* it at the end. Second, the result must have the same bits in each run, but floats added in another order may give another last digit. So do not add the blocks' sums atomically as they arrive. Add them at the end, in a fixed order.

An ordinary launch has no barrier across blocks. But the *last* block to finish can know that it is the last:

- each block writes its sum to `partial[blockIdx.x]`
- then it calls `__threadfence()`: whoever sees what the block writes after the fence also sees what it wrote before
- then it takes a number from `*arrived`, atomically. The block that gets `gridDim.x - 1` is the last: all others have written. Put a fence after that, too, so that the block reads the sums only after it has the number (NVIDIA's sample leaves this fence out)
- the last block adds up the partial sums, and writes `out[0]`

`partial` is a `__device__` variable in your file, which all blocks can access. `arrived` points to a 0. Leave it as you found it: the next launch uses the same counter.
]],
  params = {
    { name = "out", type = "float", role = "out", count = 1 },
    { name = "arrived", type = "unsigned int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -9, 10 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 33 }, { n = 255 }, { n = 257 },
    { n = { 1000, 4900 } }, { n = 12001 }, { n = 40013 }, { n = 50007 },
    { n = 12001, blocks = 7 }, { n = 50007, blocks = 13 },
  },
  perf = {
    case = { n = 1 << 20 }, gpu = { n = 1 << 24, blocks = 1056 },
    limits = {
      { "atomics", most = 100, why = "each block takes one number with an atomic; its sum needs none" },
      { "traffic", most = 1.2, why = "each element is loaded once, and neighbouring threads load neighbouring elements" },
      { "warp_instructions", times = 3, why = "a thread adds many elements in a register before any two threads meet" },
      { "time", times = 2.6, why = "loading the elements takes nearly all the time; only the last block has a little more to do" },
    },
  },
  launch = function(c) return { grid = math.min(ceil_div(c.n, 256), c.blocks or 64), block = 256 } end,
  tolerance = { abs = 0.02, rel = 4e-6, why = "each order of adding rounds in its own way" },
  repeatable = "let each block put its sum in an element of its own, and let one block add them in the order of those elements: then the order in which blocks arrive does not show",
  strict = { "race-within-warp" },
  excused = {
    short_index = "a grid of 64 blocks has 16384 threads",
    ["guard_looser:58"] = "the element of `partial` after the last block is 0",
    ["no_barrier:28"] = "another barrier stands between the two uses of the tile",
  },
  oracle = function(c)
    local sum = 0
    for i = 0, c.n - 1 do sum = sum + c.x[i] end
    c.out[0] = sum
    c.arrived[0] = 0
  end,
  hints = {
    "Write the sum of a block first, as a function that each thread calls with its number: you need it twice, for the elements and for the partial sums.",
    "Thread 0 writes the sum, fences and takes the number; after a barrier, the others read from a shared variable whether the block is the last. `atomicInc(arrived, gridDim.x - 1)` wraps to 0 by itself when the last block has taken its number.",
    [[
```
if (t == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
}
__syncthreads();
if (last) ...
```]],
  },
}
