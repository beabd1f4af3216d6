// Mistake: no barrier, so threads fetch elements that other warps have not stored yet.
// Expect: data-race data-race-shared
__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * blockDim.x;
    int count = min(256, n - first);
    int t = threadIdx.x;
    if (t < count)
        tile[t] = x[first + t];
    if (t < count)
        x[first + t] = tile[count - 1 - t]; // <-- here
}
