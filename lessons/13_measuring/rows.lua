return {
  title = "Points for each thread",
  kernels = { "five_loads", "one_load" },
  sweep = "rows",
  show = "global_requests",
  params = {
    { name = "out", type = "float", role = "out", shape = { "h", "w" } },
    { name = "x", type = "float", role = "in", count = function(c) return (c.h + 4) * c.w end, fill = { "uniform", 0, 1 } },
    { name = "w", type = "int", value = "w" }, { name = "h", type = "int", value = "h" }, { name = "rows", type = "int", value = "rows" },
  },
  cases = { { w = 256, h = 64, rows = 1 }, { w = 256, h = 64, rows = 2 }, { w = 256, h = 64, rows = 4 }, { w = 256, h = 64, rows = 8 }, { w = 256, h = 64, rows = 16 } },
  gpu = { w = 8192, h = 8192 },
  launch = function(c) return { grid = { c.w // 256, c.h // c.rows }, block = 256 } end,
}
