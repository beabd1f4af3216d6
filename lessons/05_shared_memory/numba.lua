return {
  title = "Each block reversed, in two languages",
  kernels = { "reverse_block" },
  sweep = "n", show = "shared_requests",
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "index" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1000 }, { n = 4096 } },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
