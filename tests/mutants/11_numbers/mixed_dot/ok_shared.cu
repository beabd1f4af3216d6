// The members of the pairs one by one, doubles, and a tree in shared memory.
// Expect: passed
#include <cuda_fp16.h>

__global__ void mixed_dot(float *out, const unsigned short *a, const unsigned short *b, int w, int h)
{
    __shared__ double tile[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, r = blockIdx.x * 4 + warp;
    double sum = 0;

    if (r < h)
        for (int i = 2 * lane; i < w; i += 64) {
            __half2 u = *(const __half2 *)&a[(size_t)r * w + i], v = *(const __half2 *)&b[(size_t)r * w + i];

            sum += (double)__low2float(u) * __low2float(v) + (double)__high2float(u) * __high2float(v);
        }
    tile[warp][lane] = sum;
    __syncthreads();
    for (int half = 16; half > 0; half /= 2) {
        if (lane < half)
            tile[warp][lane] += tile[warp][lane + half];
        __syncthreads();
    }
    if (r < h && lane == 0)
        out[r] = (float)tile[warp][0];
}
