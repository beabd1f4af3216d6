// Mistake: the points go to the host, which counts them.
// Expect: rule-broken bytes
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
    int *d_inside, inside = 0;
    float2 *point = new float2[batch];

    cudaMalloc(&d_point, batch * sizeof(float2));
    cudaMalloc(&d_inside, sizeof(int));
    cudaMemset(d_inside, 0, sizeof(int));
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetPseudoRandomGeneratorSeed(generator, seed);

    for (int done = 0; done < n; done += batch) {
        int many = n - done < batch ? n - done : batch;
        curandGenerateUniform(generator, (float *)d_point, 2 * (size_t)many);
        count_inside<<<(many + 255) / 256, 256>>>(d_inside, d_point, many);
        cudaMemcpy(point, d_point, many * sizeof(float2), cudaMemcpyDeviceToHost); // <-- here
        for (int i = 0; i < many; i++)
            inside += point[i].x * point[i].x + point[i].y * point[i].y <= 1;
    }

    curandDestroyGenerator(generator);
    delete[] point;
    cudaFree(d_point);
    cudaFree(d_inside);
    return 4.0 * inside / n;
}
