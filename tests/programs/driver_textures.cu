// options: -lcuda
/*
 * Arrays, textures and surfaces of the driver API: one and two dimensions, filters, integers read as floats and as they are, levels,
 * copies of parts, and the descriptions that come back.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status) { \
			fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void read_floats(cudaTextureObject_t texture, float *out, int width, int height, float shift)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < width && y < height)
		out[y * width + x] = tex2D<float>(texture, x + 0.5f + shift, y + 0.5f);
}

__global__ void read_bytes(cudaTextureObject_t as_float, cudaTextureObject_t as_int, float *f, unsigned char *u, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		f[i] = tex1D<float>(as_float, i + 0.5f);
		u[i] = tex1D<unsigned char>(as_int, i + 0.5f);
	}
}

__global__ void read_linear(cudaTextureObject_t texture, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = tex1Dfetch<int>(texture, n - 1 - i);
}

__global__ void double_all(cudaSurfaceObject_t surface, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (x < width && y < height)
		surf2Dwrite(2 * surf2Dread<float>(surface, x * (int)sizeof(float), y), surface, x * (int)sizeof(float), y);
}

__global__ void read_levels(cudaTextureObject_t texture, float *out)
{
	out[threadIdx.x] = tex2DLod<float>(texture, 0.5f, 0.5f, (float)threadIdx.x);
}

static CUDA_TEXTURE_DESC reading(CUfilter_mode filter, unsigned flags)
{
	CUDA_TEXTURE_DESC desc;
	memset(&desc, 0, sizeof desc);
	desc.addressMode[0] = desc.addressMode[1] = desc.addressMode[2] = CU_TR_ADDRESS_MODE_CLAMP;
	desc.filterMode = desc.mipmapFilterMode = filter;
	desc.flags = flags;
	desc.maxMipmapLevelClamp = 10;
	return desc;
}

static CUDA_RESOURCE_DESC resource_of(CUarray array)
{
	CUDA_RESOURCE_DESC desc;
	memset(&desc, 0, sizeof desc);
	desc.resType = CU_RESOURCE_TYPE_ARRAY;
	desc.res.array.hArray = array;
	return desc;
}

static void image()
{
	const int width = 37, height = 11;
	CUDA_ARRAY_DESCRIPTOR flat = { (size_t)width, (size_t)height, CU_AD_FORMAT_FLOAT, 1 }, back;
	CUDA_ARRAY3D_DESCRIPTOR surfaced = { (size_t)width, (size_t)height, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST };
	static float in[height * width], out[height * width];
	CUarray array, second;
	float *d;
	CHECK(cuArrayCreate(&array, &flat));
	CHECK(cuArray3DCreate(&second, &surfaced));
	CHECK(cuArrayGetDescriptor(&back, array));
	printf("array: %zu x %zu, format %s, %u channel\n", back.Width, back.Height, back.Format == CU_AD_FORMAT_FLOAT ? "float" : "?", back.NumChannels);
	for (int i = 0; i < width * height; i++)
		in[i] = (float)((i * 29) % 64);

	CUDA_MEMCPY2D copy;
	memset(&copy, 0, sizeof copy);
	copy.srcMemoryType = CU_MEMORYTYPE_HOST;
	copy.srcHost = in;
	copy.srcPitch = width * sizeof(float);
	copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.dstArray = array;
	copy.WidthInBytes = width * sizeof(float);
	copy.Height = height;
	CHECK(cuMemcpy2D(&copy));
	CUDA_MEMCPY3D box;
	memset(&box, 0, sizeof box);
	box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	box.srcArray = array;
	box.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	box.dstArray = second;
	box.WidthInBytes = width * sizeof(float);
	box.Height = height;
	box.Depth = 1;
	CHECK(cuMemcpy3D(&box));

	CUDA_RESOURCE_DESC resource = resource_of(array), resource_back;
	CUDA_TEXTURE_DESC desc = reading(CU_TR_FILTER_MODE_LINEAR, 0), desc_back;
	CUtexObject texture;
	CHECK(cuTexObjectCreate(&texture, &resource, &desc, NULL));
	CHECK(cuTexObjectGetResourceDesc(&resource_back, texture));
	CHECK(cuTexObjectGetTextureDesc(&desc_back, texture));
	printf("texture: its array: %s, filter: %s\n", resource_back.res.array.hArray == array ? "yes" : "no",
	       desc_back.filterMode == CU_TR_FILTER_MODE_LINEAR ? "linear" : "point");
	CHECK(cudaMalloc(&d, sizeof out));
	for (int half = 0; half < 2; half++) {
		int wrong = 0;
		read_floats<<<dim3(2, height), 32>>>(texture, d, width, height, half * 0.5f);
		CHECK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
		for (int y = 0; y < height; y++)
			for (int x = 0; x < width; x++) {
				float right = in[y * width + (x + 1 < width ? x + 1 : x)], here = in[y * width + x];
				wrong += out[y * width + x] != (half ? (here + right) / 2 : here);
			}
		printf("texels %s: %d wrong\n", half ? "half way between" : "as they are", wrong);
	}

	CUDA_RESOURCE_DESC under = resource_of(second);
	CUsurfObject surface;
	int wrong = 0;
	CHECK(cuSurfObjectCreate(&surface, &under));
	double_all<<<dim3(2, height), 32>>>(surface, width, height);
	CHECK(cudaDeviceSynchronize());
	memset(&copy, 0, sizeof copy);
	copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.srcArray = second;
	copy.dstMemoryType = CU_MEMORYTYPE_HOST;
	copy.dstHost = out;
	copy.dstPitch = width * sizeof(float);
	copy.WidthInBytes = width * sizeof(float);
	copy.Height = height;
	CHECK(cuMemcpy2D(&copy));
	for (int i = 0; i < width * height; i++)
		wrong += out[i] != 2 * in[i];
	printf("surface: %d wrong\n", wrong);
	CHECK(cuSurfObjectDestroy(surface));
	CHECK(cuTexObjectDestroy(texture));
	CHECK(cuArrayDestroy(array));
	CHECK(cuArrayDestroy(second));
	CHECK(cudaFree(d));
}

static void bytes()
{
	const int n = 100;
	CUDA_ARRAY_DESCRIPTOR row = { (size_t)n, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1 };
	unsigned char in[n], part[10], u_out[n], *u;
	float f_out[n], *f;
	CUarray array, copy;
	CUtexObject as_float, as_int;
	int wrong = 0;
	for (int i = 0; i < n; i++)
		in[i] = (unsigned char)(i * 37);
	CHECK(cuArrayCreate(&array, &row));
	CHECK(cuArrayCreate(&copy, &row));
	CHECK(cuMemcpyHtoA(array, 0, in, n));
	CHECK(cuMemcpyAtoA(copy, 20, array, 10, 50));
	CHECK(cuMemcpyAtoH(part, copy, 20, sizeof part));
	printf("part of an array: %s\n", memcmp(part, in + 10, sizeof part) ? "wrong" : "right");
	CHECK(cudaMalloc(&u, n));
	CHECK(cudaMalloc(&f, n * sizeof(float)));
	CHECK(cuMemcpyAtoD((CUdeviceptr)u, array, 0, n));
	CHECK(cuMemcpyDtoA(copy, 0, (CUdeviceptr)u, n));

	CUDA_RESOURCE_DESC resource = resource_of(copy);
	CUDA_TEXTURE_DESC normal = reading(CU_TR_FILTER_MODE_POINT, 0), plain = reading(CU_TR_FILTER_MODE_POINT, CU_TRSF_READ_AS_INTEGER);
	CHECK(cuTexObjectCreate(&as_float, &resource, &normal, NULL));
	CHECK(cuTexObjectCreate(&as_int, &resource, &plain, NULL));
	read_bytes<<<1, 128>>>(as_float, as_int, f, u, n);
	CHECK(cudaMemcpy(f_out, f, sizeof f_out, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(u_out, u, sizeof u_out, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		wrong += u_out[i] != in[i] || f_out[i] < in[i] / 255.0f - 1e-6f || f_out[i] > in[i] / 255.0f + 1e-6f;
	printf("bytes as floats and as integers: %d wrong\n", wrong);
	CHECK(cuTexObjectDestroy(as_float));
	CHECK(cuTexObjectDestroy(as_int));
	CHECK(cuArrayDestroy(array));
	CHECK(cuArrayDestroy(copy));
	CHECK(cudaFree(u));
	CHECK(cudaFree(f));
}

static void memory()
{
	const int n = 300;
	CUDA_RESOURCE_DESC resource;
	CUDA_TEXTURE_DESC desc = reading(CU_TR_FILTER_MODE_POINT, CU_TRSF_READ_AS_INTEGER);
	CUtexObject texture;
	CUdeviceptr d, r;
	size_t most;
	int in[n], out[n], wrong = 0;
	for (int i = 0; i < n; i++)
		in[i] = i * i - 7;
	CHECK(cuMemAlloc(&d, sizeof in));
	CHECK(cuMemAlloc(&r, sizeof in));
	CHECK(cuMemcpyHtoD(d, in, sizeof in));
	memset(&resource, 0, sizeof resource);
	resource.resType = CU_RESOURCE_TYPE_LINEAR;
	resource.res.linear.devPtr = d;
	resource.res.linear.format = CU_AD_FORMAT_SIGNED_INT32;
	resource.res.linear.numChannels = 1;
	resource.res.linear.sizeInBytes = sizeof in;
	CHECK(cuDeviceGetTexture1DLinearMaxWidth(&most, CU_AD_FORMAT_SIGNED_INT32, 1, 0));
	CHECK(cuTexObjectCreate(&texture, &resource, &desc, NULL));
	read_linear<<<3, 128>>>(texture, (int *)r, n);
	CHECK(cuMemcpyDtoH(out, r, sizeof out));
	for (int i = 0; i < n; i++)
		wrong += out[i] != in[n - 1 - i];
	printf("memory under a texture: %d wrong; room for a million texels: %s\n", wrong, most >= 1000000 ? "yes" : "no");
	CHECK(cuTexObjectDestroy(texture));
	CHECK(cuMemFree(d));
	CHECK(cuMemFree(r));
}

static void levels()
{
	CUDA_ARRAY3D_DESCRIPTOR desc = { 8, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0 };
	CUDA_TEXTURE_DESC how = reading(CU_TR_FILTER_MODE_POINT, CU_TRSF_NORMALIZED_COORDINATES);
	CUDA_RESOURCE_DESC resource;
	CUmipmappedArray mipmap;
	CUtexObject texture;
	float texels[64], out[4], *d;
	CHECK(cuMipmappedArrayCreate(&mipmap, &desc, 4));
	for (unsigned k = 0; k < 4; k++) {
		CUarray level;
		CUDA_MEMCPY2D copy;
		for (int i = 0; i < 64; i++)
			texels[i] = 10.0f * k;
		CHECK(cuMipmappedArrayGetLevel(&level, mipmap, k));
		memset(&copy, 0, sizeof copy);
		copy.srcMemoryType = CU_MEMORYTYPE_HOST;
		copy.srcHost = texels;
		copy.srcPitch = copy.WidthInBytes = (8u >> k) * sizeof(float);
		copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
		copy.dstArray = level;
		copy.Height = 8u >> k;
		CHECK(cuMemcpy2D(&copy));
	}
	memset(&resource, 0, sizeof resource);
	resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
	resource.res.mipmap.hMipmappedArray = mipmap;
	CHECK(cuTexObjectCreate(&texture, &resource, &how, NULL));
	CHECK(cudaMalloc(&d, sizeof out));
	read_levels<<<1, 4>>>(texture, d);
	CHECK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
	printf("levels: %g %g %g %g\n", out[0], out[1], out[2], out[3]);
	CHECK(cuTexObjectDestroy(texture));
	CHECK(cuMipmappedArrayDestroy(mipmap));
	CHECK(cudaFree(d));
}

int main()
{
	CUcontext context;
	CHECK(cuInit(0));
	CHECK(cuDevicePrimaryCtxRetain(&context, 0));
	CHECK(cuCtxSetCurrent(context));
	image();
	bytes();
	memory();
	levels();
	CHECK(cuDevicePrimaryCtxRelease(0));
	return 0;
}
