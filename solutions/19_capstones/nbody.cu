// Two launches for each step, and one for the energy; the stars stay on the device.
//
// The accelerations cost n * n terms and everything else n, so only they are worth any trouble. With
// a thread for each star, 521 stars would be three blocks, and most of the device would be idle. So a
// warp computes a star's sum: its lanes take every 32nd star, 32 neighbours at a time, which is one
// coalesced load of float4. Shuffles add the 32 parts up. A block has eight stars, and all its warps
// walk over the same array, which is in the cache: 521 stars are 8 KB.
//
// For a hundred thousand stars there are enough threads anyway, and a tile in shared memory would be
// better: each load serves 256 stars then, not one (nbody_tile).
//
// The move has to be a launch of its own. A block that moved its stars at once would change what
// other blocks still read.
//
// The energy is summed in double. The terms are floats, as precise as the positions are, but the sum has
// n * n of them with one sign, and a float would lose its last digits. Every pair is met twice, from
// both ends, so each star counts half.

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

// A warp for each star.
__global__ void accelerate(const float4 *body, float *a, int n)
{
    int i = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    float x = 0, y = 0, z = 0;

    if (i >= n)
        return;
    float4 me = body[i];

    for (int j = lane; j < n; j += 32) {
        float4 other = body[j], d = way(me, other);
        float root = rsqrtf(d.w), f = other.w * root * root * root;

        x += f * d.x;
        y += f * d.y;
        z += f * d.z;
    }
    x = warp_sum(x);
    y = warp_sum(y);
    z = warp_sum(z);
    if (lane == 0) {
        a[3 * i] = x;
        a[3 * i + 1] = y;
        a[3 * i + 2] = z;
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
        accelerate<<<blocks, 32 * WARPS>>>((const float4 *)d_body, a, n);
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
