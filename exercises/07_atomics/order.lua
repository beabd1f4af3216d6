return { "race_counter", "atomic_max_global", "atomic_max_shared", "histogram", "bit_flags", "append", "ring_ticket", "float_max_cas", "float_nanmax", "spin_lock", "hunt_race" }
