// Mistake: the inputs first and the result last, but the launch passes the result first.
// Expect: input-changed read-only-write
__global__ void add(const float *a, const float *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + b[i]; // <-- here
}
