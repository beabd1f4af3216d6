return {
  title = "add_shared: the neighbour's number, in place",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "add_shared",
  task = [[
Add to each element of `x` its right neighbour *as it was before*, in place, within each block. To the last element of a block, add the block's first element instead, again as it was before. With blocks of 4 and

`x = 1 2 3 4   10 20 30`

the result is `3 5 7 5   30 50 40`. The last block may have fewer elements than threads, as here; a block with one element adds it to itself.

This time a block does not always have 256 threads: it can have from 1 to 1024, and `blockDim.x` says how many. So the size of the shared memory is known only at the launch. The launch's third argument sets it in bytes: here, room for `blockDim.x` floats. The kernel declares such memory with `extern` and without a size.
]],
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "eighths", -1000, 1000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256, block = 256 }, { n = 1024, block = 512 }, { n = 1, block = 1 }, { n = 2, block = 64 }, { n = 3, block = 2 },
    { n = 500, block = 100 }, { n = 257, block = 256 }, { n = 1023, block = 1024 }, { n = 1025, block = 1024 },
    { n = { 1100, 4900 }, block = 96 }, { n = 70007, block = 320 },
  },
  perf = {
    case = { n = 8192, block = 256 },
    limits = {
      { "shared_requests", needs = 128, why = "each element goes through shared memory, where its neighbour's thread finds it",
        advice = "store the elements of the block in the shared array, and fetch the neighbour from there" },
      { "shared_bytes", most = 2048, why = "a block takes only the shared memory that the launch gives it: 4 bytes for each thread",
        advice = "declare the array with `extern` and without a size: an array for the largest block takes that much in every block" },
      { "traffic", most = 1.6, why = "a thread loads only its own element, twice at most, and stores it once",
        advice = "let a thread load only its own element; its neighbour's is in shared memory" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, c.block), block = c.block, shared = 4 * c.block } end,
  tolerance = { why = "sums of two such multiples of 1/8 are exact" },
  strict = { "race-within-warp" },
  oracle = function(c)
    for first = 0, c.n - 1, c.block do
      local last = math.min(first + c.block, c.n) - 1
      local start = c.x[first]
      for i = first, last - 1 do c.x[i] = c.x[i] + c.x[i + 1] end
      c.x[last] = c.x[last] + start
    end
  end,
  hints = {
    "As in reverse_block: store, wait, fetch. The shared array keeps what the neighbour was before, whatever has happened to it in `x`.",
    "The block has `count = min((int)blockDim.x, n - first)` elements. The neighbour of element t is t + 1, except for t = count - 1, where it is 0.",
    "`extern __shared__ float old[];` and, after the barrier, `x[first + t] = old[t] + old[t + 1 < count ? ...];`",
  },
  hints_python = {
    "Store, wait, fetch. The shared array keeps what the neighbour was before, whatever has happened to it in `x`.",
    "The block has `count = min(cuda.blockDim.x, n - first)` elements. The neighbour of element t is t + 1, except for t = count - 1, where it is 0.",
    "After `cuda.syncthreads()`, which all threads must reach: `x[first + t] = mine + old[t + 1 if t + 1 < count else ...]`",
  },
}
