return {
  title = "Warps", minutes = 25, summary = "s",
  steps = {
    { exercise = "lane_id" }, { exercise = "early_exit" }, { exercise = "divergent_branch" }, { exercise = "mandelbrot" },
    { points = { "x" } } } }
