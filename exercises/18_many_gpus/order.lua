return { "device_by_rank", "split_add", "copy_peer", "hunt_two_devices", "halo_exchange", "data_parallel", "all_reduce", "overlap_gradients" }
