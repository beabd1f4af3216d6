// options: -lcuda
// The main thread calls the runtime alone. Another thread uses the driver API: the driver is initialised, the thread needs a context.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>
#include <thread>

int main()
{
	int *x, got = 0;
	CUcontext context;

	if (cudaMalloc(&x, sizeof *x) != cudaSuccess)
		return 1;
	std::thread other([&] {
		CUdevice device;
		CUcontext before = (CUcontext)&before;

		printf("%d %d\n", cuDeviceGet(&device, 0), cuCtxGetCurrent(&before));
		printf("%d\n", before != NULL);
		printf("%d\n", cuDevicePrimaryCtxRetain(&context, device));
		printf("%d\n", cuCtxSetCurrent(context));
		printf("%d\n", cuMemsetD32((CUdeviceptr)x, 7, 1));
		printf("%d\n", cuDevicePrimaryCtxRelease(device));
	});
	other.join();
	if (cudaMemcpy(&got, x, sizeof got, cudaMemcpyDeviceToHost) != cudaSuccess || cudaFree(x) != cudaSuccess)
		return 2;
	printf("%d\n", got);
	return 0;
}
