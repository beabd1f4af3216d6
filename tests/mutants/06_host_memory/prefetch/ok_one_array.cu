// One array for both, with advice as well: in place, there and back.
// Expect: passed
#include <cuda_runtime.h>
#include <string.h>

__global__ void square(int *b, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = a[i] * a[i];
}

void square_all(const int *x, int *y, int n)
{
    cudaMemLocation there, here;
    int *v;

    memset(&there, 0, sizeof there);
    memset(&here, 0, sizeof here);
    there.type = cudaMemLocationTypeDevice;
    here.type = cudaMemLocationTypeHost;
    cudaMallocManaged(&v, n * sizeof *v, cudaMemAttachGlobal);
    for (int i = 0; i < n; i++)
        v[i] = x[i];
    cudaMemAdvise(v, n * sizeof *v, cudaMemAdviseSetPreferredLocation, there);
    cudaMemPrefetchAsync(v, n * sizeof *v, there, 0);
    square<<<(n + 127) / 128, 128>>>(v, v, n);
    cudaMemPrefetchAsync(v, n * sizeof *v, here, 0);
    cudaStreamSynchronize(0);
    for (int i = 0; i < n; i++)
        y[i] = v[i];
    cudaFree(v);
}
