return {
  "round_trip", "pinned_copy", "mapped_buffer", "managed_sum", "constant_filter", "leak_free", "hunt_leak",
}
