// prints: 3.5 100
// A texture over pitched memory, which another kernel reads plainly at the same time.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sample(float *out, cudaTextureObject_t image)
{
	out[threadIdx.x] = tex2D<float>(image, threadIdx.x + 1.0f, 2.0f);
}

__global__ void largest(float *out, const float *image, size_t pitch, int w, int h)
{
	float most = 0;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			most = fmaxf(most, *(const float *)((const char *)image + y * pitch + x * sizeof(float)));
	*out = most;
}

int main()
{
	const int w = 10, h = 8;
	float pixels[h][w], r[10], *image, *out, *most;
	size_t pitch;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			pixels[y][x] = x + 2 * y;
	pixels[7][9] = 100;
	cudaMallocPitch(&image, &pitch, w * sizeof(float), h);
	cudaMemcpy2D(image, pitch, pixels, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
	cudaMalloc(&out, 10 * sizeof(float));
	cudaMalloc(&most, sizeof(float));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypePitch2D;
	resource.res.pitch2D.devPtr = image;
	resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
	resource.res.pitch2D.width = w;
	resource.res.pitch2D.height = h;
	resource.res.pitch2D.pitchInBytes = pitch;
	cudaTextureDesc how = {};
	how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
	how.filterMode = cudaFilterModeLinear;
	how.readMode = cudaReadModeElementType;
	cudaTextureObject_t texture;
	cudaCreateTextureObject(&texture, &resource, &how, nullptr);
	cudaStream_t s[2];
	cudaStreamCreate(&s[0]);
	cudaStreamCreate(&s[1]);
	sample<<<1, 8, 0, s[0]>>>(out, texture);
	largest<<<1, 1, 0, s[1]>>>(most, image, pitch, w, h);
	cudaDeviceSynchronize();
	cudaMemcpy(r, out, 8 * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(r + 8, most, sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g %g\n", r[0], r[8]);
	cudaDestroyTextureObject(texture);
	cudaStreamDestroy(s[0]);
	cudaStreamDestroy(s[1]);
	cudaFree(image);
	cudaFree(out);
	cudaFree(most);
	return 0;
}
