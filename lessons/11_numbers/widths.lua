return {
  title = "Doubling n numbers",
  kernels = { "floats", "halves", "pairs" },
  sweep = "n",
  show = "global_requests",
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", 1, 2 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1024 }, { n = 2048 }, { n = 4096 }, { n = 8192 } },
  launch = function(c) return { grid = c.n // 256, block = 256 } end,
}
