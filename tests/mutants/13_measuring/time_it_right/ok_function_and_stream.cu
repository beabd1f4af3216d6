// Expect: passed
// A function that measures either kernel, in a stream of its own, with a pair of events.
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

typedef void search(int *, const int *, const int *, int, int);

static float milliseconds(search *kernel, int *place, const int *table, const int *x, int n, int m)
{
    cudaStream_t stream;
    cudaEvent_t begin, end;
    float ms;

    cudaStreamCreate(&stream);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int k = 0; k < 12; k++) {
        if (k == 2)
            cudaEventRecord(begin, stream);
        kernel<<<(n + 127) / 128, 128, 0, stream>>>(place, table, x, n, m);
    }
    cudaEventRecord(end, stream);
    cudaStreamSynchronize(stream);
    cudaEventElapsedTime(&ms, begin, end);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaStreamDestroy(stream);
    return ms / 10;
}

int faster(int *place, const int *table, const int *x, int n, int m)
{
    int *d_place, *d_table, *d_x;

    cudaMalloc(&d_place, n * sizeof(int));
    cudaMalloc(&d_table, m * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMemcpy(d_table, table, m * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);

    float walks = milliseconds(walk, d_place, d_table, d_x, n, m);
    float halves = milliseconds(halve, d_place, d_table, d_x, n, m);

    cudaMemcpy(place, d_place, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_place);
    cudaFree(d_table);
    cudaFree(d_x);
    return halves <= walks;
}
