// Mistake: the guard went with the lines that were changed.
// Expect: memory-error out-of-bounds
__global__ void matmul_coalesced(float *c, const float *a, const float *b, int m, int n, int k)
{
    int row = blockIdx.y * 8 + threadIdx.x / 32;
    int col = blockIdx.x * 32 + threadIdx.x % 32;


    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col]; // <-- here
    c[row * n + col] = sum;
}
