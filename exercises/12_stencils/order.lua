return {
  "heat_step", "heat_solve", "jacobi_one_launch", "wave", "integration_2d", "integration_shared", "game_of_life", "hunt_halo",
}
