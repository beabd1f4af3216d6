__global__ void add_bias(float *y, const float *b, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += b[i % cols];
}

__global__ void relu(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaxf(y[i], 0.0f);
}

__global__ void scale(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] *= 1.25f;
}

__global__ void all_in_one(float *y, const float *b, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaxf(y[i] + b[i % cols], 0.0f) * 1.25f;
}

// Three kernels, as a framework runs three lines of Python.
void apart(int k)
{
    int n = 1024 * k;
    float *y, *b;
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&b, 256 * sizeof(float));
    cudaMemset(y, 0, n * sizeof(float));
    cudaMemset(b, 0, 256 * sizeof(float));
    add_bias<<<n / 256, 256>>>(y, b, n, 256);
    relu<<<n / 256, 256>>>(y, n);
    scale<<<n / 256, 256>>>(y, n);
    cudaDeviceSynchronize();
    cudaFree(y);
    cudaFree(b);
}

// The same in one.
void fused(int k)
{
    int n = 1024 * k;
    float *y, *b;
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&b, 256 * sizeof(float));
    cudaMemset(y, 0, n * sizeof(float));
    cudaMemset(b, 0, 256 * sizeof(float));
    all_in_one<<<n / 256, 256>>>(y, b, n, 256);
    cudaDeviceSynchronize();
    cudaFree(y);
    cudaFree(b);
}
