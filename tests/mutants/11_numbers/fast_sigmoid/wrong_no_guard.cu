// Mistake: no guard, so the threads of the last block go on past the end.
// Expect: memory-error out-of-bounds
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = __fdividef(1.0f, 1.0f + __expf(-x[i])); // <-- here
}
