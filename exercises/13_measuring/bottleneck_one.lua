return {
  title = "Bottleneck hunt 1: a weather map",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "bottleneck_one",
  task = [[
A weather map has `h` rows of `w` points, stored row after row. `air` is the temperature at each of them, and `wind` the wind speed. `feels` is the temperature that people feel. Below 10 degrees, with a wind of more than 5 km/h, a formula with a power gives it. Otherwise it is the temperature itself.

The kernel is right, but slow. There are three suspects: `powf` takes many instructions, the `if` divides the threads of a warp, and the kernel may use memory badly.

*Measure before you change anything.* `warpbook profile bottleneck_one` shows which line takes the time, and why. Compare `s/req`, the sectors for each request, with the 4 that you know. `warpbook picture bottleneck_one --line 15` draws what that line reads.

Then make *one* change. Blocks have 256 threads, and there are enough of them for all points.
]],
  params = {
    { name = "feels", type = "float", role = "out", shape = { "h", "w" } },
    { name = "air", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", -25, 20 } },
    { name = "wind", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", 0, 60 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  cases = {
    { w = 64, h = 16 }, { w = 1, h = 1 }, { w = 2, h = 3 }, { w = 3, h = 2 }, { w = 16, h = 16 }, { w = 257, h = 1 }, { w = 1, h = 255 },
    { w = 31, h = 33 }, { w = { 40, 70 }, h = { 71, 100 } }, { w = { 71, 100 }, h = { 20, 70 } }, { w = 203, h = 119 }, { w = 33001, h = 2 }, { w = 2, h = 33001 },
  },
  perf = {
    case = { w = 1024, h = 512 }, gpu = { w = 4096, h = 4096 }, share_work = 4,
    limits = {
      { "sector_use", least = 80, why = "only whole sectors of 32 bytes move, and a warp can use every byte of them" },
      { "time", times = 1.8, why = "32 neighbours in memory are 4 sectors, and 32 points below each other are 32" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.w * c.h, 256), block = 256 } end,
  tolerance = { abs = 2e-4, why = "powf and pow differ in the last digits, and the compiler may fuse multiply and add" },
  excused = { absolute = "no wind is below 0" },
  oracle = function(c)
    for i = 0, c.w * c.h - 1 do
      local t, v = c.air[i], c.wind[i]
      if t < 10 and v > 5 then
        c.feels[i] = 13.12 + 0.6215 * t + (0.3965 * t - 11.37) * v ^ 0.16
      else
        c.feels[i] = t
      end
    end
  end,
  hints = {
    "The profile shows 32 sectors for each request of the lines that load and store, where 4 would do. The power and the `if` are a small part of the time. So which elements do 32 neighbouring threads take?",
    "Thread i + 1 has the next *row*, because the row is `i % h`. In memory the points of a row are neighbours, so thread i + 1 should have the next column.",
    "`int r = i / w, c = i % w;` Or do without both: the index is i itself.",
  },
}
