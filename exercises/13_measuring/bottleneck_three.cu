// bottleneck_three: how loud each piece of a recording is, and how many are loud. Right, but slow.
//
//   rms    a float for each piece of 1024 samples
//   loud   a counter, 0 before: the pieces whose mean square is above level * level
//   x      n floats, the samples
//
// The launch: a block of 512 threads for each piece.

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
        for (int k = 0; k < 512; k++)
            sum += part[k];
        rms[blockIdx.x] = sqrtf(sum / count);
        if (sum > level * level * count)
            atomicAdd(loud, 1);
    }
}
