return {
  "round_trip", "pinned_copy", "mapped_buffer", "constant_filter", "leak_free",
}
