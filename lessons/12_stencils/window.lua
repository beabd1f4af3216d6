return {
  title = "One step on a plate of n x n points",
  kernels = { "by_rows", "by_columns" },
  sweep = "n",
  show = "global_sectors", scale = "log",
  params = {
    { name = "out", type = "float", role = "out", shape = { "n", "n" } },
    { name = "old", type = "float", role = "in", shape = { "n", "n" }, fill = { "uniform", 0, 1 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 32 }, { n = 64 }, { n = 128 }, { n = 256 } },
  launch = function(c) return { grid = { c.n // 32, c.n // 8 }, block = { 32, 8 } } end,
}
