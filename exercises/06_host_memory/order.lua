return {
  "round_trip", "pinned_copy",
}
