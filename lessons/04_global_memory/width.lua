return {
  title = "The same bytes in fewer requests",
  kernels = { "by_float", "by_float2", "by_float4" },
  sweep = "n", show = "global_requests",
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -1, 1 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 8192 }, { n = 16384 } },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = 16, block = 128 } end,
}
