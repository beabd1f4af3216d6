// expect: stream-race
// A texture is read in one stream while a copy in another fills its array.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void brighten(float *out, cudaTextureObject_t image, int w)
{
	int i = threadIdx.x;
	out[i] = 2 * tex2D<float>(image, i % w + 0.5f, i / w + 0.5f);
}

int main()
{
	const int w = 8, h = 4;
	float *pinned, *out, result[w * h];
	cudaStream_t filling, drawing;
	cudaStreamCreate(&filling);
	cudaStreamCreate(&drawing);
	cudaMallocHost(&pinned, w * h * sizeof(float));
	for (int i = 0; i < w * h; i++)
		pinned[i] = (float)i;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaArray_t image;
	cudaMallocArray(&image, &format, w, h);
	cudaMalloc(&out, w * h * sizeof(float));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = image;
	cudaTextureDesc how = {};
	cudaTextureObject_t texture;
	cudaCreateTextureObject(&texture, &resource, &how, nullptr);
	cudaMemcpy2DToArrayAsync(image, 0, 0, pinned, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice, filling);
	brighten<<<1, w * h, 0, drawing>>>(out, texture, w); // BUG
	cudaDeviceSynchronize();
	cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
	printf("%g\n", result[5]);
	cudaDestroyTextureObject(texture);
	cudaFreeArray(image);
	cudaFree(out);
	cudaFreeHost(pinned);
	cudaStreamDestroy(filling);
	cudaStreamDestroy(drawing);
}
