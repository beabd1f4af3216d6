return {
  title = "The lanes take different ways, in two languages",
  kernels = { "go" },
  sweep = "ways", show = "warp_instructions",
  params = {
    { name = "out", type = "unsigned int", role = "out", count = "n" },
    { name = "ways", type = "int", value = "ways" },
  },
  cases = { { n = 1024, ways = 1 }, { n = 1024, ways = 4 }, { n = 1024, ways = 32 } },
  gpu = { n = 1 << 22 },
  launch = function(c) return { grid = c.n // 128, block = 128 } end,
}
