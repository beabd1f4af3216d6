return {
  title = "Which index is x?",
  kernels = { "negate", "x_for_rows" },
  sweep = "n", show = "global_sectors",
  params = {
    { name = "m", type = "float", role = "inout", shape = { "n", "n" }, fill = { "index" } },
    { name = "rows", type = "int", value = "n" },
    { name = "cols", type = "int", value = "n" },
  },
  cases = { { n = 64 }, { n = 128 } },
  gpu = { n = 8192 },
  launch = function(c) return { grid = { ceil_div(c.n, 16), ceil_div(c.n, 16) }, block = { 16, 16 } } end,
}
