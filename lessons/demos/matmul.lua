-- A solution whose blocks have `rows` rows of the result, and whose tiles must fill the matrix: other sizes are rounded up. A part of its
-- blocks are those of the first rows.
local function tiled(name, rows)
  local function up(n) return rows * ceil_div(n, rows) end
  return { name, case = function(n) return { m = up(n), n = up(n), k = up(n) } end,
           sample = function(n) return { m = rows, n = up(n), k = up(n) } end }
end

return {
  title = "A product of matrices: how often is a number loaded?",
  about = [[
The same product of two `n` x `n` matrices, by the solutions of lesson *Matrix multiplication*. All of them multiply as often. They differ in how often they load each number: from global memory for each product, then once for 32 products from a tile in shared memory, then once for several products from registers. With the tensor cores one instruction of a warp does 1024 products. The last two call cuBLAS, in a program of the host. `cublasSgemm alone` is the call between two events, with the matrices on the device already, as for the kernels above it; `gemm_cublas` is the whole solution, which creates a handle and copies the matrices, too. NumPy computes the product without a GPU, where Python has it.

Small matrices fill a few multiprocessors of an H200 only, and the kernel whose blocks compute the largest squares has the fewest blocks. So with n = 384 its modelled time is the longest, though it does the least work. With n = 2048 there are blocks for all multiprocessors, and the times follow the work.
]],
  solutions = {
    "matmul_naive", "matmul_coalesced", tiled("matmul_tiled", 32), tiled("matmul_register", 128), tiled("gemm_tensor", 128),
    { "10_matmul/sgemm", label = "cublasSgemm alone", time = "ms" },
    { "gemm_cublas", label = "gemm_cublas, copies too" },
  },
  sweep = "n", values = { 128, 256, 384 }, sampled = { 2048 }, gpu = { 512, 1024, 2048, 4096, 8192 },
  case = function(n) return { m = n, n = n, k = n } end, sample = function(n) return { m = 32, n = n, k = n } end,
  numpy = "matmul", show = "global_sectors", scale = "log",
  flops = function(n) return 2 * n * n * n end,
}
