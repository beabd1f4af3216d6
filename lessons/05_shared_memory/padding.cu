// Blocks of 32 x 32, so all lanes of a warp have the same threadIdx.y.
// A warp stores to one column of the tile and reads another.
__global__ void columns(float *out, const float *x, int n, int padding)
{
    __shared__ float tile[32 * (32 + 16)];
    int row = 32 + padding; // floats from one row to the next
    int i = blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x;
    tile[threadIdx.x * row + threadIdx.y] = x[i];
    __syncthreads();
    out[i] = tile[threadIdx.x * row + 31 - threadIdx.y];
}
