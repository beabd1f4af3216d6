return {
  title = "Products of n x n matrices, without and with tiles",
  kernels = { "naive", "tiled" },
  sweep = "n", show = "global_sectors", scale = "log",
  params = {
    { name = "c", type = "float", role = "out", count = function(c) return c.n * c.n end },
    { name = "a", type = "float", role = "in", count = function(c) return c.n * c.n end, fill = { "uniform", -1, 1 } },
    { name = "b", type = "float", role = "in", count = function(c) return c.n * c.n end, fill = { "uniform", -1, 1 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 16 }, { n = 32 }, { n = 64 }, { n = 128 } },
  launch = function(c) return { grid = { c.n // 16, c.n // 16 }, block = { 16, 16 } } end,
}
