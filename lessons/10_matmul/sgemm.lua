return {
  title = "cublasSgemm alone, over the size",
  kind = "host",
  functions = { "sgemm_alone" },
  sweep = "n",
  params = {
    { name = "ms", type = "float", role = "out", count = 1 },
    { name = "c", type = "float", role = "out", shape = { "m", "n" } },
    { name = "a", type = "float", role = "in", shape = { "m", "k" }, fill = { "eighths", 1, 9 } },
    { name = "b", type = "float", role = "in", shape = { "k", "n" }, fill = { "eighths", 1, 9 } },
    { name = "m", type = "int", value = "m" },
    { name = "n", type = "int", value = "n" },
    { name = "k", type = "int", value = "k" },
  },
  cases = { { m = 64, n = 64, k = 64 }, { m = 128, n = 128, k = 128 } },
}
