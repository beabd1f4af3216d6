return { "heat_step", "heat_solve", "integration_2d", "integration_shared", "game_of_life", "hunt_halo" }
