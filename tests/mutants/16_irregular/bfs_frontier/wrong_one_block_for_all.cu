// Mistake: one block goes through all elements, and the other multiprocessors are idle.
// Expect: rule-broken working_blocks
#include <cuda_runtime.h>

__global__ void expand(int *next, int *next_size, int *dist, const int *row, const int *col, const int *frontier, int size, int level)
{
    for (int t = threadIdx.x; t < size; t += blockDim.x) {
        int v = frontier[t], end = row[v + 1];
        for (int k = row[v]; k < end; k++) {
            int w = col[k];

            if (atomicCAS(&dist[w], -1, level) == -1)
                next[atomicAdd(next_size, 1)] = w;
        }
    }
}

int bfs(int *dist, const int *row, const int *col, int n, int edges, int source)
{
    const int zero = 0;
    int *d_dist, *d_row, *d_col, *d_frontier, *d_next, *d_size;
    int size = 1, reached = 0;

    cudaMalloc(&d_dist, n * sizeof(int));
    cudaMalloc(&d_row, (n + 1) * sizeof(int));
    cudaMalloc(&d_col, edges * sizeof(int));
    cudaMalloc(&d_frontier, n * sizeof(int));
    cudaMalloc(&d_next, n * sizeof(int));
    cudaMalloc(&d_size, sizeof(int));
    cudaMemcpy(d_row, row, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_col, col, edges * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_dist, 0xff, n * sizeof(int));
    cudaMemcpy(d_dist + source, &zero, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_frontier, &source, sizeof(int), cudaMemcpyHostToDevice);

    for (int level = 1; size > 0; level++) {
        reached += size;
        cudaMemset(d_size, 0, sizeof(int));
        expand<<<1, 1024>>>(d_next, d_size, d_dist, d_row, d_col, d_frontier, size, level); // <-- here
        cudaMemcpy(&size, d_size, sizeof(int), cudaMemcpyDeviceToHost);

        int *t = d_frontier;
        d_frontier = d_next;
        d_next = t;
    }

    cudaMemcpy(dist, d_dist, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_dist);
    cudaFree(d_row);
    cudaFree(d_col);
    cudaFree(d_frontier);
    cudaFree(d_next);
    cudaFree(d_size);
    return reached;
}
