// In a stream of its own, which the generator gets, too; a warp adds up, and each thread looks at several points.
// Expect: passed
#include <cuda_runtime.h>
#include <curand.h>

__global__ void count_inside(int *inside, const float2 *point, int many)
{
    int sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < many; i += gridDim.x * blockDim.x)
        sum += point[i].x * point[i].x + point[i].y * point[i].y <= 1;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0 && sum)
        atomicAdd(inside, sum);
}

double curand_pi(int n, int batch, unsigned long long seed)
{
    curandGenerator_t generator;
    float2 *d_point;
    int *d_inside, inside;
    cudaStream_t stream;

    cudaStreamCreate(&stream);
    cudaMalloc(&d_point, batch * sizeof(float2));
    cudaMalloc(&d_inside, sizeof(int));
    cudaMemsetAsync(d_inside, 0, sizeof(int), stream);
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetStream(generator, stream);
    curandSetPseudoRandomGeneratorSeed(generator, seed);

    for (int done = 0; done < n; done += batch) {
        int many = n - done < batch ? n - done : batch;
        curandGenerateUniform(generator, (float *)d_point, 2 * (size_t)many);
        count_inside<<<(many + 511) / 512, 256, 0, stream>>>(d_inside, d_point, many);
    }

    cudaMemcpyAsync(&inside, d_inside, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    curandDestroyGenerator(generator);
    cudaFree(d_point);
    cudaFree(d_inside);
    cudaStreamDestroy(stream);
    return 4.0 * inside / n;
}
