return { "message_passing", "hunt_scope", "sum_by_key", "bulk_rows" }
