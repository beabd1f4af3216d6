return {
  title = "The keys for token number n",
  kernels = { "all_again", "only_the_new" },
  sweep = "n",
  show = "flops",
  params = {
    { name = "k", type = "float", role = "inout", count = function(c) return 64 * c.n end, fill = { "constant", 0 } },
    { name = "x", type = "float", role = "in", count = function(c) return 64 * c.n end, fill = { "uniform", -1, 1 } },
    { name = "w", type = "float", role = "in", count = 64 * 64, fill = { "uniform", -1, 1 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1 }, { n = 16 }, { n = 32 }, { n = 64 } },
  launch = function(c) return { grid = 16, block = 64 } end,
}
