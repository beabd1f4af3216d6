return {
  "kahan_sum", "stable_norm", "mixed_dot", "saxpy_half2", "fast_sigmoid", "philox", "monte_carlo_pi", "quantize_int8", "hunt_nan",
}
