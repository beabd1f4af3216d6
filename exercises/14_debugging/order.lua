return {
  "hunt_overflow", "hunt_pitch", "hunt_swallowed", "hunt_deep_copy", "hunt_second_launch", "hunt_early_event", "hunt_freed_early", "hunt_two_locks",
}
