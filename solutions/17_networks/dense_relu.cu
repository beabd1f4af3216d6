// The product is that of the lesson "Matrix multiplication": two tiles, and each element that a block loads is
// used 16 times. Zeros beyond the edges add nothing, so the loop over the products needs no guard.
//
// Bias and ReLU come last, while the sum is still in a register. As kernels of their own they would read
// and write all of y again, twice, and a layer of ordinary size would wait for memory most of that time.
// cuBLASLt calls this an epilogue; torch.compile and XLA look for such neighbours and fuse them.

#define TILE 16

__global__ void dense_relu(float *y, const float *x, const float *w, const float *b, int m, int n, int k)
{
    __shared__ float tx[TILE][TILE], tw[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int t = 0; t < k; t += TILE) {
        int i = t + threadIdx.x, j = t + threadIdx.y;

        tx[threadIdx.y][threadIdx.x] = row < m && i < k ? x[row * k + i] : 0;
        tw[threadIdx.y][threadIdx.x] = j < k && col < n ? w[j * n + col] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += tx[threadIdx.y][p] * tw[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n)
        y[row * n + col] = fmaxf(sum + b[col], 0.0f);
}
