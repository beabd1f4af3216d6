// Many threads are launched, and one works.
// Expect: rule-broken working_blocks
#include <cassert>

#include <cuda_runtime.h>

__global__ void number_them(long long *key, int *part, const int *x, const int *y, const int *z, int n, int w, int h,
                            long long cells, long long each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i == 0) for (; i < n; i++) {
        long long k = ((long long)z[i] * h + y[i]) * w + x[i];

        assert(0 <= k && k < cells);
        key[i] = k;
        part[i] = k / each;
    }
}

void voxels(const int *x, const int *y, const int *z, long long *key, int *part, int n, int w, int h, int d, int parts)
{
    long long cells = (long long)w * h * d;
    long long each = (cells + parts - 1) / parts;
    size_t bytes = n * sizeof(int);
    int *d_point, *d_part;
    long long *d_key;

    cudaMalloc(&d_point, 3 * bytes);
    cudaMalloc(&d_part, bytes);
    cudaMalloc(&d_key, n * sizeof(long long));
    cudaMemcpy(d_point, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_point + n, y, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_point + 2 * n, z, bytes, cudaMemcpyHostToDevice);

    number_them<<<(n + 255) / 256, 256>>>(d_key, d_part, d_point, d_point + n, d_point + 2 * n, n, w, h, cells, each); // <-- here

    cudaMemcpy(key, d_key, n * sizeof(long long), cudaMemcpyDeviceToHost);
    cudaMemcpy(part, d_part, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_point);
    cudaFree(d_part);
    cudaFree(d_key);
}
