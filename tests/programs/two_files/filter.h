/* Declarations shared by the two files of this program. */
#ifndef FILTER_H
#define FILTER_H

#include <cuda_runtime.h>

struct filter_params {
	float weight[3];
	int n;
};

__global__ void smooth(float *out, const float *in, filter_params params);

/* Launches the kernel as often as asked, between two buffers; returns the one that holds the result. */
float *smooth_times(float *a, float *b, filter_params params, int times);

#endif
