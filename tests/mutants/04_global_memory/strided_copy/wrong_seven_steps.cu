// Mistake: seven steps; no small case shows it.
// Expect: wrong-answer
__global__ void strided_copy(float *out, const float *x, int n)
{
    for (int k = 0; k < 7; k++) {
        int i = blockIdx.x * 2048 + k * 256 + threadIdx.x;
        if (i < n)
            out[i] = x[i];
    }
}
