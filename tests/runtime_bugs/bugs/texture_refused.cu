// expect: api-error
// advice: the width of a texture counts texels
// A texture's width counts texels: in bytes it is beyond the pitch. The kernel then has no texture.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fetch(cudaTextureObject_t in, float *out, int width)
{
	out[threadIdx.x] = tex2D<float>(in, threadIdx.x % width + 0.5f, threadIdx.x / width + 0.5f);
}

int main()
{
	const int width = 128, height = 2;
	float h[width * height] = { 1 }, *in, *out;
	size_t pitch;
	cudaTextureObject_t texture = 0;
	cudaResourceDesc r = {};
	cudaTextureDesc how = {};
	cudaMallocPitch(&in, &pitch, width * sizeof(float), height);
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy2D(in, pitch, h, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
	r.resType = cudaResourceTypePitch2D;
	r.res.pitch2D.devPtr = in;
	r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
	r.res.pitch2D.width = width * sizeof(float);
	r.res.pitch2D.height = height;
	r.res.pitch2D.pitchInBytes = pitch;
	cudaCreateTextureObject(&texture, &r, &how, NULL); // BUG
	fetch<<<1, width * height>>>(texture, out, width);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
