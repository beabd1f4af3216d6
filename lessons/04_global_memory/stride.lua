return {
  title = "Reading every stride-th element",
  kernels = { "strided" },
  sweep = "stride", show = "sectors_per_load",
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = function(c) return c.n * c.stride end, fill = { "uniform", -1, 1 } },
    { name = "n", type = "int", value = "n" },
    { name = "stride", type = "int", value = "stride" },
  },
  cases = {
    { n = 8192, stride = 1 }, { n = 8192, stride = 2 }, { n = 8192, stride = 3 }, { n = 8192, stride = 4 },
    { n = 8192, stride = 8 }, { n = 8192, stride = 16 }, { n = 8192, stride = 32 },
  },
  gpu = { n = 1 << 20 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
