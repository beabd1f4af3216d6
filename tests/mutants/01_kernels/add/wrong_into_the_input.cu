// Mistake: drops the const and adds in place.
// Expect: input-changed read-only-write
__global__ void add(float *out, float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] + b[i]; // <-- here
}
