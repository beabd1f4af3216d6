return {
  title = "Stars: n * n pulls",
  about = [[
Each of `n` stars pulls every other one. Twice as many stars mean four times as many pulls. Yet as long as the device has idle multiprocessors the time only doubles: each thread has twice as many terms, and there are twice as many threads. The stars go through shared memory in tiles, so 256 threads share each load.
]],
  solutions = { "nbody_tile" },
  sweep = "n", values = { 256, 512, 1024, 2048 }, gpu = { 1 << 12, 1 << 14, 1 << 16 },
  case = function(n) return { n = n } end,
  show = "global_requests", scale = "log",
  flops = function(n) return 20 * n * n end,
}
