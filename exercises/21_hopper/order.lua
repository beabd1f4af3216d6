return { "message_passing", "hunt_scope", "sum_by_key", "cluster_bins", "bulk_rows", "hunt_proxy",
  "amax", "mx_quantize", "mx_rows", "fp4_pairs", "hunt_loud", "hunt_early" }
