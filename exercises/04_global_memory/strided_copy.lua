return {
  title = "strided_copy: eight elements a thread",
  kind = "kernel",
  difficulty = 2, minutes = 12,
  kernel = "strided_copy",
  task = [[
Copy `x` into `out`: `out[i] = x[i]` for all `n` elements.

The grid is eight times too small on purpose: blocks of 256 threads, and one block for each 2048 elements (the last block may have fewer elements). So a thread copies up to eight elements. You choose *which* eight, as long as each element is copied exactly once.

That choice is what this exercise is about. The memory serves a warp's load in sectors of 32 bytes, and what counts is how much of those sectors the 32 threads use *at the same time*.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -100, 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 256 }, { n = 257 }, { n = 2047 }, { n = 2048 }, { n = 2049 },
    { n = { 3000, 5000 } }, { n = 70001 },
  },
  perf = {
    case = { n = 65536 }, gpu = { n = 1 << 24 },
    limits = {
      { "sector_use", least = 90, why = "32 neighbouring floats are 128 bytes, which are 4 whole sectors",
        advice = "let neighbouring threads take neighbouring elements: use threadIdx.x for the index that runs fastest in memory" },
      { "warp_instructions", times = 2,
        why = "a copy is a load and a store; the instructions around them should not cost more than they do",
        advice = "let all threads of a block copy eight elements each, and compute what is the same in every step before the loop" },
      { "time", times = 1.6, why = "a copy takes as long as its sectors take to move, and each sector needs to move only once" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 2048), block = 256 } end,
  tolerance = { why = "a copy does not change any bit" },
  excused_python = { ["guard_looser:13"] = "a ninth round copies what the next block copies, too" },
  excused = { ["guard_looser:17"] = "a ninth round copies what the next block copies, too" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.out[i] = c.x[i] end
  end,
  hints = {
    "Look at one moment: all 32 threads of a warp do their first load. To touch only four sectors, they must load 32 neighbouring elements. So if thread 0's first element is element 0, what is thread 1's?",
    "In its first step a block copies 256 neighbouring elements, one per thread. In the next step it copies the 256 elements after them. A thread moves on by the size of the block.",
    "`for (int k = 0; k < 8; k++)` with `i = blockIdx.x * 2048 + k * 256 + ...`, and the guard inside the loop.",
  },
  hints_python = {
    "Look at one moment: all 32 threads of a warp do their first load. To touch only four sectors, they must load 32 neighbouring elements. So if thread 0's first element is element 0, what is thread 1's?",
    "In its first step a block copies 256 neighbouring elements, one per thread. In the next step it copies the 256 elements after them. A thread moves on by the size of the block.",
    "`for k in range(8):` with `i = cuda.blockIdx.x * 2048 + k * 256 + ...`, and the guard inside the loop.",
  },
}
