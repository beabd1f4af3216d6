return { "message_passing", "hunt_scope", "sum_by_key", "cluster_bins", "bulk_rows", "hunt_proxy" }
