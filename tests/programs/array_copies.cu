// Arrays for textures: rectangles copied to, from and between them, in a stream and without one; what an array and a texture are made of.
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

#define W 40
#define H 24

__global__ void read(float *out, cudaTextureObject_t image)
{
	int x = threadIdx.x, y = blockIdx.x;

	out[y * W + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}

int main()
{
	static float in[H][W], got[H][W], back[H][W];
	float *out;
	int wrong = 0;
	cudaArray_t a, b;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(), asked;
	cudaExtent extent;
	unsigned flags;
	cudaResourceDesc resource, from;
	cudaTextureDesc how, was;
	cudaTextureObject_t image;
	cudaStream_t stream;

	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			in[y][x] = (float)(100 * y + x);
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMallocArray(&a, &format, W, H));
	CHECK(cudaMallocArray(&b, &format, W, H));
	CHECK(cudaMemcpy2DToArrayAsync(a, 0, 0, in, sizeof in[0], sizeof in[0], H, cudaMemcpyHostToDevice, stream));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaMemcpy2DArrayToArray(b, 0, 0, a, W / 2 * sizeof(float), 0, W / 2 * sizeof(float), H, cudaMemcpyDeviceToDevice));
	CHECK(cudaMemcpy2DArrayToArray(b, W / 2 * sizeof(float), 0, a, 0, 0, W / 2 * sizeof(float), H, cudaMemcpyDeviceToDevice));
	CHECK(cudaMemcpy2DFromArrayAsync(back, sizeof back[0], b, 0, 0, sizeof back[0], H, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaGetChannelDesc(&asked, b));
	CHECK(cudaArrayGetInfo(&asked, &extent, &flags, b));
	printf("%d bits, %zu x %zu\n", asked.x, extent.width, extent.height);
	memset(&resource, 0, sizeof resource);
	resource.resType = cudaResourceTypeArray, resource.res.array.array = b;
	memset(&how, 0, sizeof how);
	how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp, how.filterMode = cudaFilterModePoint, how.readMode = cudaReadModeElementType;
	CHECK(cudaCreateTextureObject(&image, &resource, &how, NULL));
	CHECK(cudaGetTextureObjectResourceDesc(&from, image));
	CHECK(cudaGetTextureObjectTextureDesc(&was, image));
	printf("of this array %d, clamped %d\n", from.res.array.array == b, was.addressMode[0] == cudaAddressModeClamp);
	CHECK(cudaMalloc(&out, sizeof got));
	read<<<H, W>>>(out, image);
	CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			wrong += got[y][x] != in[y][(x + W / 2) % W] || back[y][x] != got[y][x];
	printf("%d wrong\n", wrong);
	CHECK(cudaDestroyTextureObject(image));
	CHECK(cudaFreeArray(a));
	CHECK(cudaFreeArray(b));
	CHECK(cudaFree(out));
	CHECK(cudaStreamDestroy(stream));
	return 0;
}
