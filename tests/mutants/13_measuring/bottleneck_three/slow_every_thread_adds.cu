// All lanes take part, but each thread adds all 512 numbers.
// Expect: too-slow warp_instructions
__global__ void bottleneck_three(float *rms, int *loud, const float *x, float level, int n)
{
    __shared__ float part[512];
    int t = threadIdx.x, first = blockIdx.x * 1024, count = min(1024, n - first);
    float sum = 0;

    for (int k = t; k < count; k += 512)
        sum += x[first + k] * x[first + k];
    part[t] = sum;
    __syncthreads();

    sum = 0;
    for (int k = 0; k < 512; k++)
        sum += part[k]; // <-- here
    if (t == 0) {
        rms[blockIdx.x] = sqrtf(sum / count);
        if (sum > level * level * count)
            atomicAdd(loud, 1);
    }
}
