return {
  title = "The sum of four devices' arrays, for all of them",
  kind = "host",
  functions = { "star", "ring" },
  sweep = "n",
  scale = "log",
  device = { count = 4 },
  params = {
    { name = "x", type = "float", role = "in", count = "n", fill = { "eighths", -9, 9 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1024 }, { n = 131072 }, { n = 1 << 20 }, { n = 1 << 22 } },
}
