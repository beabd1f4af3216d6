-- lessons/README.md explains the kinds of steps.
return {
  title = "A lesson of your own", minutes = 10,
  summary = "One line that says what the learner can do afterwards.",
  steps = {
    { title = "What this is for", text = [[
One idea on a page. `code` and *stressed words* stand out.
]] },
    { title = "Your turn", exercise = "NAME" },
    { points = { "What to keep in mind." } },
  },
}
