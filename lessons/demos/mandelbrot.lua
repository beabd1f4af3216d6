return {
  title = "The Mandelbrot set: work without memory",
  about = [[
Each thread follows one point until it escapes, or until the most steps that are allowed. It reads nothing and writes one number, so arithmetic is the only limit. Points inside never escape: the more steps are allowed, the more their warps decide the time.
]],
  solutions = { "mandelbrot" },
  sweep = "most", values = { 25, 50, 100, 200, 400 }, gpu = { 100, 200, 400, 800, 1600 },
  case = function(most) return { w = 256, h = 160, most = most } end,
  show = "warp_instructions", picture = "mandelbrot",
}
