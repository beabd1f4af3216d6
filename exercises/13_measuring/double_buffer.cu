// double_buffer: each tile times its mirror image, added up over the tiles of a row. Right, but nothing overlaps.
//
//   out    a row of 256 floats for each block
//   x      for each block, `tiles` tiles of 256 floats
//   tiles  1 or more
//
// The launch: a block of 256 threads for each row.

#include <cuda_pipeline.h>

__global__ void double_buffer(float *out, const float *x, int tiles)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    float sum = 0;

    x += blockIdx.x * tiles * 256;

    // YOUR CODE HERE: two buffers, and copies that run ahead
    for (int k = 0; k < tiles; k++) {
        tile[t] = x[k * 256 + t];
        __syncthreads();
        sum += tile[t] * tile[255 - t];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
