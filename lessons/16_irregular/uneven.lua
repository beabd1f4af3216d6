return {
  title = "Rows of 16 elements, more or less",
  kernels = { "sums" },
  sweep = "spread",
  show = "active_lanes",
  params = {
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "row", type = "int", role = "in", count = function(c) return c.n + 1 end,
      fill = function(c, draw)
        local row = { [0] = 0 }
        for i = 1, c.n do row[i] = row[i - 1] + draw(16 - c.spread, 16 + c.spread) end
        return row
      end },
    { name = "value", type = "float", role = "in", count = function(c) return 32 * c.n end, fill = { "eighths", -1, 1 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 512, spread = 0 }, { n = 512, spread = 4 }, { n = 512, spread = 8 }, { n = 512, spread = 16 } },
  gpu = { n = 1 << 20 },
  launch = function(c) return { grid = ceil_div(c.n, 128), block = 128 } end,
}
