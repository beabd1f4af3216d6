/*
 * Memory of the host that the device reads and writes in place: mapped pinned memory, a buffer of malloc
 * registered afterwards, and how to distinguish the kinds of pointers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__global__ void triple(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 3 * in[i];
}

static const char *kind_of(const void *pointer)
{
	cudaPointerAttributes about;
	CHECK(cudaPointerGetAttributes(&about, pointer));
	switch (about.type) {
	case cudaMemoryTypeUnregistered: return "unregistered";
	case cudaMemoryTypeHost: return "host";
	case cudaMemoryTypeDevice: return "device";
	case cudaMemoryTypeManaged: return "managed";
	default: return "unknown";
	}
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 3000, grid = (n + 255) / 256;
	const size_t bytes = n * sizeof(int);
	int *mapped, *d_mapped, *device, *managed, wrong[2] = { 0, 0 };
	CHECK(cudaHostAlloc((void **)&mapped, bytes, cudaHostAllocMapped));
	CHECK(cudaHostGetDevicePointer((void **)&d_mapped, mapped, 0));
	CHECK(cudaMalloc(&device, bytes));
	CHECK(cudaMallocManaged(&managed, bytes));
	for (int i = 0; i < n; i++)
		mapped[i] = i;
	triple<<<grid, 256>>>(device, d_mapped, n);
	CHECK(cudaGetLastError());

	/* whole pages, as registration likes them */
	const size_t room = (bytes + 4095) / 4096 * 4096;
	int *plain = NULL, *d_plain;
	if (posix_memalign((void **)&plain, 4096, room))
		return 1;
	printf("before: %s, ", kind_of(plain));
	CHECK(cudaHostRegister(plain, room, cudaHostRegisterDefault));
	printf("registered: %s, ", kind_of(plain));
	CHECK(cudaHostGetDevicePointer((void **)&d_plain, plain, 0));
	triple<<<grid, 256>>>(d_plain, device, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	for (int i = 0; i < n; i++)
		wrong[0] += plain[i] != 9 * i;
	CHECK(cudaHostUnregister(plain));
	printf("after: %s\n", kind_of(plain));

	triple<<<grid, 256>>>(managed, d_mapped, n);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	for (int i = 0; i < n; i++)
		wrong[1] += managed[i] != 3 * i;
	printf("mapped: %s, device: %s, managed: %s\n", kind_of(mapped), kind_of(device), kind_of(managed));
	printf("through registered memory %d wrong, through managed %d wrong\n", wrong[0], wrong[1]);
	unsigned flags = 0;
	CHECK(cudaHostGetFlags(&flags, mapped));
	printf("mapped flag: %s\n", flags & cudaHostAllocMapped ? "yes" : "no");
	CHECK(cudaFreeHost(mapped));
	CHECK(cudaFree(device));
	CHECK(cudaFree(managed));
	free(plain);
	return wrong[0] || wrong[1];
}
