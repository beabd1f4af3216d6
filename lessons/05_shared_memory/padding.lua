return {
  title = "Columns of a tile with rows of 32 + padding floats",
  kernels = { "columns" },
  sweep = "padding", show = "bank_conflict_factor",
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -1, 1 } },
    { name = "n", type = "int", value = "n" },
    { name = "padding", type = "int", value = "padding" },
  },
  cases = {
    { n = 4096, padding = 0 }, { n = 4096, padding = 1 }, { n = 4096, padding = 2 }, { n = 4096, padding = 3 },
    { n = 4096, padding = 4 }, { n = 4096, padding = 8 }, { n = 4096, padding = 16 },
  },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = c.n // 1024, block = { 32, 32 } } end,
}
