// Expect: passed
// A bit for each vertex decides who takes it; the distances are plain stores. The initial distances come from the host.
#include <cuda_runtime.h>
#include <vector>
#include <utility>

__global__ void expand(int *next, int *next_size, unsigned int *seen, int *dist, const int *row, const int *col, const int *frontier,
                       int size, int level)
{
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < size; t += gridDim.x * blockDim.x)
        for (int v = frontier[t], k = row[v]; k < row[v + 1]; k++) {
            int w = col[k];
            unsigned int bit = 1u << (w % 32);

            if (!(atomicOr(&seen[w / 32], bit) & bit)) {
                dist[w] = level;
                next[atomicAdd(next_size, 1)] = w;
            }
        }
}

int bfs(int *dist, const int *row, const int *col, int n, int edges, int source)
{
    int *all, size = 1, reached = 1;
    std::vector<int> first(n, -1);

    cudaMalloc((void **)&all, sizeof(int) * (size_t)(n + n + 1 + edges + n + n + 1 + n / 32 + 1));
    int *d_dist = all, *d_row = d_dist + n, *d_col = d_row + n + 1, *a = d_col + edges, *b = a + n, *d_size = b + n;
    unsigned int *seen = (unsigned int *)(d_size + 1), bit = 1u << (source % 32);

    first[source] = 0;
    cudaMemcpy(d_dist, first.data(), 4 * (size_t)n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_row, row, 4 * (size_t)(n + 1), cudaMemcpyHostToDevice);
    cudaMemcpy(d_col, col, 4 * (size_t)edges, cudaMemcpyHostToDevice);
    cudaMemset(seen, 0, 4 * (size_t)(n / 32 + 1));
    cudaMemcpy(seen + source / 32, &bit, 4, cudaMemcpyHostToDevice);
    cudaMemcpy(a, &source, 4, cudaMemcpyHostToDevice);
    for (int level = 1;; level++) {
        cudaMemset(d_size, 0, 4);
        expand<<<size < 4096 ? (size + 63) / 64 : 64, 64>>>(b, d_size, seen, d_dist, d_row, d_col, a, size, level);
        cudaMemcpy(&size, d_size, 4, cudaMemcpyDeviceToHost);
        if (size == 0)
            break;
        reached += size;
        std::swap(a, b);
    }
    cudaMemcpy(dist, d_dist, 4 * (size_t)n, cudaMemcpyDeviceToHost);
    cudaFree(all);
    return reached;
}
