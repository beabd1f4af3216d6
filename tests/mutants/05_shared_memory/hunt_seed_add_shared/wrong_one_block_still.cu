// Mistake: the barrier is right, but all blocks work on the first 256 elements.
// Expect: data-race data-race-global
__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    __shared__ float tile[256];
    int count = min(256, n);
    int i = threadIdx.x;

    if (i < count)
        tile[i] = x[i] + y[i];
    __syncthreads();
    if (i < count)
        x[i] = tile[count - 1 - i];
}
