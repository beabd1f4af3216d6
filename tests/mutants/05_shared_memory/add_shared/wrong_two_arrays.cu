// Mistake: two extern arrays, which are not two: both begin at the same place.
// Expect: data-race data-race-shared
__global__ void add_shared(float *x, int n)
{
    extern __shared__ float old[];
    extern __shared__ float sum[];
    int first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), t = threadIdx.x;
    if (t < count)
        old[t] = x[first + t];
    __syncthreads();
    if (t < count) {
        sum[t] = old[t] + old[t + 1 < count ? t + 1 : 0]; // <-- here
        x[first + t] = sum[t];
    }
}
