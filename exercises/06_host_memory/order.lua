return {
  "round_trip", "pinned_copy", "mapped_buffer", "managed_sum", "constant_filter", "pitched_image",
  "leak_free", "hunt_leak",
}
