// Mistake: the blocks start 256 elements apart, not 2048: the end is never written.
// Expect: wrong-answer
__global__ void strided_copy(float *out, const float *x, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 8; k++) {
        int i = first + k * 256;
        if (i < n)
            out[i] = x[i];
    }
}
