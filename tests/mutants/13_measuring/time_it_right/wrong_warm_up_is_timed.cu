// Mistake: the launches that should warm up are timed with the others.
// Expect: rule-broken timed
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
    cudaEvent_t mark[4];
    float walks, halves;

    for (int k = 0; k < 4; k++)
        cudaEventCreate(&mark[k]);
    cudaMalloc(&d_place, n * sizeof(int));
    cudaMalloc(&d_table, m * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMemcpy(d_table, table, m * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);

    cudaEventRecord(mark[0]);
    for (int k = 0; k < 11; k++)
        walk<<<blocks, 256>>>(d_place, d_table, d_x, n, m); // <-- here
    cudaEventRecord(mark[1]);
    cudaEventRecord(mark[2]);
    for (int k = 0; k < 11; k++)
        halve<<<blocks, 256>>>(d_place, d_table, d_x, n, m);
    cudaEventRecord(mark[3]);

    cudaEventSynchronize(mark[3]);
    cudaEventElapsedTime(&walks, mark[0], mark[1]);
    cudaEventElapsedTime(&halves, mark[2], mark[3]);

    cudaMemcpy(place, d_place, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_place);
    cudaFree(d_table);
    cudaFree(d_x);
    for (int k = 0; k < 4; k++)
        cudaEventDestroy(mark[k]);
    return walks < halves ? 0 : 1;
}
