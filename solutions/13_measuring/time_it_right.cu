// Warm up, then a row of launches between two events, for each of the two kernels.
//
// Why a row? A launch takes some microseconds to reach an idle device, longer than these kernels run.
// The first of ten waits for that; the others are in the queue already when the one before them ends.
// One late launch in ten still counts for a little, so the warm-up launches come right before the
// first event, without a wait in between: the device is busy when the measured ones arrive.
//
// Why a warm-up at all? The first launch of a kernel may have to load its code, and caches and
// clocks need time, too. On this virtual machine you do not see that; on a GPU you do.
//
// This cannot measure a kernel that is shorter than a launch: the queue runs empty, and the events
// show how often the host can launch, about every 4 microseconds. Give such a kernel more work, or
// put its launches into a graph.
//
// There is one wait, at the end. The copy back would wait as well, but the events must have been
// reached before the program asks for their times.

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

    walk<<<blocks, 256>>>(d_place, d_table, d_x, n, m);
    halve<<<blocks, 256>>>(d_place, d_table, d_x, n, m);

    cudaEventRecord(mark[0]);
    for (int k = 0; k < 10; k++)
        walk<<<blocks, 256>>>(d_place, d_table, d_x, n, m);
    cudaEventRecord(mark[1]);
    cudaEventRecord(mark[2]);
    for (int k = 0; k < 10; k++)
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
