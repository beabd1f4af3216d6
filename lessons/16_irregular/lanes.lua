return {
  title = "16384 elements in rows of equal length",
  kernels = { "thread_for_each_row", "warp_for_each_row" },
  sweep = "length",
  show = "global_sectors", scale = "log",
  params = {
    { name = "y", type = "float", role = "out", count = function(c) return c.elements // c.length end },
    { name = "row", type = "int", role = "in", count = function(c) return c.elements // c.length + 1 end,
      fill = function(c)
        local row = {}
        for i = 0, c.elements // c.length do row[i] = i * c.length end
        return row
      end },
    { name = "value", type = "float", role = "in", count = "elements", fill = { "eighths", -1, 1 } },
    { name = "n", type = "int", value = function(c) return c.elements // c.length end },
  },
  cases = { { elements = 16384, length = 2 }, { elements = 16384, length = 8 }, { elements = 16384, length = 32 }, { elements = 16384, length = 128 } },
  gpu = { elements = 1 << 22 },
  launch = function(c) return { grid = 64, block = 128 } end,
}
