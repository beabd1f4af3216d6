return {
  title = "Counting large numbers, in two languages",
  kernels = { "count" },
  sweep = "limit", show = "global_atomic_requests",
  params = {
    { name = "counter", type = "int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", 0, 1 } },
    { name = "limit", type = "float", value = "limit" },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 8192, limit = 0.5 }, { n = 8192, limit = 0.99 }, { n = 8192, limit = 1 } },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
