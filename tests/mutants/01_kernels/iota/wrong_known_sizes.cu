// Mistake: knows the sizes that never change, and only those.
// Expect: wrong-answer
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n == 1 || n == 2 || n == 3 || n == 255 || n == 256 || n == 257 || n == 777 || n == 20000) {
        if (i < n)
            out[i] = i;
    }
}
