return {
  title = "Adding four numbers to n elements",
  kind = "host",
  functions = { "four_kernels", "one_kernel" },
  sweep = "n",
  params = {
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1000 }, { n = 20000 }, { n = 200000 }, { n = 1000000 }, { n = 4000000 } },
}
