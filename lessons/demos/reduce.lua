return {
  title = "Adding up many numbers",
  about = [[
Sums of `n` numbers. The first two leave a sum for each block or each warp, and another step has to add those; the first meets in shared memory with a barrier after each step, the second exchanges registers. The third gives one number: its threads first add many elements each, and only then meet.
]],
  solutions = { "block_sum", "warp_sum", "sum_any_n" },
  sweep = "n", values = { 1024, 16384, 262144, 1048576 }, gpu = { 1 << 16, 1 << 20, 1 << 24 },
  case = function(n) return { n = n, blocks = math.min(ceil_div(n, 256), 1056) } end,
  numpy = "sum", show = "warp_instructions", scale = "log",
  bytes = function(n) return 4 * n end,
}
