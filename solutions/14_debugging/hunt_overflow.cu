// C chooses the type of an operation by its operands, not by what becomes of the result.
//
// int times int is an int, and it becomes a long long only afterwards, which is too late. So cast the
// first operand of the first product. Each further operation then has a long long on its left, and
// the other side follows. A cast around the whole product, (long long)(w * h * d), changes nothing.
//
// The two mistakes hid each other's symptoms. With `cells` too small the assert failed for keys
// that were right; with only the host fixed it failed for negative keys. And 70000 * 70000 wraps
// around to a positive number. Then no assert failed because of the host, and the parts were wrong.
//
// How do you find it without reading the source? Take the smallest box that fails. 1290 cubed is
// 2,146,689,000 and passes; 1291 cubed fails. A limit near 2^31 has one usual cause.

#include <cassert>

#include <cuda_runtime.h>

__global__ void number_them(long long *key, int *part, const int *x, const int *y, const int *z, int n, int w, int h,
                            long long cells, long long each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
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

    number_them<<<(n + 255) / 256, 256>>>(d_key, d_part, d_point, d_point + n, d_point + 2 * n, n, w, h, cells, each);

    cudaMemcpy(key, d_key, n * sizeof(long long), cudaMemcpyDeviceToHost);
    cudaMemcpy(part, d_part, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_point);
    cudaFree(d_part);
    cudaFree(d_key);
}
