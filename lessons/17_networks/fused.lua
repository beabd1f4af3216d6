return {
  title = "Bias, ReLU and a factor, for 1024 k numbers",
  kind = "host",
  functions = { "apart", "fused" },
  sweep = "k",
  params = { { name = "k", type = "int", value = "k" } },
  cases = { { k = 16 }, { k = 256 }, { k = 1024 }, { k = 4096 } },
}
