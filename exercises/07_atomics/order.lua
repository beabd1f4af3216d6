return { "race_counter" }
