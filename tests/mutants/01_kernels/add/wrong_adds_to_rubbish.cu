// Mistake: += reads out before any thread has written it.
// Expect: memory-error uninitialised-read
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += a[i] + b[i]; // <-- here
}
