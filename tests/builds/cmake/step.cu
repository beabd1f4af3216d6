#include "waves.h"

__global__ void push(const float *position, float *speed, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i > 0 && i < n - 1)
		speed[i] += dt * (stiffness(i) * (position[i + 1] - position[i]) - stiffness(i - 1) * (position[i] - position[i - 1]));
}

__global__ void move(float *position, const float *speed, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		position[i] += dt * speed[i];
}

int waves_step(float *position, float *speed, int n, float dt)
{
	push<<<(n + 127) / 128, 128>>>(position, speed, n, dt);
	move<<<(n + 127) / 128, 128>>>(position, speed, n, dt);
	return cudaGetLastError();
}
