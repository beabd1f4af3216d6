// What goes wrong with textures: pixels for bytes in a copy, a texture read after its array was freed.
// says: copies parts of texels|reads image.* after image was freed
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void read(float *out, cudaTextureObject_t t) { *out = tex2D<float>(t, 0.5f, 0.5f); }

int main()
{
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaResourceDesc resource = {};
	cudaTextureDesc how = {};
	cudaTextureObject_t texture;
	cudaArray_t image;
	float *d_out, pixels[6][10] = { { 1 } };

	cudaMallocArray(&image, &format, 10, 6);
	printf("%s\n", cudaGetErrorName(cudaMemcpy2DToArray(image, 0, 0, pixels, 10 * sizeof(float), 10, 6, cudaMemcpyHostToDevice)));
	cudaMemcpy2DToArray(image, 0, 0, pixels, 10 * sizeof(float), 10 * sizeof(float), 6, cudaMemcpyHostToDevice);
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = image;
	cudaCreateTextureObject(&texture, &resource, &how, NULL);
	cudaMalloc(&d_out, sizeof(float));
	cudaFreeArray(image);
	read<<<1, 1>>>(d_out, texture);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
