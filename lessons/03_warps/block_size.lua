return {
  title = "The same kernel in blocks of different sizes",
  kernels = { "add_one" },
  sweep = "block", show = "active_lanes",
  params = {
    { name = "x", type = "int", role = "inout", count = "n", fill = { "index" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 9600, block = 8 }, { n = 9600, block = 16 }, { n = 9600, block = 32 }, { n = 9600, block = 48 }, { n = 9600, block = 64 },
    { n = 9600, block = 100 }, { n = 9600, block = 128 }, { n = 9600, block = 200 }, { n = 9600, block = 256 },
  },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = ceil_div(c.n, c.block), block = c.block } end,
}
