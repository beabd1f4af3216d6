return {
  title = "Debugging", minutes = 30,
  summary = "x.",
  steps = {
    { title = "Your turn", exercise = "hunt_overflow" },
    { points = { "A" } },
  },
}
