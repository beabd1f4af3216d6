// Mistake: replaces whatever is there, if it was smaller when the thread looked.
// Expect: wrong-answer
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > __int_as_float(atomicAdd((int *)best, 0)))
        atomicExch(best, x[i]);
}
