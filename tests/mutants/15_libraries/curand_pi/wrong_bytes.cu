// Mistake: passes the array's size in bytes.
// Expect: memory-error copy-bounds
#include <cuda_runtime.h>
#include <curand.h>

__global__ void count_inside(int *inside, const float2 *point, int many)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool is_inside = false;

    if (i < many) {
        float2 p = point[i];
        is_inside = p.x * p.x + p.y * p.y <= 1;
    }
    int of_block = __syncthreads_count(is_inside);
    if (threadIdx.x == 0)
        atomicAdd(inside, of_block);
}

double curand_pi(int n, int batch, unsigned long long seed)
{
    curandGenerator_t generator;
    float2 *d_point;
    int *d_inside, inside;

    cudaMalloc(&d_point, batch * sizeof(float2));
    cudaMalloc(&d_inside, sizeof(int));
    cudaMemset(d_inside, 0, sizeof(int));
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetPseudoRandomGeneratorSeed(generator, seed);

    for (int done = 0; done < n; done += batch) {
        int many = n - done < batch ? n - done : batch;
        curandGenerateUniform(generator, (float *)d_point, many * sizeof(float2)); // <-- here
        count_inside<<<(many + 255) / 256, 256>>>(d_inside, d_point, many);
    }

    cudaMemcpy(&inside, d_inside, sizeof(int), cudaMemcpyDeviceToHost);
    curandDestroyGenerator(generator);
    cudaFree(d_point);
    cudaFree(d_inside);
    return 4.0 * inside / n;
}
