return {
  title = "Numbers", minutes = 25,
  summary = "What floating-point numbers lose, and how kernels keep it.",
  steps = {
    { exercise = "kahan_sum" },
    { exercise = "stable_norm" },
    { exercise = "mixed_dot" },
    { exercise = "philox" },
    { exercise = "monte_carlo_pi" },
    { exercise = "quantize_int8" },
    { exercise = "hunt_nan" },
    { points = { "x" } },
  },
}
