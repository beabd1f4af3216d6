// Mistake: converts the float to a whole number, instead of taking its bits.
// Expect: wrong-answer
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax((int *)best, (int)x[i]);
}
