return {
  "block_sum", "warp_sum", "ballot_count", "hunt_shuffle_mask", "dot", "sum_any_n", "argmax", "block_scan", "compact", "segmented_sum",
  "scan_any_n",
}
