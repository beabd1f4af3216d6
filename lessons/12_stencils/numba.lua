return {
  title = "One step, in two languages",
  kernels = { "step" },
  sweep = "n", show = "global_sectors",
  params = {
    { name = "out", type = "float", role = "out", shape = { "n", "n" } },
    { name = "old", type = "float", role = "in", shape = { "n", "n" }, fill = { "uniform", 0, 1 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 64 }, { n = 128 }, { n = 256 } },
  gpu = { n = 8192 },
  launch = function(c) return { grid = { ceil_div(c.n, 32), ceil_div(c.n, 8) }, block = { 32, 8 } } end,
}
