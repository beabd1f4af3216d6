return {
  "round_trip", "pinned_copy", "mapped_buffer", "leak_free",
}
