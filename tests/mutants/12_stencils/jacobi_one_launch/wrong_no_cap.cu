// Mistake: the grid has more blocks than fit.
// Expect: bad-launch invalid-launch
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void all_steps(float *a, float *b, const float *source, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();

    for (int s = 0; s < steps; s++) {
        for (int i = grid.thread_rank(); i < n * n; i += grid.size()) {
            int r = i / n, c = i % n;

            if (r == 0 || c == 0 || r == n - 1 || c == n - 1)
                b[i] = a[i];
            else
                b[i] = 0.25f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + source[i]);
        }
        grid.sync();

        float *t = a;
        a = b;
        b = t;
    }
}

void jacobi(float *p, const float *source, int n, int steps)
{
    size_t bytes = (size_t)n * n * sizeof(float);
    float *d_a, *d_b, *d_source;
    int device, processors, fit, blocks = (n * n + 255) / 256;

    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, all_steps, 256, 0);

    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_source, bytes);
    cudaMemcpy(d_a, p, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_source, source, bytes, cudaMemcpyHostToDevice);

    void *args[] = { &d_a, &d_b, &d_source, &n, &steps };
    cudaLaunchCooperativeKernel((const void *)all_steps, blocks, 256, args, 0, 0);

    cudaMemcpy(p, steps % 2 ? d_b : d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_source);
}
