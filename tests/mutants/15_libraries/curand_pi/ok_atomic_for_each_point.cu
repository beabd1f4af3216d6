// An atomic for each point inside, and the numbers as floats.
// Expect: passed
#include <cuda_runtime.h>
#include <curand.h>

__global__ void count_inside(int *inside, const float *number, int many)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < many && number[2 * i] * number[2 * i] + number[2 * i + 1] * number[2 * i + 1] <= 1.0f)
        atomicAdd(inside, 1);
}

double curand_pi(int n, int batch, unsigned long long seed)
{
    curandGenerator_t generator;
    float *d_point;
    int *d_inside, inside;

    cudaMalloc(&d_point, 2 * batch * sizeof(float));
    cudaMalloc(&d_inside, sizeof(int));
    cudaMemset(d_inside, 0, sizeof(int));
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetPseudoRandomGeneratorSeed(generator, seed);

    for (int done = 0; done < n; done += batch) {
        int many = n - done < batch ? n - done : batch;
        curandGenerateUniform(generator, d_point, 2 * (size_t)many);
        count_inside<<<(many + 255) / 256, 256>>>(d_inside, d_point, many);
    }

    cudaMemcpy(&inside, d_inside, sizeof(int), cudaMemcpyDeviceToHost);
    curandDestroyGenerator(generator);
    cudaFree(d_point);
    cudaFree(d_inside);
    return 4.0 * inside / n;
}
