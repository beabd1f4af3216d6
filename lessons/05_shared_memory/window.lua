return {
  title = "Sums over windows, without and with a tile",
  kernels = { "from_global", "from_tile" },
  sweep = "r", show = "global_sectors", scale = "log",
  params = {
    { name = "out", type = "float", role = "out", count = function(c) return c.w * c.w end },
    { name = "x", type = "float", role = "in", shape = { function(c) return c.w + 2 * c.r end, function(c) return c.w + 2 * c.r end },
      fill = { "uniform", -1, 1 } },
    { name = "w", type = "int", value = "w" },
    { name = "r", type = "int", value = "r" },
  },
  cases = { { w = 64, r = 0 }, { w = 64, r = 1 }, { w = 64, r = 2 }, { w = 64, r = 3 }, { w = 64, r = 4 } },
  gpu = { w = 4096 },
  launch = function(c) return { grid = { c.w // 32, c.w // 8 }, block = { 32, 8 } } end,
}
