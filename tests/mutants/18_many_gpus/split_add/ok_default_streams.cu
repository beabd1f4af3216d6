// Right: the default stream of each device, which is another one on each, and the first parts take the rest.
// Expect: passed
#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

void split_add(const float *a, const float *b, float *c, int n)
{
    size_t bytes = n * sizeof(*a);
    int devices, first = 0;
    float *at[64] = { 0 };

    cudaGetDeviceCount(&devices);
    cudaHostRegister((void *)a, bytes, cudaHostRegisterPortable);
    cudaHostRegister((void *)b, bytes, cudaHostRegisterPortable);
    cudaHostRegister(c, bytes, cudaHostRegisterPortable);

    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        if (n / devices + (d < n % devices))
            cudaMalloc(&at[d], 3 * (n / devices + (d < n % devices)) * sizeof(float));
    }
    for (int d = 0; d < devices; d++) {
        int part = n / devices + (d < n % devices);
        float *p;

        if (!part)
            break;
        p = at[d];
        cudaSetDevice(d);
        cudaMemcpyAsync(p, a + first, part * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpyAsync(p + part, b + first, part * sizeof(float), cudaMemcpyHostToDevice);
        add<<<(part + 127) / 128, 128>>>(p, p + part, p + 2 * part, part);
        cudaMemcpyAsync(c + first, p + 2 * part, part * sizeof(float), cudaMemcpyDeviceToHost);
        first += part;
    }
    for (int d = 0; d < devices && at[d]; d++) {
        cudaSetDevice(d);
        cudaDeviceSynchronize();
        cudaFree(at[d]);
    }
    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(c);
}
