return {
  "block_sum", "warp_sum", "ballot_count", "hunt_shuffle_mask", "dot", "argmax", "block_scan", "compact", "segmented_sum",
}
