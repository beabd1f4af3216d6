/* The host's compiler sees this file alone, with the toolkit's headers. */
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "waves.h"

int main(int argc, char **argv)
{
	const int n = 1000, steps = argc > 1 ? std::atoi(argv[1]) : 10;
	std::vector<float> start(n);
	float *position, *speed;
	double energy;
	cudaDeviceProp device;

	start[n / 2] = 1;
	if (cudaGetDeviceProperties(&device, 0) || cudaMalloc(&position, n * sizeof(float)) || cudaMalloc(&speed, n * sizeof(float)) ||
	    cudaMemcpy(position, start.data(), n * sizeof(float), cudaMemcpyHostToDevice) || cudaMemset(speed, 0, n * sizeof(float)))
		return 1;
	for (int i = 0; i < steps; i++)
		if (waves_step(position, speed, n, 0.01f))
			return 2;
	if (waves_energy(position, speed, n, &energy))
		return 3;
	std::printf("after %d steps: %.2f\n", steps, energy);
	cudaFree(position);
	cudaFree(speed);
	return energy > 0.9 && energy < 1.2 ? 0 : 4;
}
