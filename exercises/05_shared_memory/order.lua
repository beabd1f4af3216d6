return {
  "reverse_block", "add_shared", "hunt_missing_barrier", "hunt_divergent_barrier", "hunt_seed_add_shared", "convolve_1d", "hunt_uninit", "smooth", "pooling",
  "transpose_tiled",
}
