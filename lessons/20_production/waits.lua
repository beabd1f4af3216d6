return {
  title = "Sixteen launches, over the number of elements",
  kind = "host",
  functions = { "asked", "waited_for" },
  sweep = "n",
  params = {
    { name = "x", type = "float", role = "inout", count = "n", fill = { "uniform", 0, 1 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1 << 8 }, { n = 1 << 12 }, { n = 1 << 16 } },
}
