return {
  title = "Transposing: the same bytes, in whole sectors",
  about = [[
Both kernels move `n` x `n` floats, each once. The first reads along rows and writes down columns, so each number that a warp writes is in a sector of its own. The second turns a tile around in shared memory, and then both sides move whole sectors.
]],
  solutions = { "transpose_naive", "transpose_tiled" },
  sweep = "n", values = { 128, 256, 512, 1024 }, gpu = { 512, 1024, 2048, 4096, 8192 },
  case = function(n) return { w = n, h = n } end,
  numpy = "transpose", show = "global_sectors", scale = "log",
  bytes = function(n) return 8 * n * n end,
}
