// Mistake: the data stay on the device, but a single block does all the work.
// Expect: rule-broken time
#include <cuda_runtime.h>

__global__ void smooth(int *to, const int *from, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int left = from[i > 0 ? i - 1 : i], right = from[i < n - 1 ? i + 1 : i];

        to[i] = (left + 2 * from[i] + right) / 4;
    }
}

void smooth_steps(int *x, int n, int steps)
{
    size_t bytes = n * sizeof(int);
    int *d_from, *d_to;

    cudaMalloc(&d_from, bytes);
    cudaMalloc(&d_to, bytes);
    cudaMemcpy(d_from, x, bytes, cudaMemcpyHostToDevice);

    for (int s = 0; s < steps; s++) {
        smooth<<<1, 256>>>(d_to, d_from, n); // <-- here

        int *t = d_from;
        d_from = d_to;
        d_to = t;
    }

    cudaMemcpy(x, d_from, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_from);
    cudaFree(d_to);
}
