/*
 * Device query: what the first program of a course asks of a device. The numbers differ from one GPU
 * to the next, so they go to stderr; the relations that hold on every GPU are what is checked.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                         \
			    cudaGetErrorString(status));                                           \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

static int failed;

static void holds(const char *what, bool ok)
{
	printf("%-46s %s\n", what, ok ? "yes" : "NO");
	failed += !ok;
}

static int attribute(cudaDeviceAttr which, int device)
{
	int value = -1;
	CHECK(cudaDeviceGetAttribute(&value, which, device));
	return value;
}

int main()
{
	int count = 0, driver = 0, runtime = 0, current = -1;
	CHECK(cudaGetDeviceCount(&count));
	CHECK(cudaDriverGetVersion(&driver));
	CHECK(cudaRuntimeGetVersion(&runtime));
	fprintf(stderr, "%d device(s), driver %d.%d, runtime %d.%d\n", count, driver / 1000, driver % 100 / 10,
	    runtime / 1000, runtime % 100 / 10);
	holds("there is a device", count >= 1);
	holds("the driver is no older than the runtime", driver >= runtime);

	cudaDeviceProp prop;
	for (int device = 0; device < count; device++) {
		CHECK(cudaGetDeviceProperties(&prop, device));
		fprintf(stderr, "device %d: %s, compute capability %d.%d, %d SMs, %.1f GiB, %zu KiB of shared memory a block\n",
		    device, prop.name, prop.major, prop.minor, prop.multiProcessorCount,
		    prop.totalGlobalMem / 1073741824.0, prop.sharedMemPerBlock / 1024);
	}

	CHECK(cudaSetDevice(count - 1));
	CHECK(cudaGetDevice(&current));
	holds("cudaSetDevice takes the last device", current == count - 1);
	CHECK(cudaSetDevice(0));
	CHECK(cudaGetDeviceProperties(&prop, 0));

	holds("it has a name", prop.name[0] != '\0');
	holds("compute capability 7.0 or newer", prop.major >= 7);
	holds("a warp has 32 threads", prop.warpSize == 32);
	holds("a block has at most 1024 threads", prop.maxThreadsPerBlock == 1024);
	holds("a block is at most 1024 x 1024 x 64",
	    prop.maxThreadsDim[0] == 1024 && prop.maxThreadsDim[1] == 1024 && prop.maxThreadsDim[2] == 64);
	holds("a grid is at most 2147483647 x 65535 x 65535",
	    prop.maxGridSize[0] == 2147483647 && prop.maxGridSize[1] == 65535 && prop.maxGridSize[2] == 65535);
	holds("48 KiB of shared memory without asking", prop.sharedMemPerBlock == 48 * 1024);
	holds("more of it when asked", prop.sharedMemPerBlockOptin > prop.sharedMemPerBlock);
	holds("64 KiB of constant memory", prop.totalConstMem == 64 * 1024);
	holds("65536 registers an SM", prop.regsPerMultiprocessor == 65536);
	holds("an SM holds whole warps", prop.maxThreadsPerMultiProcessor % prop.warpSize == 0);
	holds("host and device share addresses", prop.unifiedAddressing == 1);
	holds("managed memory", prop.managedMemory == 1);
	holds("pinned memory can be mapped", prop.canMapHostMemory == 1);
	holds("kernels run beside each other", prop.concurrentKernels == 1);
	holds("a copy engine or more", prop.asyncEngineCount >= 1);
	holds("cooperative launches", prop.cooperativeLaunch == 1);

	holds("attributes agree with the properties",
	    attribute(cudaDevAttrMultiProcessorCount, 0) == prop.multiProcessorCount &&
	    attribute(cudaDevAttrComputeCapabilityMajor, 0) == prop.major &&
	    attribute(cudaDevAttrComputeCapabilityMinor, 0) == prop.minor &&
	    attribute(cudaDevAttrMaxThreadsPerBlock, 0) == prop.maxThreadsPerBlock &&
	    attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) == (int)prop.sharedMemPerBlockOptin &&
	    attribute(cudaDevAttrWarpSize, 0) == prop.warpSize);
	holds("clock and bus width are positive",
	    attribute(cudaDevAttrClockRate, 0) > 0 && attribute(cudaDevAttrGlobalMemoryBusWidth, 0) > 0);

	size_t free_bytes = 0, total_bytes = 0;
	CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
	holds("free memory is part of the whole", free_bytes > 0 && free_bytes <= total_bytes);
	holds("the whole is what the properties say", total_bytes == prop.totalGlobalMem);

	char bus[32];
	int found = -1;
	CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
	CHECK(cudaDeviceGetByPCIBusId(&found, bus));
	holds("a device is found by its bus id", found == 0);

	cudaDeviceProp wanted = {};
	int chosen = -1;
	wanted.major = 7;
	CHECK(cudaChooseDevice(&chosen, &wanted));
	holds("cudaChooseDevice chooses one of them", chosen >= 0 && chosen < count);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
