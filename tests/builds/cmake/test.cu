#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "waves.h"

/* The test uses the library's function on the device, too. */
__global__ void bow(float *position, float *speed, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		position[i] = sinf(3.1415926f * i / (n - 1)) * stiffness(0);
		speed[i] = 0;
	}
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? std::atoi(argv[1]) : 64;
	float *position, *speed;
	double before, after;

	cudaMalloc(&position, n * sizeof(float));
	cudaMalloc(&speed, n * sizeof(float));
	bow<<<(n + 63) / 64, 64>>>(position, speed, n);
	if (waves_energy(position, speed, n, &before))
		return 2;
	for (int i = 0; i < 20; i++)
		if (waves_step(position, speed, n, 0.05f))
			return 2;
	if (waves_energy(position, speed, n, &after))
		return 2;
	std::printf("energy %g, then %g\n", before, after);
	cudaFree(position);
	cudaFree(speed);
	return std::fabs(after - before) < 0.01 * before ? 0 : 1;
}
