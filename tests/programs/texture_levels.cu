// A mipmap built level by level through surfaces, sampled between levels; a layered cubemap by faces; sRGB bytes read as linear light.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define CHECK(x) \
	do { \
		cudaError_t e_ = (x); \
		if (e_ != cudaSuccess) \
			printf("%s: %s\n", #x, cudaGetErrorName(e_)); \
	} while (0)

__global__ void smaller(cudaTextureObject_t from, cudaSurfaceObject_t to, int w, int h)
{
	int x = threadIdx.x, y = threadIdx.y;
	if (x >= w || y >= h)
		return;
	float v = tex2D<float>(from, (x + 0.5f) / w, (y + 0.5f) / h);
	surf2Dwrite(v, to, x * (int)sizeof(float), y);
}

__global__ void read(cudaTextureObject_t t, float *out)
{
	out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, threadIdx.x * 0.5f);
}

__global__ void faces(cudaTextureObject_t t, float *out)
{
	const float3 d[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
	int i = threadIdx.x;
	out[i] = texCubemapLayered<float>(t, d[i % 6].x, d[i % 6].y, d[i % 6].z, i / 6);
}

__global__ void light(cudaTextureObject_t t, float4 *out)
{
	out[threadIdx.x] = tex2D<float4>(t, threadIdx.x + 0.5f, 0.5f);
}

int main()
{
	const int n = 8;
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	cudaMipmappedArray_t mip;
	CHECK(cudaMallocMipmappedArray(&mip, &f, make_cudaExtent(n, n, 0), 4, cudaArraySurfaceLoadStore));
	std::vector<float> img(n * n);
	for (int i = 0; i < n * n; i++)
		img[i] = (float)(i % n + i / n);
	cudaArray_t level;
	CHECK(cudaGetMipmappedArrayLevel(&level, mip, 0));
	CHECK(cudaMemcpy2DToArray(level, 0, 0, img.data(), n * sizeof(float), n * sizeof(float), n, cudaMemcpyHostToDevice));
	cudaTextureDesc td = {};
	td.addressMode[0] = td.addressMode[1] = cudaAddressModeClamp;
	td.filterMode = cudaFilterModeLinear;
	td.normalizedCoords = 1;
	for (int l = 1, w = n / 2; w; l++, w /= 2) {
		cudaArray_t a, b;
		CHECK(cudaGetMipmappedArrayLevel(&a, mip, l - 1));
		CHECK(cudaGetMipmappedArrayLevel(&b, mip, l));
		cudaResourceDesc ra = {}, rb = {};
		ra.resType = rb.resType = cudaResourceTypeArray;
		ra.res.array.array = a;
		rb.res.array.array = b;
		cudaTextureObject_t t;
		cudaSurfaceObject_t s;
		CHECK(cudaCreateTextureObject(&t, &ra, &td, NULL));
		CHECK(cudaCreateSurfaceObject(&s, &rb));
		smaller<<<1, dim3(8, 8)>>>(t, s, w, w);
		CHECK(cudaDeviceSynchronize());
		CHECK(cudaDestroyTextureObject(t));
		CHECK(cudaDestroySurfaceObject(s));
	}
	cudaResourceDesc r = {};
	r.resType = cudaResourceTypeMipmappedArray;
	r.res.mipmap.mipmap = mip;
	td.mipmapFilterMode = cudaFilterModeLinear;
	td.maxMipmapLevelClamp = 3;
	cudaTextureObject_t t;
	CHECK(cudaCreateTextureObject(&t, &r, &td, NULL));
	float *out, h[12];
	CHECK(cudaMalloc(&out, sizeof h));
	read<<<1, 7>>>(t, out);
	CHECK(cudaMemcpy(h, out, 7 * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < 7; i++)
		printf("%.3f ", h[i]);
	printf("\n");
	CHECK(cudaDestroyTextureObject(t));
	CHECK(cudaFreeMipmappedArray(mip));

	cudaArray_t cube;
	CHECK(cudaMalloc3DArray(&cube, &f, make_cudaExtent(4, 4, 12), cudaArrayCubemap | cudaArrayLayered));
	std::vector<float> c(4 * 4 * 12);
	for (int i = 0; i < 4 * 4 * 12; i++)
		c[i] = (float)(i / 16);
	cudaMemcpy3DParms cp = {};
	cp.srcPtr = make_cudaPitchedPtr(c.data(), 16, 4, 4);
	cp.dstArray = cube;
	cp.extent = make_cudaExtent(4, 4, 12);
	cp.kind = cudaMemcpyHostToDevice;
	CHECK(cudaMemcpy3D(&cp));
	r = {};
	r.resType = cudaResourceTypeArray;
	r.res.array.array = cube;
	td.mipmapFilterMode = cudaFilterModePoint;
	td.maxMipmapLevelClamp = 0;
	CHECK(cudaCreateTextureObject(&t, &r, &td, NULL));
	faces<<<1, 12>>>(t, out);
	CHECK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 12; i++)
		printf("%.0f ", h[i]);
	printf("\n");
	CHECK(cudaDestroyTextureObject(t));
	CHECK(cudaFreeArray(cube));
	CHECK(cudaFree(out));

	cudaChannelFormatDesc b4 = cudaCreateChannelDesc<uchar4>();
	cudaArray_t bytes;
	CHECK(cudaMallocArray(&bytes, &b4, 4, 1));
	uchar4 px[4] = {{0, 0, 0, 255}, {64, 64, 64, 255}, {128, 128, 128, 128}, {255, 255, 255, 0}};
	CHECK(cudaMemcpy2DToArray(bytes, 0, 0, px, sizeof px, sizeof px, 1, cudaMemcpyHostToDevice));
	r = {};
	r.resType = cudaResourceTypeArray;
	r.res.array.array = bytes;
	cudaTextureDesc sd = {};
	sd.readMode = cudaReadModeNormalizedFloat;
	sd.sRGB = 1;
	CHECK(cudaCreateTextureObject(&t, &r, &sd, NULL));
	float4 *o4, h4[4];
	CHECK(cudaMalloc(&o4, sizeof h4));
	light<<<1, 4>>>(t, o4);
	CHECK(cudaMemcpy(h4, o4, sizeof h4, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 4; i++)
		printf("%.3f/%.3f ", h4[i].x, h4[i].w);
	printf("\n");
	CHECK(cudaDestroyTextureObject(t));
	CHECK(cudaFreeArray(bytes));
	CHECK(cudaFree(o4));
}
