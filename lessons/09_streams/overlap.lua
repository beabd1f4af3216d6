return {
  title = "Eight pieces, over the number of streams",
  kind = "host",
  functions = { "not_pinned", "launch_forgotten", "pinned" },
  sweep = "streams",
  params = {
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", 0, 1 } },
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" }, { name = "streams", type = "int", value = "streams" },
  },
  cases = { { n = 1 << 19, streams = 1 }, { n = 1 << 19, streams = 2 }, { n = 1 << 19, streams = 3 }, { n = 1 << 19, streams = 4 } },
}
