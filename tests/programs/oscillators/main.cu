// sources: forces.cu integrate.cu main.cu
// options: -rdc=true
/*
 * Three files that are compiled apart and linked on the device too: forces that a kernel of another file calls through pointers, a constant
 * that several files read, and a count that they all update.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include "oscillators.h"

__constant__ parameters constants;
__device__ unsigned evaluations;

int main()
{
	const int n = 96, steps = 50;
	parameters p = { 0.01, 4.0, 0.3 };
	std::vector<state> start(n), got(n);
	for (int i = 0; i < n; i++)
		start[i] = { 1.0 + 0.01 * i, 0.1 * (i % 3) };
	state *x;
	unsigned counted;
	if (cudaMalloc(&x, n * sizeof *x) || cudaMemcpyToSymbol(constants, &p, sizeof p))
		return EXIT_FAILURE;
	for (int force = 0; force < FORCES; force++) {
		unsigned none = 0;
		int wrong = 0;
		if (cudaMemcpyToSymbol(evaluations, &none, sizeof none) || cudaMemcpy(x, start.data(), n * sizeof *x, cudaMemcpyHostToDevice))
			return EXIT_FAILURE;
		if (simulate(x, n, force, steps) || cudaMemcpy(got.data(), x, n * sizeof *x, cudaMemcpyDeviceToHost) ||
		    cudaMemcpyFromSymbol(&counted, evaluations, sizeof counted))
			return EXIT_FAILURE;
		for (int i = 0; i < n; i++) {
			state s = start[i];
			for (int k = 0; k < steps; k++) {
				double pull = -p.stiffness * s.place - (force == 1 ? p.friction * s.speed : 0) -
					      (force == 2 ? s.place * s.place * s.place : 0);
				s.speed += p.step * pull;
				s.place += p.step * s.speed;
			}
			wrong += fabs(s.place - got[i].place) > 1e-9 || fabs(s.speed - got[i].speed) > 1e-9;
		}
		printf("force %d: %d wrong, %u evaluations\n", force, wrong, counted);
	}
	return cudaFree(x) ? EXIT_FAILURE : 0;
}
