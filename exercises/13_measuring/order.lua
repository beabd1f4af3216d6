return {
  "time_it_right", "bottleneck_one", "bottleneck_two", "bottleneck_three", "fuse_kernels", "coarsen", "local_array", "double_buffer", "cpu_or_gpu",
}
