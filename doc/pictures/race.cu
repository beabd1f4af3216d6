// The sum of n numbers: each block adds up its part in shared memory.
#include <cstdio>

__global__ void sum(float *total, const float *x, int n)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    part[t] = i < n ? x[i] : 0;
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, part[0]);
}

int main()
{
    const int n = 1000;
    float ones[n], result, *x, *total;

    for (int i = 0; i < n; i++)
        ones[i] = 1;
    cudaMalloc(&x, sizeof ones);
    cudaMalloc(&total, sizeof(float));
    cudaMemcpy(x, ones, sizeof ones, cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(float));
    sum<<<(n + 255) / 256, 256>>>(total, x, n);
    cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost);
    printf("the sum is %g\n", result);
    cudaFree(x);
    cudaFree(total);
    return 0;
}
