return {
  title = "scan_any_n: hand on the sum",
  kind = "kernel",
  difficulty = 3, minutes = 45,
  kernel = "scan_any_n",
  task = [[
Running sums over the *whole* array, in one launch: `out[i]` is the sum of `x[0]` to `x[i]`, for any n. The sums fit an int.

The grid has at most 64 blocks of 256 threads (132 on a GPU, one for each multiprocessor). So *all of them run at the same time*, and here a block may wait for another. Give each block one piece of the array, of as many times 256 elements as are needed; then

- it adds up its piece
- it waits until `*turn` is its own number. Then it finds in `carry` the sum of all pieces before its own, puts the sum *with* its own there, and hands the turn on to the next block
- it goes through its piece again, 256 elements at a time: running sums as in `block_scan`, and added to them what was before

Only the middle step is done one after the other, by one thread of each block, with one number. `carry` is a `__device__` variable in your file. `*turn` is 0 at the beginning and must be 0 again at the end.
]],
  params = {
    { name = "out", type = "int", role = "out", count = "n" },
    { name = "turn", type = "unsigned int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", 1, 20 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 33 }, { n = 255 }, { n = 257 },
    { n = { 1000, 4900 } }, { n = 12001 }, { n = 50007 },
  },
  perf = {
    case = { n = 131072 }, gpu = { n = 1 << 26, blocks = 132 },
    limits = {
      { "traffic", most = 2, why = "each element is loaded twice and stored once, in order; the reference moves 1.5 times what has to be moved" },
      { "time", times = 1.5, why = "told by its own clock" },
    },
  },
  launch = function(c) return { grid = math.min(ceil_div(c.n, 256), c.blocks or 64), block = 256 } end,
  tolerance = { why = "whole numbers" },
  oracle = function(c)
    local sum = 0
    for i = 0, c.n - 1 do
      sum = sum + c.x[i]
      c.out[i] = sum
    end
    c.turn[0] = 0
  end,
  hints = {
    "A piece has `rounds = ceil(n / (256 * gridDim.x))` times 256 elements, and the last blocks may have none: they still take their turn. The first step is `dot` without y, the last is `block_scan` in a loop.",
    "Waiting: `while (atomicAdd(turn, 0) != blockIdx.x);` by thread 0 alone, then a fence, then `carry` is read and written, a fence again, and `atomicExch(turn, ...)`. Behind it a barrier, so that all threads see what thread 0 put into a shared variable.",
    "In the loop each thread keeps `before`, which grows by the sum of 256 elements in each round: `out[i] = before + v; before += total;` and a barrier, before the shared memory is used for the next round.",
  },
}
