return {
  title = "One counter, or several",
  kernels = { "count" },
  sweep = "counters", show = "global_atomic_sectors",
  params = {
    { name = "counter", type = "int", role = "inout", count = "counters", fill = { "constant", 0 } },
    { name = "n", type = "int", value = "n" },
    { name = "counters", type = "int", value = "counters" },
  },
  cases = {
    { n = 8192, counters = 1 }, { n = 8192, counters = 2 }, { n = 8192, counters = 4 }, { n = 8192, counters = 8 },
    { n = 8192, counters = 16 }, { n = 8192, counters = 32 }, { n = 8192, counters = 1024 },
  },
  gpu = { n = 1 << 22 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
