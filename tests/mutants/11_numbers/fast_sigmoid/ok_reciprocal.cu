// A power of two, and the reciprocal as an instruction of its own.
// Expect: passed
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = __frcp_rn(1.0f + exp2f(-1.4426950f * x[i]));
}
