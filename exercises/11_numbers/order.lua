return {
  "kahan_sum", "stable_norm", "mixed_dot",
}
