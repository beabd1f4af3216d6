return {
  "round_trip", "pinned_copy", "mapped_buffer", "managed_sum", "prefetch", "constant_filter", "out_of_memory", "pool_alloc",
  "keep_on_device", "pitched_image", "leak_free", "hunt_leak",
}
