return {
  title = "64 rows of n weights, times one vector",
  kernels = { "floats", "halves", "bytes" },
  sweep = "n",
  show = "global_sectors",
  params = {
    { name = "y", type = "float", role = "out", count = 64 },
    { name = "w", type = "float", role = "in", count = function(c) return 64 * c.n end, fill = { "uniform", 1, 2 } },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", 1, 2 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 256 }, { n = 512 }, { n = 1024 } },
  gpu = { n = 1 << 16 },
  launch = function(c) return { grid = 64, block = 32 } end,
}
