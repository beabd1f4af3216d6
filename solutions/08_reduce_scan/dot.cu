// Nearly all the work is the first loop, and memory limits it: 8 bytes for two operations. So what
// matters is how many loads are under way at the same time. A float4 is four elements in one
// request; the arrays begin at a multiple of 256 bytes, so each float4 is aligned. The first threads
// of the grid take the last n % 4 elements.
//
// What comes after the loop happens once for each thread, however large n is: five shuffles, one
// barrier, eight additions by one thread, one atomic for each block.

__global__ void dot(float *out, const float *__restrict__ x, const float *__restrict__ y, int n)
{
    __shared__ float sums[8];
    const float4 *x4 = (const float4 *)x, *y4 = (const float4 *)y;
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x;
    float sum = 0;

    for (int i = first; i < n / 4; i += stride) {
        float4 a = x4[i], b = y4[i];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    if (first < n % 4)
        sum += x[n / 4 * 4 + first] * y[n / 4 * 4 + first];

    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            sum += sums[w];
        atomicAdd(out, sum);
    }
}
