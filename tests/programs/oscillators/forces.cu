/* forces.cu - the forces, and the table of them. */
#include "oscillators.h"

__device__ static double spring(const state &s) { return -constants.stiffness * s.place; }
__device__ static double damped(const state &s) { return spring(s) - constants.friction * s.speed; }
__device__ static double hard(const state &s) { return spring(s) - s.place * s.place * s.place; }

__device__ static const force_function table[FORCES] = { spring, damped, hard };

__device__ force_function force_number(int which)
{
	atomicAdd(&evaluations, 1);
	return table[which];
}
