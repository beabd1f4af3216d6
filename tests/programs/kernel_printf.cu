/*
 * What a kernel may call of the C library: printf, assert (that holds), malloc and free, memcpy and memset.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

__global__ void helloCUDA(float f)
{
	printf("Hello thread %d, f=%f\n", threadIdx.x, f);
}

__global__ void formats()
{
	if (threadIdx.x == 0) {
		const char *where = "device";
		int written = printf("%s|%5d|%-5d|%05d|%+d|%x|%#o|%c|%%\n", where, 42, 42, 42, 42, 255, 8, 'w');
		printf("%d arguments\n", written);
		printf("%lld %llu %u %ld\n", -1234567890123LL, 18446744073709551615ULL, 4294967295u, -5L);
		printf("%.3f %10.2e %g %G %a\n", 3.14159, 12345.678, 1e-5, 1e20, 1.0);
		printf("%8.3s| %*d\n", "truncated", 6, 7);
	}
}

struct item {
	int value;
	item *next;
};

/* every thread builds a list of its own on the device's heap */
__global__ void lists(int *out)
{
	item *head = NULL;
	for (int i = 0; i <= (int)threadIdx.x; i++) {
		item *made = (item *)malloc(sizeof(item));
		assert(made != NULL);
		made->value = i;
		made->next = head;
		head = made;
	}
	int sum = 0;
	while (head) {
		item *next = head->next;
		sum += head->value;
		free(head);
		head = next;
	}
	out[threadIdx.x] = sum;
}

__device__ char *kept;

__global__ void keep(int n)
{
	kept = (char *)malloc(n);
	memset(kept, 'a', n);
	memcpy(kept, "warpbook", 8);
}

__global__ void look(int *out, int n)
{
	int a = 0;
	for (int i = 0; i < n; i++)
		a += kept[i] == 'a';
	*out = a;
	free(kept);
}

int main()
{
	int *d, sums[32], wrong = 0, count = 0;
	size_t heap = 0;
	CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
	CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
	printf("heap of 16 MiB or more: %s\n", heap >= 16 << 20 ? "yes" : "no");
	fflush(stdout);
	CHECK(cudaMalloc(&d, sizeof sums));
	helloCUDA<<<1, 5>>>(1.2345f);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	formats<<<1, 32>>>();
	CHECK(cudaPeekAtLastError());
	CHECK(cudaDeviceSynchronize());

	lists<<<1, 32>>>(d);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(sums, d, sizeof sums, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 32; i++)
		wrong += sums[i] != i * (i + 1) / 2;
	keep<<<1, 1>>>(100);
	look<<<1, 1>>>(d, 100);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&count, d, sizeof count, cudaMemcpyDeviceToHost));
	printf("lists: %d wrong, kept: %d letters\n", wrong, count);
	CHECK(cudaFree(d));
	return wrong != 0 || count != 93;
}
