// A volume that lies in pitched memory: set, copied and blurred in a stream, with the coefficients in constant memory, which are copied
// in the same stream.
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

#define X 30
#define Y 12
#define Z 5

__constant__ float weights[3];
__device__ int visited;

__global__ void blur(cudaPitchedPtr out, cudaPitchedPtr in)
{
	int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
	const float *from = (const float *)((const char *)in.ptr + (z * Y + y) * in.pitch);
	float *to = (float *)((char *)out.ptr + (z * Y + y) * out.pitch);

	if (x > 0 && x < X - 1) {
		to[x] = weights[0] * from[x - 1] + weights[1] * from[x] + weights[2] * from[x + 1];
		atomicAdd(&visited, 1);
	}
}

int main()
{
	static float in[Z][Y][X], got[Z][Y][X];
	const float w[3] = { 0.25f, 0.5f, 0.25f };
	int wrong = 0, count = 0, zero = 0;
	cudaPitchedPtr a, b;
	cudaExtent extent = make_cudaExtent(X * sizeof(float), Y, Z);
	cudaMemcpy3DParms copy;
	cudaStream_t stream;

	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++)
				in[z][y][x] = (float)(x * x % 13 + 4 * y + 16 * z);
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMalloc3D(&a, extent));
	CHECK(cudaMalloc3D(&b, extent));
	CHECK(cudaMemcpyToSymbolAsync(weights, w, sizeof w, 0, cudaMemcpyHostToDevice, stream));
	CHECK(cudaMemcpyToSymbolAsync(visited, &zero, sizeof zero, 0, cudaMemcpyHostToDevice, stream));
	memset(&copy, 0, sizeof copy);
	copy.srcPtr = make_cudaPitchedPtr(in, X * sizeof(float), X, Y);
	copy.dstPtr = a;
	copy.extent = extent;
	copy.kind = cudaMemcpyHostToDevice;
	CHECK(cudaMemcpy3DAsync(&copy, stream));
	CHECK(cudaMemset3DAsync(b, 0, extent, stream));
	blur<<<dim3(Y, Z), X, 0, stream>>>(b, a);
	CHECK(cudaGetLastError());
	copy.srcPtr = b;
	copy.dstPtr = make_cudaPitchedPtr(got, X * sizeof(float), X, Y);
	copy.kind = cudaMemcpyDeviceToHost;
	CHECK(cudaMemcpy3DAsync(&copy, stream));
	CHECK(cudaMemcpyFromSymbolAsync(&count, visited, sizeof count, 0, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamSynchronize(stream));
	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++) {
				const float *f = &in[z][y][x];

				wrong += got[z][y][x] != (x && x < X - 1 ? 0.25f * f[-1] + 0.5f * f[0] + 0.25f * f[1] : 0);
			}
	printf("%d wrong, %d visited\n", wrong, count);
	CHECK(cudaFree(a.ptr));
	CHECK(cudaFree(b.ptr));
	CHECK(cudaStreamDestroy(stream));
	return 0;
}
