return {
  title = "1024 keys into a hash table",
  kernels = { "insert" },
  sweep = "slots",
  show = "atomics", scale = "log",
  params = {
    { name = "table", type = "int", role = "inout", count = "slots", fill = { "constant", -1 } },
    { name = "key", type = "int", role = "in", count = "n",
      fill = function(c, draw)
        local key, at = {}, 0
        for i = 0, c.n - 1 do
          at = at + draw(1, 1000)
          key[i] = at
        end
        return key
      end },
    { name = "slots", type = "int", value = "slots" },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1024, slots = 1056 }, { n = 1024, slots = 1280 }, { n = 1024, slots = 2048 }, { n = 1024, slots = 4096 }, { n = 1024, slots = 8192 } },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
}
