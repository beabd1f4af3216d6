return {
  "global_index", "scale_matrix", "grayscale", "flip_image", "volume_index", "grid_stride", "launch_geometry",
  "block_size", "hunt_bounds",
}
