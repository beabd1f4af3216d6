return {
  title = "One thread for each row, one for each column",
  kernels = { "a_row_each", "a_column_each" },
  sweep = "size", show = "global_sectors", scale = "log",
  params = {
    { name = "sum", type = "int", role = "out", count = "size" },
    { name = "x", type = "int", role = "in", count = function(c) return c.size * c.size end, fill = { "integers", 0, 9 } },
    { name = "size", type = "int", value = "size" },
  },
  cases = { { size = 32 }, { size = 128 }, { size = 256 } },
  launch = function(c) return { grid = c.size // 32, block = 32 } end,
}
