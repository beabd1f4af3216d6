return {
  title = "Small products, one by one and together",
  kind = "host",
  functions = { "a_call_for_each", "one_call" },
  sweep = "count", scale = "log",
  params = {
    { name = "c", type = "float", role = "out", count = function(c) return 1024 * c.count end },
    { name = "a", type = "float", role = "in", count = function(c) return 1024 * c.count end, fill = { "eighths", -1, 1 } },
    { name = "b", type = "float", role = "in", count = function(c) return 1024 * c.count end, fill = { "eighths", -1, 1 } },
    { name = "count", type = "int", value = "count" },
  },
  cases = { { count = 4 }, { count = 16 }, { count = 64 }, { count = 256 } },
}
