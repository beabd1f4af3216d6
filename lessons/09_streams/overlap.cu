// x goes to the device in 8 pieces, through a kernel, and back.
__global__ void stir(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = 0; k < 100 && i < n; k++)
        x[i] = 1.5f * x[i] * (1 - x[i]);
}

static void run(const float *x, float *y, int n, int streams, bool forgot)
{
    cudaStream_t s[8];
    float *d;

    cudaMalloc(&d, n * sizeof(float));
    for (int k = 0; k < streams; k++)
        cudaStreamCreate(&s[k]);
    for (int c = 0, m = n / 8; c < 8; c++) {
        cudaStream_t t = s[c % streams];
        int at = c * m;

        cudaMemcpyAsync(d + at, x + at, m * 4, cudaMemcpyDefault, t);
        stir<<<m / 256, 256, 0, forgot ? 0 : t>>>(d + at, m);
        cudaMemcpyAsync(y + at, d + at, m * 4, cudaMemcpyDefault, t);
    }
    cudaDeviceSynchronize();
    for (int k = 0; k < streams; k++)
        cudaStreamDestroy(s[k]);
    cudaFree(d);
}

static void pin(const float *x, float *y, int n)
{
    cudaHostRegister((void *)x, n * 4, cudaHostRegisterDefault);
    cudaHostRegister(y, n * 4, cudaHostRegisterDefault);
}

static void unpin(const float *x, float *y)
{
    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}

void not_pinned(const float *x, float *y, int n, int streams)
{
    run(x, y, n, streams, false);
}

void pinned(const float *x, float *y, int n, int streams)
{
    pin(x, y, n);
    run(x, y, n, streams, false);
    unpin(x, y);
}

// ... and the launch is missing its stream
void launch_forgotten(const float *x, float *y, int n, int streams)
{
    pin(x, y, n);
    run(x, y, n, streams, true);
    unpin(x, y);
}
