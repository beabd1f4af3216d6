return { "heat_step", "integration_2d", "integration_shared", "game_of_life", "hunt_halo", "heat_solve" }
