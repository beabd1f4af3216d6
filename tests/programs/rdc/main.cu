/*
 * Separate compilation: kernels here call device functions of another file, and share a constant and a
 * counter with it. Without -rdc=true this does not link.
 */
// sources: main.cu particle.cu
// options: -rdc=true
#include <stdio.h>
#include <stdlib.h>
#include <vector>
#include <cuda_runtime.h>
#include "particle.h"

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

static __device__ int calls_here; /* not particle.cu's of the same name */

__global__ void start(particle *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = particle(i);
}

__global__ void run(particle *p, int n, int steps, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int s = 0; s < steps; s++)
		p[i].advance(dt);
	atomicAdd(&calls_here, 1);
}

__global__ void energies(float *out, const particle *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = p[i].energy();
}

__global__ void told(int *out) { *out = calls_here; }

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 500, steps = 4, grid = (n + 127) / 128;
	const float dt = 0.25f, half = 0.5f;
	particle *d;
	float *d_energy;
	std::vector<float> energy(n);
	CHECK(cudaMalloc(&d, n * sizeof(particle)));
	CHECK(cudaMalloc(&d_energy, n * sizeof(float)));
	CHECK(cudaMemcpyToSymbol(gravity, &half, sizeof half));
	start<<<grid, 128>>>(d, n);
	run<<<grid, 128>>>(d, n, steps, dt);
	energies<<<grid, 128>>>(d_energy, d, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(energy.data(), d_energy, n * sizeof(float), cudaMemcpyDeviceToHost));
	int count = 0, here = 0, wrong = 0;
	CHECK(cudaMemcpyFromSymbol(&count, advances, sizeof count));
	told<<<1, 1>>>((int *)d_energy);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&here, d_energy, sizeof here, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++) {
		particle p(i);
		for (int s = 0; s < steps; s++)
			p.advance(dt);
		wrong += p.energy() != energy[i]; /* eighths and quarters are exact */
	}
	printf("%d particles, %d advances, %d threads, %d wrong\n", n, count, here, wrong);
	CHECK(cudaFree(d));
	CHECK(cudaFree(d_energy));
	return wrong || count != n * steps || here != n;
}
