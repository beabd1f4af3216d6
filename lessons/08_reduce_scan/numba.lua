return {
  title = "The sum of each warp, in two languages",
  kernels = { "warp_sum" },
  sweep = "n", show = "warp_instructions",
  params = {
    { name = "out", type = "float", role = "out", count = function(c) return ceil_div(c.n, 32) end },
    { name = "x", type = "float", role = "in", count = "n", fill = { "integers", 1, 9 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1000 }, { n = 2000 }, { n = 4000 } },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
