// The host computes, and a kernel only copies from one array to another.
// Expect: rule-broken from_device
#include <cuda_runtime.h>
#include <vector>
__global__ void expand(int *dist, const int *from, const int *row, const int *col, int n, int level)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    int far = 0;
    for (int k = row[v]; k < row[v + 1]; k++) far += from[col[k]] == level;
    dist[v] = from[v] + (far < 0);
}
int bfs(int *dist, const int *row, const int *col, int n, int edges, int source)
{
    std::vector<int> d(n, -1), q{ source };
    d[source] = 0;
    for (size_t i = 0; i < q.size(); i++)
        for (int k = row[q[i]]; k < row[q[i] + 1]; k++)
            if (d[col[k]] < 0) { d[col[k]] = d[q[i]] + 1; q.push_back(col[k]); }
    int *d_a, *d_b, *d_row, *d_col;
    cudaMalloc(&d_a, n * sizeof(int));
    cudaMalloc(&d_b, n * sizeof(int));
    cudaMalloc(&d_row, (n + 1) * sizeof(int));
    cudaMalloc(&d_col, edges * sizeof(int));
    cudaMemcpy(d_a, d.data(), n * sizeof(int), cudaMemcpyHostToDevice); // <-- here
    cudaMemcpy(d_row, row, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_col, col, edges * sizeof(int), cudaMemcpyHostToDevice);
    expand<<<(n + 127) / 128, 128>>>(d_b, d_a, d_row, d_col, n, 1);
    cudaMemcpy(dist, d_b, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_row); cudaFree(d_col);
    return (int)q.size();
}
