return {
  title = "Sums of warps, over the number of elements",
  kernels = { "with_shuffles", "with_reduce" },
  sweep = "n",
  show = "warp_instructions",
  params = {
    { name = "out", type = "int", role = "out", count = "n" },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -9, 9 } },
  },
  cases = { { n = 1024 }, { n = 4096 }, { n = 16384 } },
  gpu = { n = 1 << 24 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
