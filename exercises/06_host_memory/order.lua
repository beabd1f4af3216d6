return { "round_trip" }
