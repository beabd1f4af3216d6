// A generator remembers its position in the sequence: each call continues where the last one ended. So it is
// seeded once, and no number comes twice.
//
// Everything is in one stream: the library fills the batch, the kernel counts, the library fills the batch again.
// It cannot overwrite points that are not yet counted, and the host has nothing to wait for. It waits once, in
// the copy of four bytes at the end.
//
// __syncthreads_count adds up a block's votes, so there is one atomicAdd for each block instead of one for each
// point. The threads beyond the last point take part, and vote no.
//
// Each point costs 16 bytes of traffic: 8 written by the library, 8 read by the kernel. curand_uniform() in the
// kernel would cost none (random_walk). The host's side is for numbers that are used more than once, or by code
// that takes an array: the start of a network's weights, a noise image, an input for a test.

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
        curandGenerateUniform(generator, (float *)d_point, 2 * (size_t)many);
        count_inside<<<(many + 255) / 256, 256>>>(d_inside, d_point, many);
    }

    cudaMemcpy(&inside, d_inside, sizeof(int), cudaMemcpyDeviceToHost);
    curandDestroyGenerator(generator);
    cudaFree(d_point);
    cudaFree(d_inside);
    return 4.0 * inside / n;
}
