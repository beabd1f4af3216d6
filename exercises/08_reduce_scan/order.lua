return {
  "block_sum", "warp_sum", "ballot_count", "hunt_shuffle_mask", "argmax", "block_scan", "compact",
}
