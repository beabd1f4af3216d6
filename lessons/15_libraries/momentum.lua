return {
  title = "Momentum, by three calls or by one kernel",
  kind = "host",
  functions = { "by_library", "by_own_kernel" },
  sweep = "steps",
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "uniform", -1, 1 } },
    { name = "g", type = "float", role = "in", count = "n", fill = { "uniform", -1, 1 } },
    { name = "n", type = "int", value = "n" }, { name = "steps", type = "int", value = "steps" },
  },
  cases = { { n = 20000, steps = 5 }, { n = 20000, steps = 10 }, { n = 20000, steps = 20 }, { n = 20000, steps = 40 } },
}
