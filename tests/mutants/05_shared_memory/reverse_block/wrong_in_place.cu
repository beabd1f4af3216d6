// Mistake: no tile: an element is overwritten before its owner has read it.
// Expect: data-race data-race-global
__global__ void reverse_block(float *x, int n)
{
    int first = blockIdx.x * blockDim.x, count = min(256, n - first), t = threadIdx.x;
    if (t < count)
        x[first + t] = x[first + count - 1 - t]; // <-- here
}
