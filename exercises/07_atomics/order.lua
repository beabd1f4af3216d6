return { "race_counter", "atomic_max_global", "bit_flags", "ring_ticket", "hunt_race" }
