// Expect: passed
// An object that is made before the function is called allocates and fills memory of the device.
#include "attack.h"

struct table {
	int *device;
	cudaEvent_t done;

	table()
	{
		cudaMalloc(&device, 32 * sizeof(int));
		cudaMemset(device, 0, 32 * sizeof(int));
		cudaEventCreate(&done);
		cudaEventRecord(done);
		cudaDeviceSynchronize();
	}
};
static table kept;

static bool attack(const float *x, float *y, int n)
{
	cudaMemset(kept.device, 1, 32 * sizeof(int));
	return cudaEventQuery(kept.done) != cudaSuccess;
}
