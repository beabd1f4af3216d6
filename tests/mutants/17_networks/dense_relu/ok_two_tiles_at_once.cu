// Each step loads 32 columns of x and 32 rows of w, so that there are half as many barriers. The length of the
// last step is that of what is left, so nothing has to be padded there.
// Expect: passed
__global__ void dense_relu(float *y, const float *x, const float *w, const float *b, int m, int n, int k)
{
    __shared__ float tx[16][33], tw[32][16];
    int c = threadIdx.x, r = threadIdx.y, row = blockIdx.y * 16 + r, col = blockIdx.x * 16 + c;
    float even = 0, odd = 0;

    for (int t = 0; t < k; t += 32) {
        int left = min(32, k - t);

        for (int i = c; i < left; i += 16)
            if (row < m)
                tx[r][i] = x[row * k + t + i];
        for (int i = r; i < left; i += 16)
            if (col < n)
                tw[i][c] = w[(t + i) * n + col];
        __syncthreads();
        if (row < m && col < n) {
            int i = 0;

            for (; i + 1 < left; i += 2) {
                even += tx[r][i] * tw[i][c];
                odd += tx[r][i + 1] * tw[i + 1][c];
            }
            if (i < left)
                even += tx[r][i] * tw[i][c];
        }
        __syncthreads();
    }
    if (row >= m || col >= n)
        return;
    float z = even + odd + b[col];
    y[row * n + col] = z < 0 ? 0 : z;
}
