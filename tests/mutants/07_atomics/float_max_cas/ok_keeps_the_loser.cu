// By exchange only: what comes out is offered again as long as it is larger than what went in.
// Expect: passed
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    while (v > *(volatile float *)best) {
        float out = atomicExch(best, v);
        if (out <= v)
            break;
        v = out;
    }
}
