// Mistake: a tree whose levels do not wait for each other.
// Expect: data-race data-race-shared
__global__ void bottleneck_three(float *rms, int *loud, const float *x, float level, int n)
{
    __shared__ float part[512];
    int t = threadIdx.x, first = blockIdx.x * 1024, count = min(1024, n - first);
    float sum = 0;

    for (int k = t; k < count; k += 512)
        sum += x[first + k] * x[first + k];
    part[t] = sum;
    __syncthreads();

    for (int s = 256; s > 0; s /= 2)
        if (t < s)
            part[t] += part[t + s]; // <-- here
    __syncthreads();

    if (t == 0) {
        sum = part[0];
        rms[blockIdx.x] = sqrtf(sum / count);
        if (sum > level * level * count)
            atomicAdd(loud, 1);
    }
}
