// Right, but with the ordinary units: each thread computes 128 elements by itself.
// Expect: too-slow warp_instructions
__global__ void gemm_tensor(float *c, const float *a, const float *b, int m, int n, int k)
{
    int col = blockIdx.x * 128 + threadIdx.x;
    for (int row = blockIdx.y * 128; row < blockIdx.y * 128 + 128; row++) {
        float sum = 0;
        for (int i = 0; i < k; i++)
            sum += a[row * k + i] * b[i * n + col]; // <-- here
        c[row * n + col] = sum;
    }
}
