return {
  title = "Stencils and partial differential equations", minutes = 30,
  summary = "Points that depend on their neighbours: integrals, heat, waves and cells.",
  steps = {
    { title = "Your turn: one step of heat", exercise = "heat_step" },
    { title = "Your turn: a double integral", exercise = "integration_2d" },
    { title = "Your turn: one number for each block", exercise = "integration_shared" },
    { title = "Your turn: cells", exercise = "game_of_life" },
    { title = "Your turn: a bug hunt", exercise = "hunt_halo" },
    { title = "Your turn: until nothing changes", exercise = "heat_solve" },
    { points = { "x" } },
  },
}
