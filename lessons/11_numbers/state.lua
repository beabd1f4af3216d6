return {
  title = "n random words",
  kernels = { "with_state", "from_counter" },
  sweep = "n",
  show = "global_sectors",
  params = {
    { name = "out", type = "unsigned int", role = "out", count = "n" },
    { name = "state", type = "unsigned int", role = "inout", count = function(c) return 4 * c.n end, fill = { "integers", 1, 4000000000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1024 }, { n = 2048 }, { n = 4096 }, { n = 8192 } },
  launch = function(c) return { grid = c.n // 256, block = 256 } end,
}
