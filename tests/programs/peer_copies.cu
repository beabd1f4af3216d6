// Two devices that exchange halves: copies between them with and without access to each other, whole and as boxes.
// devices: 2
// gpu: no (needs two)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

__global__ void add(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] += in[i];
}

int main()
{
	const int n = 4096;
	static int host[2][n], got[n];
	int *data[2], *spare[2], can, rank, atomics, wrong = 0;
	cudaMemcpy3DPeerParms box;

	for (int d = 0; d < 2; d++) {
		CHECK(cudaSetDevice(d));
		CHECK(cudaMalloc(&data[d], n * sizeof(int)));
		CHECK(cudaMalloc(&spare[d], n * sizeof(int)));
		for (int i = 0; i < n; i++)
			host[d][i] = i * (d + 1);
		CHECK(cudaMemcpy(data[d], host[d], n * sizeof(int), cudaMemcpyHostToDevice));
	}
	CHECK(cudaDeviceCanAccessPeer(&can, 0, 1));
	CHECK(cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, 0, 1));
	CHECK(cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, 0, 1));
	printf("peers: %d, atomics: %d\n", can, atomics);
	CHECK(cudaMemcpyPeer(spare[0], 0, data[1], 1, n * sizeof(int)));
	memset(&box, 0, sizeof box);
	box.srcDevice = 0, box.dstDevice = 1;
	box.srcPtr = make_cudaPitchedPtr(data[0], 64 * sizeof(int), 64 * sizeof(int), n / 64);
	box.dstPtr = make_cudaPitchedPtr(spare[1], 64 * sizeof(int), 64 * sizeof(int), n / 64);
	box.extent = make_cudaExtent(64 * sizeof(int), n / 128, 1);
	CHECK(cudaMemcpy3DPeer(&box));
	box.srcPos = box.dstPos = make_cudaPos(0, n / 128, 0);
	CHECK(cudaMemcpy3DPeerAsync(&box, 0));
	CHECK(cudaDeviceSynchronize());
	for (int d = 0; d < 2; d++) {
		CHECK(cudaSetDevice(d));
		add<<<n / 256, 256>>>(data[d], spare[d], n);
		CHECK(cudaDeviceSynchronize());
	}
	CHECK(cudaSetDevice(0));
	CHECK(cudaDeviceEnablePeerAccess(1, 0));
	add<<<n / 256, 256>>>(data[0], data[1], n); // reads the other's memory
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaDeviceDisablePeerAccess(1));
	printf("disabled twice: %s\n", cudaGetErrorName(cudaDeviceDisablePeerAccess(1)));
	cudaGetLastError();
	CHECK(cudaMemcpy(got, data[0], sizeof got, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		wrong += got[i] != 6 * i;
	printf("%d wrong\n", wrong);
	for (int d = 0; d < 2; d++) {
		CHECK(cudaSetDevice(d));
		CHECK(cudaFree(data[d]));
		CHECK(cudaFree(spare[d]));
	}
	return 0;
}
