// Mistake: waits for its warp only; the last lane's neighbour is in the next warp.
// Expect: data-race data-race-shared
__global__ void add_shared(float *x, int n)
{
    extern __shared__ float old[];
    int first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), t = threadIdx.x;
    if (t < count)
        old[t] = x[first + t];
    __syncwarp();
    if (t < count)
        x[first + t] += old[t + 1 < count ? t + 1 : 0]; // <-- here
}
