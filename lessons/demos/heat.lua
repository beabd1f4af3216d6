return {
  title = "Heat: a plate that comes to rest",
  about = [[
A plate of 64 x 64 points begins with random temperatures, its edges stay as they are, and every point is heated a little. More and more steps of Jacobi's iteration smooth it. The host looks at the change only every 25 steps, and the plates stay on the device: so the time grows by what the steps take, and by hardly anything else.
]],
  solutions = { "heat_solve" },
  sweep = "steps", values = { 25, 50, 100, 200, 400 }, gpu = { 100, 1000, 10000 },
  case = function(steps) return { n = 64, tolerance = 0, every = 25, most_steps = steps } end,
  picture = "heat_solve",
}
