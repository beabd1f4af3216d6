return {
  title = "What watching costs",
  kernels = { "plain", "with_assert", "with_printf" },
  sweep = "rounds",
  show = "warp_instructions",
  params = {
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", 0.5, 1 } },
    { name = "n", type = "int", value = "n" }, { name = "rounds", type = "int", value = "rounds" },
  },
  cases = { { n = 8192, rounds = 4 }, { n = 8192, rounds = 8 }, { n = 8192, rounds = 16 }, { n = 8192, rounds = 32 } },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
