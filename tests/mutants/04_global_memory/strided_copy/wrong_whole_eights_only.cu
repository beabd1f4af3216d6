// Mistake: a thread copies its eight elements only if all of them are there.
// Expect: wrong-answer
__global__ void strided_copy(float *out, const float *x, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (first + 8 <= n)
        for (int k = 0; k < 8; k++)
            out[first + k] = x[first + k];
}
