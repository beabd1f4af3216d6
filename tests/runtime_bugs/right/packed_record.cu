// prints: 1000002 33
// Records of nine bytes: the number in them is not aligned, and copied byte by byte.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void decode(int *value, int *tag, const unsigned char *records)
{
	int i = threadIdx.x;
	const unsigned char *r = records + 9 * i;
	int v;
	memcpy(&v, r + 1, sizeof(v));
	tag[i] = r[0];
	value[i] = v;
}

int main()
{
	const int n = 32;
	unsigned char bytes[9 * n], *records;
	int h[n], *value, *tag;
	for (int i = 0; i < n; i++) {
		int v = 1000000 + i;
		memset(bytes + 9 * i, 0, 9);
		bytes[9 * i] = 31 + i;
		memcpy(bytes + 9 * i + 1, &v, 4);
	}
	cudaMalloc(&records, sizeof(bytes));
	cudaMalloc(&value, sizeof(h));
	cudaMalloc(&tag, sizeof(h));
	cudaMemcpy(records, bytes, sizeof(bytes), cudaMemcpyHostToDevice);
	decode<<<1, n>>>(value, tag, records);
	cudaMemcpy(h, value, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d", h[2]);
	cudaMemcpy(h, tag, sizeof(h), cudaMemcpyDeviceToHost);
	printf(" %d\n", h[2]);
	cudaFree(records);
	cudaFree(value);
	cudaFree(tag);
	return 0;
}
