/* oscillators.h - declarations shared by the three files. */
#pragma once
#include <cuda_runtime.h>

struct parameters { double step, stiffness, friction; };
struct state { double place, speed; };

#define FORCES 3
typedef double (*force_function)(const state &);

extern __constant__ parameters constants;
extern __device__ unsigned evaluations;
__device__ force_function force_number(int which);
cudaError_t simulate(state *x, int n, int force, int steps);
