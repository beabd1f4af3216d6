return {
  "block_sum", "warp_sum", "ballot_count", "hunt_shuffle_mask", "dot", "sum_any_n", "grid_sync_sum", "argmax", "block_scan", "compact", "segmented_sum",
  "scan_three_launches", "scan_any_n",
}
