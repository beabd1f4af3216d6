return {
  title = "Smoothing an image: nine reads, or one and a third",
  about = [[
Each pixel of an `n` x `n` image becomes the mean of the 3 x 3 around it. The first two kernels are those of the experiment in lesson *Shared memory*: they sum floats, and the image has a border of one pixel, so they have no cases of their own. One takes all nine from global memory. The other one loads a tile with a border of one pixel into shared memory, so it asks global memory for each pixel little more than once, and takes the nine from the tile. The third is the solution of the exercise: a tile as well, of bytes, and with the nearest pixel where the image ends.

The tile asks for a quarter of the sectors, and takes no less time: for so small a window the L1 cache of an H200 holds what is read again, and a tile costs a barrier and passes through shared memory.
]],
  solutions = {
    { "05_shared_memory/window", kernel = "from_global", label = "nine reads", case = function(n) return { w = n, r = 1 } end },
    { "05_shared_memory/window", kernel = "from_tile", label = "a tile", case = function(n) return { w = n, r = 1 } end },
    { "smooth", label = "a tile of bytes" },
  },
  sweep = "n", values = { 64, 128, 256, 512, 1024 }, gpu = { 512, 1024, 2048, 4096 },
  case = function(n) return { w = n, h = n } end,
  show = "global_sectors", scale = "log",
}
