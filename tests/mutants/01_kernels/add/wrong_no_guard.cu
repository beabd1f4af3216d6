// Mistake: no guard, so the spare threads of the last block leave all three arrays.
// Expect: memory-error out-of-bounds
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i]; // <-- here
}
