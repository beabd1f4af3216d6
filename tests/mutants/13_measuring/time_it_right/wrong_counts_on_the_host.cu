// Mistake: does not measure, but computes from the data how far the walks are.
// Expect: rule-broken calls
#include <cuda_runtime.h>

__global__ void walk(int *place, const int *table, const int *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;

    if (i < n) {
        while (k < m && table[k] < x[i])
            k++;
        place[i] = k;
    }
}

__global__ void halve(int *place, const int *table, const int *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, low = 0, high = m;

    if (i < n) {
        while (low < high) {
            int middle = (low + high) / 2;

            if (table[middle] < x[i])
                low = middle + 1;
            else
                high = middle;
        }
        place[i] = low;
    }
}

int faster(int *place, const int *table, const int *x, int n, int m)
{
    int *d_place, *d_table, *d_x, blocks = (n + 255) / 256;
    double far = 0;

    for (int i = 0; i < n; i++)
        far += x[i];
    cudaMalloc(&d_place, n * sizeof(int));
    cudaMalloc(&d_table, m * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMemcpy(d_table, table, m * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);

    halve<<<blocks, 256>>>(d_place, d_table, d_x, n, m);

    cudaMemcpy(place, d_place, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_place);
    cudaFree(d_table);
    cudaFree(d_x);
    return far / n > 20;
}
