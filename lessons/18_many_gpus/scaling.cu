// Each device gets its part of x, works on it, and sends it back.
__global__ void stir(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = 1.5f * x[i] * (1 - x[i]);
}

static void run(const float *x, float *y, int n, int devices)
{
    int part = n / devices;
    float *d[8];

    cudaHostRegister((void *)x, n * 4, cudaHostRegisterPortable);
    cudaHostRegister(y, n * 4, cudaHostRegisterPortable);
    for (int k = 0; k < devices; k++) {
        cudaSetDevice(k);
        cudaMalloc(&d[k], part * 4);
    }
    for (int k = 0; k < devices; k++) {
        cudaSetDevice(k);
        cudaMemcpyAsync(d[k], x + k * part, part * 4, cudaMemcpyDefault);
        stir<<<part / 256, 256>>>(d[k], part);
        cudaMemcpyAsync(y + k * part, d[k], part * 4, cudaMemcpyDefault);
    }
    for (int k = 0; k < devices; k++) {
        cudaSetDevice(k);
        cudaDeviceSynchronize();
        cudaFree(d[k]);
    }
    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}

void large_arrays(const float *x, float *y, int n, int devices)
{
    run(x, y, n, devices);
}

void small_arrays(const float *x, float *y, int n, int devices)
{
    run(x, y, n / 256, devices);
}
