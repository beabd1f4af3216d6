return {
  title = "saxpy in two languages",
  kernels = { "saxpy" },
  sweep = "n", show = "flops",
  params = {
    { name = "y", type = "float", role = "inout", count = "n", fill = { "uniform", -1, 1 } },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -1, 1 } },
    { name = "a", type = "float", value = 2 },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1000 }, { n = 2000 }, { n = 4000 } },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
