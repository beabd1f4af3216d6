return {
  title = "Weights that every thread reads",
  kernels = { "from_array", "from_constant" },
  sweep = "taps",
  show = "global_requests",
  params = {
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = function(c) return c.n + 32 end, fill = { "uniform", -1, 1 } },
    { name = "w", type = "float", role = "in", count = 32, fill = { "uniform", 1, 2 } },
    { name = "taps", type = "int", value = "taps" },
  },
  cases = {
    { n = 8192, taps = 1 }, { n = 8192, taps = 2 }, { n = 8192, taps = 4 }, { n = 8192, taps = 8 }, { n = 8192, taps = 16 },
    { n = 8192, taps = 32 },
  },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
