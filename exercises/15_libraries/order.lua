return {
  "gemm_batched",
  "hunt_pivot",
  "power_iteration",
  "fft_lowpass",
  "group_sums",
  "merge_join",
  "block_sort",
  "random_walk",
  "curand_pi",
  "nvrtc_kernel",
}
