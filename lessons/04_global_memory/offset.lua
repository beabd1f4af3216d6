return {
  title = "Neighbours, but not aligned to a sector",
  kernels = { "read_from" },
  sweep = "offset", show = "sectors_per_load",
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = function(c) return c.n + c.offset end, fill = { "uniform", -1, 1 } },
    { name = "n", type = "int", value = "n" },
    { name = "offset", type = "int", value = "offset" },
  },
  cases = {
    { n = 4096, offset = 0 }, { n = 4096, offset = 1 }, { n = 4096, offset = 4 }, { n = 4096, offset = 7 },
    { n = 4096, offset = 8 }, { n = 4096, offset = 9 }, { n = 4096, offset = 16 },
  },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
