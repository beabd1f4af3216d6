return {
  "matmul_naive", "matmul_coalesced", "matmul_tiled", "matmul_register", "matmul_any_shape", "batched_matvec",
  "gemm_wmma", "gemm_tensor", "gemm_cublas",
}
