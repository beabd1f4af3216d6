return {
  "round_trip", "pinned_copy", "mapped_buffer", "managed_sum", "constant_filter", "out_of_memory",
  "keep_on_device", "pitched_image", "leak_free", "hunt_leak",
}
