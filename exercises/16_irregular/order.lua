return {
  "spmv_rows", "spmv_warp", "spmv_ell", "bfs_frontier", "radix_pass", "sort_whole", "merge_path", "hash_count", "top_k", "nbody_tile",
}
