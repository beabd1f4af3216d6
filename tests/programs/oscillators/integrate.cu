/* integrate.cu - the kernel. */
#include "oscillators.h"

__global__ void integrate(state *x, int n, int force, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	force_function pull = force_number(force);
	state s = x[i];
	for (int k = 0; k < steps; k++) {
		s.speed += constants.step * pull(s);
		s.place += constants.step * s.speed;
	}
	x[i] = s;
}

cudaError_t simulate(state *x, int n, int force, int steps)
{
	integrate<<<(n + 31) / 32, 32>>>(x, n, force, steps);
	return cudaGetLastError();
}
