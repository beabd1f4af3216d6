return { "hunt_overflow", "hunt_swallowed", "hunt_early_event", "hunt_second_launch", "hunt_deep_copy" }
