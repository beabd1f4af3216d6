return {
  title = "64 x 16 times 16 x 64, with each x each elements per thread",
  kernels = { "squares" },
  sweep = "each", show = "shared_requests",
  params = {
    { name = "c", type = "float", role = "out", count = 4096 },
    { name = "a", type = "float", role = "in", count = 1024, fill = { "uniform", -1, 1 } },
    { name = "b", type = "float", role = "in", count = 1024, fill = { "uniform", -1, 1 } },
    { name = "each", type = "int", value = "each" },
  },
  cases = { { each = 2 }, { each = 4 }, { each = 8 } },
  launch = function(c) return { grid = 1, block = 4096 // (c.each * c.each) } end,
}
