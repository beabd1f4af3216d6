// Hint: texture-modes 34
// Wrapping works with normalised coordinates alone.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void row(float *out, cudaTextureObject_t image, int n)
{
	int i = threadIdx.x;
	if (i < 2 * n)
#ifdef FIXED
		out[i] = tex2D<float>(image, (i + 0.5f) / n, 0.5f);
#else
		out[i] = tex2D<float>(image, i + 0.5f, 0.5f);
#endif
}

int main()
{
	const int n = 8;
	float image[n] = { 0, 1, 2, 3, 4, 5, 6, 7 }, got[2 * n], *out;
	cudaArray_t array;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaMallocArray(&array, &format, n, 1);
	cudaMemcpy2DToArray(array, 0, 0, image, sizeof image, sizeof image, 1, cudaMemcpyHostToDevice);
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaTextureDesc how = {};
	how.addressMode[0] = how.addressMode[1] = cudaAddressModeWrap;
#ifdef FIXED
	how.normalizedCoords = 1;
#endif
	cudaTextureObject_t texture;
	cudaCreateTextureObject(&texture, &resource, &how, NULL);
	cudaMalloc(&out, sizeof got);
	row<<<1, 32>>>(out, texture, n);
	cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
	printf("%g\n", got[n + 1]);
	cudaDestroyTextureObject(texture);
	cudaFreeArray(array);
	cudaFree(out);
	return 0;
}
