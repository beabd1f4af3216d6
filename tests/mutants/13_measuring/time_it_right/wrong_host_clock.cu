// Mistake: the host's clock around launches, which return at once; what they take turns up in the second measurement, before which the host waits.
// Expect: wrong-answer
#include <chrono>
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
    std::chrono::steady_clock::time_point mark[3];

    cudaMalloc(&d_place, n * sizeof(int));
    cudaMalloc(&d_table, m * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMemcpy(d_table, table, m * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);

    walk<<<blocks, 256>>>(d_place, d_table, d_x, n, m);
    halve<<<blocks, 256>>>(d_place, d_table, d_x, n, m);

    mark[0] = std::chrono::steady_clock::now();
    for (int k = 0; k < 10; k++)
        walk<<<blocks, 256>>>(d_place, d_table, d_x, n, m);
    mark[1] = std::chrono::steady_clock::now();
    for (int k = 0; k < 10; k++)
        halve<<<blocks, 256>>>(d_place, d_table, d_x, n, m);
    cudaDeviceSynchronize();
    mark[2] = std::chrono::steady_clock::now();

    cudaMemcpy(place, d_place, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_place);
    cudaFree(d_table);
    cudaFree(d_x);
    return mark[1] - mark[0] < mark[2] - mark[1] ? 0 : 1;
}
