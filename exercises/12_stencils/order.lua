return {
  "heat_step", "heat_solve", "jacobi_one_launch", "integration_2d", "integration_shared", "game_of_life", "hunt_halo",
}
