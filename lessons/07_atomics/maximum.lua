return {
  title = "Three ways to a maximum",
  kernels = { "each_element", "each_thread", "each_block" },
  sweep = "n", show = "global_atomic_requests", scale = "log",
  params = {
    { name = "best", type = "int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", 1, 1000000000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 8192 }, { n = 65536 } },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = 8, block = 256 } end,
}
