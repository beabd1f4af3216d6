// Half of the additions, but still a single thread.
// Expect: too-slow active_lanes
__global__ void bottleneck_three(float *rms, int *loud, const float *x, float level, int n)
{
    __shared__ float part[512];
    int t = threadIdx.x, first = blockIdx.x * 1024, count = min(1024, n - first);
    float sum = 0;

    for (int k = t; k < count; k += 512)
        sum += x[first + k] * x[first + k];
    part[t] = sum;
    __syncthreads();

    if (t == 0) {
        sum = 0;
        for (int k = 0; k < 512; k += 2)
            sum += part[k] + part[k + 1]; // <-- here
        rms[blockIdx.x] = sqrtf(sum / count);
        if (sum > level * level * count)
            atomicAdd(loud, 1);
    }
}
