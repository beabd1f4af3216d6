return { "heat_step", "integration_2d", "integration_shared" }
