// Correct: an array of the thread, indexed by what only the run can tell.
// Expect: passed
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int buf[64];
    for (int k = 0; k < 64; k++)
        buf[k] = i - 32 + k;
    if (i < n)
        out[i] = buf[(i * 7) % 64] + 32 - (i * 7) % 64;
}
