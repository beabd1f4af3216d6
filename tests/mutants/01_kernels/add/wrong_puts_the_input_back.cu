// Mistake: uses the input as a scratchpad and restores it.
// Expect: input-changed read-only-write
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        volatile float *w = (volatile float *)a;
        float v = w[i];
        w[i] = v + b[i];
        out[i] = w[i];
        w[i] = v;
    }
}
