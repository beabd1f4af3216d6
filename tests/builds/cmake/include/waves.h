#pragma once

#ifdef __CUDACC__
__device__ float stiffness(int i); /* in energy.cu, called by step.cu's kernel */
#endif

/* n points, ends fixed: one step, and the energy of all; 0, or the runtime's error. */
int waves_step(float *position, float *speed, int n, float dt);
int waves_energy(const float *position, const float *speed, int n, double *energy);
