return { "message_passing", "hunt_scope" }
