return {
  title = "dot: one number from two arrays",
  kind = "kernel",
  difficulty = 3, minutes = 30,
  kernel = "dot",
  task = [[
The dot product of `x` and `y` is the sum of all `x[i] * y[i]`. Add it to `out[0]`, which holds 0 at the beginning.

Now the whole grid works on *one* sum. The number of blocks does not grow with `n`: there are at most 64 here, sometimes fewer (1056 on a GPU), and `n` is any number from 1 on. So there are three stages:

- each thread walks the arrays in a grid-stride loop, and adds up in a register
- the threads of a block combine their sums, in a tree or by shuffles
- one thread of each block adds the block's sum to `out[0]`, atomically

An atomic for each element would be right as well. But atomics on one address run one after the other, so this exercise limits their number.
]],
  params = {
    { name = "out", type = "float", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", -3, 3 }, scale = function(c) return c.scale or 1 end },
    { name = "y", type = "float", role = "in", count = "n", fill = { "eighths", -3, 3 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 33 }, { n = 255 }, { n = 257 },
    { n = { 1000, 4900 } }, { n = 12001 }, { n = 50007 },
    { n = 12001, blocks = 7 }, { n = 50007, blocks = 13 }, { n = 700, scale = 2^-40 },
  },
  perf = {
    case = { n = 1 << 19 }, gpu = { n = 1 << 24, blocks = 1056 },
    limits = {
      { "atomics", most = 600, why = "one atomic for each block (or for each warp), not for each thread" },
      { "traffic", most = 1.2, why = "each element is loaded once, and neighbouring threads load neighbouring elements" },
      { "warp_instructions", times = 3, why = "a thread adds many elements in a register before any two threads meet" },
      { "time", times = 1.5, why = "loading the elements takes nearly all the time, and the threads load each of them once" },
    },
  },
  launch = function(c) return { grid = math.min(ceil_div(c.n, 256), c.blocks or 64), block = 256 } end,
  tolerance = { why = "products and sums of these multiples of 1/8 are exact in every order" },
  strict = { "race-within-warp" },
  excused = { short_index = "a grid of 64 blocks has 16384 threads" },
  oracle = function(c)
    local sum = 0
    for i = 0, c.n - 1 do sum = sum + c.x[i] * c.y[i] end
    c.out[0] = sum
  end,
  hints = {
    "The first stage is the grid-stride loop of lesson *Grids*, with `sum += x[i] * y[i]`. The second is `warp_sum` in each warp, and then the eight sums of the warps.",
    "Lane 0 of each warp writes the warp's sum to shared memory. After a barrier one thread adds up the eight and does one `atomicAdd`. No thread may leave before the shuffles: a thread that had no element contributes 0.",
    [[
```
for (int i = first; i < n; i += gridDim.x * blockDim.x)
    sum += ...;
```
Then the shuffles, then `if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;`]],
  },
}
