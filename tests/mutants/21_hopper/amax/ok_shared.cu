// Expect: passed
// A tree in shared memory, and one atomic for each block.
__global__ void amax(float *most, const float *x, int n)
{
    __shared__ unsigned part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    part[t] = i < n ? __float_as_uint(fabsf(x[i])) : 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            part[t] = max(part[t], part[t + half]);
        __syncthreads();
    }
    if (t == 0)
        atomicMax((unsigned *)most, part[0]);
}
