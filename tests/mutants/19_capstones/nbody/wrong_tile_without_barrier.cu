// Mistake: a barrier is missing: the tile changes while slower threads still read it.
// Expect: data-race
#include <cuda_runtime.h>

#define WARPS 8

// The way from star i to star j, and its square, softened.
__device__ float4 way(float4 i, float4 j)
{
    float x = j.x - i.x, y = j.y - i.y, z = j.z - i.z;

    return make_float4(x, y, z, x * x + y * y + z * z + 1 / 16.0f);
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xFFFFFFFF, v, d);
    return v;
}

// A block of 32 stars and 8 threads for each: thread y takes every eighth star of a tile.
__global__ void accelerate(const float4 *body, float *a, int n)
{
    __shared__ float4 tile[256];
    __shared__ float part[3][8][32];
    int i = blockIdx.x * 32 + threadIdx.x, t = threadIdx.y * 32 + threadIdx.x;
    float4 me = body[min(i, n - 1)];
    float x = 0, y = 0, z = 0;

    for (int first = 0; first < n; first += 256) {
        if (first + t < n)
            tile[t] = body[first + t];
        __syncthreads();
        for (int k = threadIdx.y; k < min(256, n - first); k += 8) {
            float4 d = way(me, tile[k]);
            float root = rsqrtf(d.w), f = tile[k].w * root * root * root;

            x += f * d.x;
            y += f * d.y;
            z += f * d.z;
        }
    }
    part[0][threadIdx.y][threadIdx.x] = x;
    part[1][threadIdx.y][threadIdx.x] = y;
    part[2][threadIdx.y][threadIdx.x] = z;
    __syncthreads();
    if (threadIdx.y < 3 && i < n) {
        float sum = 0;

        for (int k = 0; k < 8; k++)
            sum += part[threadIdx.y][k][threadIdx.x];
        a[3 * i + threadIdx.y] = sum;
    }
}

// A thread for each coordinate.
__global__ void move(float *body, float *velocity, const float *a, int n, float dt)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;

    if (k < 3 * n) {
        float v = velocity[k] + dt * a[k];

        velocity[k] = v;
        body[k / 3 * 4 + k % 3] += dt * v;
    }
}

__global__ void add_energy(const float4 *body, const float *velocity, int n, double *energy)
{
    int i = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    double potential = 0;

    if (i >= n)
        return;
    float4 me = body[i];

    for (int j = lane; j < n; j += 32)
        if (j != i)
            potential -= me.w * body[j].w * rsqrtf(way(me, body[j]).w);
    for (int d = 16; d > 0; d /= 2)
        potential += __shfl_down_sync(0xFFFFFFFF, potential, d);
    if (lane == 0) {
        const float *v = velocity + 3 * i;

        atomicAdd(&energy[0], 0.5 * me.w * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
        atomicAdd(&energy[1], 0.5 * potential);
    }
}

void nbody(float *body, float *velocity, double *energy, int n, int steps, float dt)
{
    int blocks = (n + WARPS - 1) / WARPS;
    float *d_body, *v, *a;
    double *d_energy;

    cudaMalloc(&d_body, 4 * n * sizeof(float));
    cudaMalloc(&v, 3 * n * sizeof(float));
    cudaMalloc(&a, 3 * n * sizeof(float));
    cudaMalloc(&d_energy, 2 * sizeof(double));
    cudaMemset(d_energy, 0, 2 * sizeof(double));
    cudaMemcpy(d_body, body, 4 * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(v, velocity, 3 * n * sizeof(float), cudaMemcpyHostToDevice);

    for (int s = 0; s < steps; s++) {
        accelerate<<<(n + 31) / 32, dim3(32, 8)>>>((const float4 *)d_body, a, n);
        move<<<(3 * n + 255) / 256, 256>>>(d_body, v, a, n, dt);
    }
    add_energy<<<blocks, 32 * WARPS>>>((const float4 *)d_body, v, n, d_energy);

    cudaMemcpy(body, d_body, 4 * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(velocity, v, 3 * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(energy, d_energy, 2 * sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(d_body);
    cudaFree(v);
    cudaFree(a);
    cudaFree(d_energy);
}
