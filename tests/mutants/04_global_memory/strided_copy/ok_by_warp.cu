// Each warp has 256 neighbours of its own and walks them 32 at a time.
// Expect: passed
__global__ void strided_copy(float *__restrict__ out, const float *__restrict__ x, int n)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int end = min((warp + 1) * 256, n);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int i = warp * 256 + k * 32 + lane;
        if (i < end)
            out[i] = x[i];
    }
}
