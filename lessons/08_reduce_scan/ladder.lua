return {
  title = "A sum of 65536 numbers, over the number of elements for each thread",
  kernels = { "each_thread", "tree", "shuffles" },
  sweep = "each", show = "warp_instructions", scale = "log",
  params = {
    { name = "out", type = "int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", 1, 9 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 65536, each = 1 }, { n = 65536, each = 4 }, { n = 65536, each = 16 }, { n = 65536, each = 64 } },
  gpu = { n = 1 << 26 },
  launch = function(c) return { grid = c.n // (256 * c.each), block = 256 } end,
}
