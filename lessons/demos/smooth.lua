return {
  title = "Smoothing an image: nine reads, or one and a third",
  about = [[
Each pixel of an `n` x `n` image becomes the mean of the 3 x 3 around it. The kernel loads a tile with a border of one pixel into shared memory, so it asks global memory for each pixel little more than once, and takes the nine from the tile.
]],
  solutions = { "smooth" },
  sweep = "n", values = { 64, 128, 256, 512, 1024 }, gpu = { 512, 1024, 2048, 4096 },
  case = function(n) return { w = n, h = n } end,
  show = "global_sectors", scale = "log",
  bytes = function(n) return 2 * n * n end,
}
