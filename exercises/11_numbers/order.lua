return {
  "kahan_sum", "stable_norm", "mixed_dot", "philox", "monte_carlo_pi", "quantize_int8", "hunt_nan",
}
