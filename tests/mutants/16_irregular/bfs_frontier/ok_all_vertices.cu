// Expect: passed
// A thread for every vertex in each level, and a host that counts in the end.
#include <cuda_runtime.h>

__global__ void expand(int *more, int *dist, const int *row, const int *col, int n, int level)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;

    if (v < n && atomicAdd(&dist[v], 0) == level - 1)
        for (int k = row[v]; k < row[v + 1]; k++)
            if (atomicCAS(&dist[col[k]], -1, level) == -1)
                atomicExch(more, 1);
}

int bfs(int *dist, const int *row, const int *col, int n, int edges, int source)
{
    int *d_dist, *d_row, *d_col, *d_more, more = 1, zero = 0, reached = 0;

    cudaMalloc(&d_dist, n * sizeof(int));
    cudaMalloc(&d_row, (n + 1) * sizeof(int));
    cudaMalloc(&d_col, edges * sizeof(int));
    cudaMalloc(&d_more, sizeof(int));
    cudaMemcpy(d_row, row, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_col, col, edges * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_dist, 0xff, n * sizeof(int));
    cudaMemcpy(d_dist + source, &zero, sizeof(int), cudaMemcpyHostToDevice);
    for (int level = 1; more; level++) {
        cudaMemset(d_more, 0, sizeof(int));
        expand<<<(n + 127) / 128, 128>>>(d_more, d_dist, d_row, d_col, n, level);
        cudaMemcpy(&more, d_more, sizeof(int), cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(dist, d_dist, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int v = 0; v < n; v++)
        reached += dist[v] >= 0;
    cudaFree(d_dist);
    cudaFree(d_row);
    cudaFree(d_col);
    cudaFree(d_more);
    return reached;
}
