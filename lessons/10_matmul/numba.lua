return {
  title = "A thread for each element, in two languages",
  kernels = { "matmul" },
  sweep = "n", show = "global_requests",
  params = {
    { name = "c", type = "float", role = "out", shape = { "n", "n" } },
    { name = "a", type = "float", role = "in", shape = { "n", "n" }, fill = { "uniform", -1, 1 } },
    { name = "b", type = "float", role = "in", shape = { "n", "n" }, fill = { "uniform", -1, 1 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 32 }, { n = 64 }, { n = 128 } },
  gpu = { n = 2048 },
  launch = function(c) return { grid = { ceil_div(c.n, 32), ceil_div(c.n, 8) }, block = { 32, 8 } } end,
}
