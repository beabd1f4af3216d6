// expect: data-race-global
// Persistent blocks share tiles of a matrix product, and add the parts of a tile without an atomic.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
constexpr int T = 8;
__global__ void gemm(float *c, const float *a, const float *b, int n, int units_each, int units)
{
    __shared__ float sa[T][T], sb[T][T];
    const int kt = n / T, x = threadIdx.x, y = threadIdx.y;
    int u = blockIdx.x * units_each;
    const int end = min(u + units_each, units);
    while (u < end) {
        const int tile = u / kt, k0 = u % kt, k1 = min(kt, k0 + end - u);
        const int row = tile / kt * T + y, col = tile % kt * T + x;
        float s = 0;
        for (int k = k0; k < k1; k++) {
            sa[y][x] = a[row * n + k * T + x];
            sb[y][x] = b[(k * T + y) * n + col];
            __syncthreads();
            for (int j = 0; j < T; j++) s += sa[y][j] * sb[j][x];
            __syncthreads();
        }
        if (k0 == 0 && k1 == kt) c[row * n + col] = s; // BUG
        else c[row * n + col] += s;     // BUG
        u += k1 - k0;
    }
}
int main()
{
    const int n = 40, kt = n / T, units = kt * kt * kt, blocks = 7, each = (units + blocks - 1) / blocks;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; i++) { a[i] = (i % 7) / 8.0f; b[i] = (i % 5) / 4.0f; }
    float *da, *db, *dc;
    cudaMalloc(&da, n * n * 4); cudaMalloc(&db, n * n * 4); cudaMalloc(&dc, n * n * 4);
    cudaMemcpy(da, a.data(), n * n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * n * 4, cudaMemcpyHostToDevice);
    cudaMemset(dc, 0, n * n * 4);
    gemm<<<blocks, dim3(T, T)>>>(dc, da, db, n, each, units);
    cudaMemcpy(c.data(), dc, n * n * 4, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
        float s = 0; for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
        bad += s != c[i * n + j];
    }
    printf("bad %d\n", bad);
    cudaFree(da); cudaFree(db); cudaFree(dc);
}
