return {
  title = "A polynomial of degree k, for 524288 numbers",
  kind = "host",
  functions = { "rounds_of_work" },
  sweep = "rounds",
  params = {
    { name = "n", type = "int", value = "n" }, { name = "rounds", type = "int", value = "rounds" },
  },
  cases = { { n = 1 << 19, rounds = 1 }, { n = 1 << 19, rounds = 4 }, { n = 1 << 19, rounds = 16 }, { n = 1 << 19, rounds = 64 }, { n = 1 << 19, rounds = 256 } },
}
