// Right, but with the ordinary units: each lane computes four elements by itself.
// Expect: too-slow warp_instructions
__global__ void gemm_tensor(float *c, const float *a, const float *b, int m, int n, int k)
{
    for (int p = threadIdx.x; p < 128; p += 32) {
        int row = blockIdx.y * 16 + p / 8, col = blockIdx.x * 8 + p % 8;
        float sum = 0;
        for (int i = 0; i < k; i++)
            sum += a[row * k + i] * b[i * n + col]; // <-- here
        c[row * n + col] = sum;
    }
}
