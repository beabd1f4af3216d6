// Mistake: threads without an element of y leave, and their part of the tiles stays empty.
// Expect: memory-error uninitialised-read
#define TILE 16

__global__ void dense_relu(float *y, const float *x, const float *w, const float *b, int m, int n, int k)
{
    __shared__ float tx[TILE][TILE], tw[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    if (row >= m || col >= n)
        return;

    for (int t = 0; t < k; t += TILE) {
        int i = t + threadIdx.x, j = t + threadIdx.y;

        tx[threadIdx.y][threadIdx.x] = row < m && i < k ? x[row * k + i] : 0;
        tw[threadIdx.y][threadIdx.x] = j < k && col < n ? w[j * n + col] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += tx[threadIdx.y][p] * tw[p][threadIdx.x]; // <-- here
        __syncthreads();
    }
    if (row < m && col < n)
        y[row * n + col] = fmaxf(sum + b[col], 0.0f);
}
