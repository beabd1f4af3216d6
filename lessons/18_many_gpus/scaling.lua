return {
  title = "The same work on 1, 2, 4 and 8 devices",
  kind = "host",
  scale = "log",
  functions = { "large_arrays", "small_arrays" },
  sweep = "devices",
  device = { count = "devices" },
  params = {
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", 0, 1 } },
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" }, { name = "devices", type = "int", value = "devices" },
  },
  cases = { { n = 1 << 21, devices = 1 }, { n = 1 << 21, devices = 2 }, { n = 1 << 21, devices = 4 }, { n = 1 << 21, devices = 8 } },
}
