-- For solutions whose tiles must fill the matrix: other sizes are rounded up.
local function tiles_of(size)
  return function(n)
    local m = size * ceil_div(n, size)
    return { m = m, n = m, k = m }
  end
end

return {
  title = "A product of matrices: how often is a number loaded?",
  about = [[
The same product of two `n` x `n` matrices, by the solutions of lesson *Matrix multiplication*. All of them multiply as often. They differ in how often they load each number: from global memory for each product, then once for 32 products from a tile in shared memory, then once for several products from registers. With the tensor cores one instruction of a warp does 1024 products. The last two call cuBLAS, in a program of the host. `cublasSgemm alone` is the call between two events, with the matrices on the device already, as for the kernels above it; `gemm_cublas` is the whole solution, which creates a handle and copies the matrices, too. NumPy computes the product without a GPU, where Python has it.

A virtual machine's matrices are small: on an H200 they fill a few multiprocessors only, and the kernel whose blocks compute the largest squares has the fewest blocks. So its modelled time is the longest here, though it does the least work. With n = 2048 and more, on a GPU, it is the other way round.
]],
  solutions = {
    "matmul_naive", "matmul_coalesced",
    { "matmul_tiled", case = tiles_of(32) }, { "matmul_register", case = tiles_of(128) }, { "gemm_tensor", case = tiles_of(128) },
    { "10_matmul/sgemm", label = "cublasSgemm alone", time = "ms" },
    { "gemm_cublas", label = "gemm_cublas, copies too" },
  },
  sweep = "n", values = { 128, 256, 384 }, gpu = { 512, 1024, 2048, 4096, 8192 },
  case = function(n) return { m = n, n = n, k = n } end,
  numpy = "matmul", show = "global_sectors", scale = "log",
  flops = function(n) return 2 * n * n * n end,
}
