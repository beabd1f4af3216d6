return {
  title = "Numbers", minutes = 25,
  summary = "What floating-point numbers lose, and how kernels keep it.",
  steps = {
    { exercise = "kahan_sum" },
    { exercise = "stable_norm" },
    { exercise = "mixed_dot" },
    { points = { "x" } },
  },
}
