// textures.cu - arrays, textures and surfaces: copies of every shape, what is asked back, what is rejected. Prints what
// does not hold; run by textures.sh.
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

static int failures;

#define HOLDS(condition) \
	do { \
		if (!(condition)) { \
			printf("line %d: %s (%s)\n", __LINE__, #condition, cudaGetErrorName(cudaPeekAtLastError())); \
			failures++; \
		} \
		cudaGetLastError(); \
	} while (0)

__global__ void read_1d(float *out, cudaTextureObject_t t, float at) { *out = tex1D<float>(t, at); }
__global__ void read_3d(float *out, cudaTextureObject_t t, int w, int h, int d)
{
	for (int i = threadIdx.x; i < w * h * d; i += blockDim.x)
		out[i] = tex3D<float>(t, i % w + 0.5f, i / w % h + 0.5f, i / (w * h) + 0.5f);
}
__global__ void read_layers(float *out, cudaTextureObject_t t, int w, int h, int layers)
{
	for (int i = threadIdx.x; i < w * h * layers; i += blockDim.x)
		out[i] = tex2DLayered<float>(t, i % w + 0.5f, i / w % h + 0.5f, i / (w * h));
}
__global__ void read_colour(float4 *out, cudaTextureObject_t t, float x, float y) { *out = tex2D<float4>(t, x, y); }
__global__ void read_pitched(int *out, cudaTextureObject_t t, int w, int h)
{
	for (int i = threadIdx.x; i < w * h; i += blockDim.x)
		out[i] = tex2D<int>(t, i % w, i / w);
}
__global__ void count_up(cudaSurfaceObject_t s, int w, int h)
{
	for (int i = threadIdx.x; i < w * h; i += blockDim.x) {
		int v;
		surf2Dread(&v, s, i % w * 4, i / w);
		surf2Dwrite(v + 1, s, i % w * 4, i / w);
	}
}

static cudaResourceDesc over(cudaArray_t array)
{
	cudaResourceDesc r = {};
	r.resType = cudaResourceTypeArray;
	r.res.array.array = array;
	return r;
}

static cudaTextureObject_t texture(const cudaResourceDesc &r, cudaTextureFilterMode filter = cudaFilterModePoint, bool normalized = false,
				   cudaTextureReadMode read = cudaReadModeElementType)
{
	cudaTextureDesc d = {};
	cudaTextureObject_t t = 0;
	d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
	d.filterMode = filter;
	d.readMode = read;
	d.normalizedCoords = normalized;
	HOLDS(cudaCreateTextureObject(&t, &r, &d, NULL) == cudaSuccess);
	return t;
}

static float *results;

static void test_1d()
{
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(), got;
	const float line[4] = { 1, 2, 4, 8 };
	float back[4], out;
	cudaExtent e;
	unsigned flags;
	cudaArray_t a;

	HOLDS(cudaMallocArray(&a, &f, 4) == cudaSuccess);
	HOLDS(cudaArrayGetInfo(&got, &e, &flags, a) == cudaSuccess && got.x == 32 && !got.y && got.f == cudaChannelFormatKindFloat);
	HOLDS(e.width == 4 && e.height == 0 && e.depth == 0 && flags == 0);
	HOLDS(cudaGetChannelDesc(&got, a) == cudaSuccess && got.x == 32);
	HOLDS(cudaMemcpy2DToArray(a, 0, 0, line, sizeof line, sizeof line, 1, cudaMemcpyHostToDevice) == cudaSuccess);
	HOLDS(cudaMemcpy2DFromArray(back, sizeof back, a, 4, 0, 8, 1, cudaMemcpyDeviceToHost) == cudaSuccess && back[0] == 2 && back[1] == 4);
	cudaTextureObject_t t = texture(over(a), cudaFilterModeLinear);
	read_1d<<<1, 1>>>(results, t, 2.0f);
	HOLDS(cudaMemcpy(&out, results, 4, cudaMemcpyDeviceToHost) == cudaSuccess && out == 3);
	HOLDS(cudaDestroyTextureObject(t) == cudaSuccess);
	t = texture(over(a), cudaFilterModeLinear, true);
	read_1d<<<1, 1>>>(results, t, 0.75f);
	HOLDS(cudaMemcpy(&out, results, 4, cudaMemcpyDeviceToHost) == cudaSuccess && out == 6);
	HOLDS(cudaDestroyTextureObject(t) == cudaSuccess && cudaFreeArray(a) == cudaSuccess && cudaFreeArray(NULL) == cudaSuccess);
}

static void test_3d()
{
	const int w = 5, h = 3, d = 4, n = w * h * d;
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	std::vector<float> box(n), back(n);
	cudaMemcpy3DParms p = {};
	cudaArray_t a, b;

	for (int i = 0; i < n; i++)
		box[i] = (float)i;
	HOLDS(cudaMalloc3DArray(&a, &f, make_cudaExtent(w, h, d)) == cudaSuccess);
	HOLDS(cudaMalloc3DArray(&b, &f, make_cudaExtent(w, h, d)) == cudaSuccess);
	p.srcPtr = make_cudaPitchedPtr(box.data(), w * sizeof(float), w, h);
	p.dstArray = a;
	p.extent = make_cudaExtent(w, h, d);
	p.kind = cudaMemcpyHostToDevice;
	HOLDS(cudaMemcpy3D(&p) == cudaSuccess);
	cudaTextureObject_t t = texture(over(a));
	read_3d<<<1, 32>>>(results, t, w, h, d);
	HOLDS(cudaMemcpy(back.data(), results, n * 4, cudaMemcpyDeviceToHost) == cudaSuccess && back == box);

	/* between arrays, a part of it: texels, not bytes */
	memset(&p, 0, sizeof p);
	p.srcArray = a;
	p.dstArray = b;
	p.srcPos = make_cudaPos(1, 1, 1);
	p.dstPos = make_cudaPos(0, 0, 2);
	p.extent = make_cudaExtent(3, 2, 2);
	p.kind = cudaMemcpyDeviceToDevice;
	HOLDS(cudaMemcpy3D(&p) == cudaSuccess);
	memset(&p, 0, sizeof p);
	p.srcArray = b;
	p.srcPos = make_cudaPos(0, 0, 2);
	p.dstPtr = make_cudaPitchedPtr(back.data(), 3 * sizeof(float), 3, 2);
	p.extent = make_cudaExtent(3, 2, 2);
	p.kind = cudaMemcpyDeviceToHost;
	HOLDS(cudaMemcpy3D(&p) == cudaSuccess);
	for (int i = 0; i < 12; i++)
		HOLDS(back[i] == box[(i / 6 + 1) * w * h + (i / 3 % 2 + 1) * w + i % 3 + 1]);

	/* both kinds of source, or none; what leaves the array */
	p.srcPtr = make_cudaPitchedPtr(results, 12, 3, 2);
	HOLDS(cudaMemcpy3D(&p) == cudaErrorInvalidValue);
	p.srcPtr.ptr = NULL;
	p.srcArray = NULL;
	HOLDS(cudaMemcpy3D(&p) == cudaErrorInvalidValue);
	p.srcArray = b;
	p.extent.width = 6;
	p.dstPtr.pitch = 24;
	HOLDS(cudaMemcpy3D(&p) == cudaErrorInvalidValue);
	HOLDS(cudaDestroyTextureObject(t) == cudaSuccess && cudaFreeArray(a) == cudaSuccess && cudaFreeArray(b) == cudaSuccess);
}

static void test_layers()
{
	const int w = 4, h = 2, layers = 3, n = w * h * layers;
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	std::vector<float> box(n), back(n);
	cudaMemcpy3DParms p = {};
	cudaArray_t a;

	for (int i = 0; i < n; i++)
		box[i] = 2.0f * i;
	HOLDS(cudaMalloc3DArray(&a, &f, make_cudaExtent(w, h, layers), cudaArrayLayered) == cudaSuccess);
	p.srcPtr = make_cudaPitchedPtr(box.data(), w * sizeof(float), w, h);
	p.dstArray = a;
	p.extent = make_cudaExtent(w, h, layers);
	p.kind = cudaMemcpyHostToDevice;
	HOLDS(cudaMemcpy3D(&p) == cudaSuccess);
	cudaTextureObject_t t = texture(over(a));
	read_layers<<<1, 32>>>(results, t, w, h, layers);
	HOLDS(cudaMemcpy(back.data(), results, n * 4, cudaMemcpyDeviceToHost) == cudaSuccess && back == box);
	HOLDS(cudaDestroyTextureObject(t) == cudaSuccess && cudaFreeArray(a) == cudaSuccess);
}

/* A device blends texels of 8 bits in fixed point. */
static bool is_near(float a, float b) { return a > b - 0.005f && a < b + 0.005f; }

static void test_formats()
{
	const unsigned char pixel[8] = { 255, 0, 51, 102, 0, 255, 51, 204 };
	cudaChannelFormatDesc f = cudaCreateChannelDesc<uchar4>();
	float4 out;
	cudaArray_t a;

	HOLDS(cudaMallocArray(&a, &f, 2, 1) == cudaSuccess);
	HOLDS(cudaMemcpy2DToArray(a, 0, 0, pixel, 8, 8, 1, cudaMemcpyHostToDevice) == cudaSuccess);
	cudaTextureObject_t t = texture(over(a), cudaFilterModeLinear, false, cudaReadModeNormalizedFloat);
	read_colour<<<1, 1>>>((float4 *)results, t, 1.0f, 0.5f);
	HOLDS(cudaMemcpy(&out, results, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
	HOLDS(is_near(out.x, 0.5f) && is_near(out.y, 0.5f) && is_near(out.z, 0.2f) && is_near(out.w, 0.6f));
	HOLDS(cudaDestroyTextureObject(t) == cudaSuccess && cudaFreeArray(a) == cudaSuccess);
	/* three channels; unequal ones */
	f = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
	HOLDS(cudaMallocArray(&a, &f, 2, 2) != cudaSuccess);
	f = cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned);
	HOLDS(cudaMallocArray(&a, &f, 2, 2) == cudaErrorInvalidChannelDescriptor);
	f = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsignedNormalized8X4);
	HOLDS(cudaMallocArray(&a, &f, 2, 1) == cudaSuccess);
	HOLDS(cudaMemcpy2DToArray(a, 0, 0, pixel, 8, 8, 1, cudaMemcpyHostToDevice) == cudaSuccess);
	t = texture(over(a));
	read_colour<<<1, 1>>>((float4 *)results, t, 0.5f, 0.5f);
	HOLDS(cudaMemcpy(&out, results, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess && out.x == 1 && out.y == 0);
	HOLDS(cudaDestroyTextureObject(t) == cudaSuccess && cudaFreeArray(a) == cudaSuccess);
}

static void test_memory()
{
	const int w = 10, h = 3;
	int image[h][w], back[h][w], *rows;
	size_t pitch;
	cudaResourceDesc r = {}, told;
	cudaTextureDesc how;

	for (int i = 0; i < w * h; i++)
		image[0][i] = i * i;
	HOLDS(cudaMallocPitch(&rows, &pitch, sizeof *image, h) == cudaSuccess);
	HOLDS(cudaMemcpy2D(rows, pitch, image, sizeof *image, sizeof *image, h, cudaMemcpyHostToDevice) == cudaSuccess);
	r.resType = cudaResourceTypePitch2D;
	r.res.pitch2D.devPtr = rows;
	r.res.pitch2D.desc = cudaCreateChannelDesc<int>();
	r.res.pitch2D.width = w;
	r.res.pitch2D.height = h;
	r.res.pitch2D.pitchInBytes = pitch;
	cudaTextureObject_t t = texture(r);
	read_pitched<<<1, 32>>>((int *)results, t, w, h);
	HOLDS(cudaMemcpy(back, results, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess && !memcmp(back, image, sizeof image));
	HOLDS(cudaGetTextureObjectResourceDesc(&told, t) == cudaSuccess && told.resType == cudaResourceTypePitch2D &&
	      told.res.pitch2D.devPtr == rows && told.res.pitch2D.pitchInBytes == pitch);
	HOLDS(cudaGetTextureObjectTextureDesc(&how, t) == cudaSuccess && how.addressMode[1] == cudaAddressModeClamp);
	cudaResourceViewDesc view;
	HOLDS(cudaGetTextureObjectResourceViewDesc(&view, t) != cudaSuccess);
	HOLDS(cudaDestroyTextureObject(t) == cudaSuccess);
	HOLDS(cudaDestroyTextureObject(t) != cudaSuccess);
	/* not where a texture may begin */
	r.res.pitch2D.devPtr = (char *)rows + 4;
	cudaTextureDesc d = {};
	HOLDS(cudaCreateTextureObject(&t, &r, &d, NULL) == cudaErrorInvalidValue);
	r.res.pitch2D.devPtr = rows;
	d.filterMode = cudaFilterModeLinear;
	HOLDS(cudaCreateTextureObject(&t, &r, &d, NULL) == cudaErrorInvalidValue);
	HOLDS(cudaFree(rows) == cudaSuccess);
}

static void test_surfaces()
{
	const int w = 8, h = 4;
	cudaChannelFormatDesc f = cudaCreateChannelDesc<int>();
	int image[h][w], back[h][w], line[6];
	cudaArray_t a, plain;
	cudaSurfaceObject_t s;
	cudaStream_t stream;
	cudaResourceDesc told;

	for (int i = 0; i < w * h; i++)
		image[0][i] = i;
	HOLDS(cudaMallocArray(&a, &f, w, h, cudaArraySurfaceLoadStore) == cudaSuccess);
	HOLDS(cudaMallocArray(&plain, &f, w, h) == cudaSuccess);
	cudaResourceDesc r = over(plain);
	HOLDS(cudaCreateSurfaceObject(&s, &r) == cudaErrorInvalidValue);
	r = over(a);
	HOLDS(cudaCreateSurfaceObject(&s, &r) == cudaSuccess);
	HOLDS(cudaGetSurfaceObjectResourceDesc(&told, s) == cudaSuccess && told.res.array.array == a);
	HOLDS(cudaStreamCreate(&stream) == cudaSuccess);
	int *pinned;
	HOLDS(cudaMallocHost(&pinned, sizeof image) == cudaSuccess);
	memcpy(pinned, image, sizeof image);
	HOLDS(cudaMemcpy2DToArrayAsync(a, 0, 0, pinned, sizeof *image, sizeof *image, h, cudaMemcpyHostToDevice, stream) == cudaSuccess);
	count_up<<<1, 32, 0, stream>>>(s, w, h);
	HOLDS(cudaMemcpy2DFromArrayAsync(pinned, sizeof *image, a, 0, 0, sizeof *image, h, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
	HOLDS(cudaStreamSynchronize(stream) == cudaSuccess);
	for (int i = 0; i < w * h; i++)
		HOLDS(pinned[i] == i + 1);
	HOLDS(cudaMemcpy2DArrayToArray(plain, 4, 1, a, 0, 0, 12, 3, cudaMemcpyDeviceToDevice) == cudaSuccess);
	HOLDS(cudaMemcpy2DFromArray(back, 12, plain, 4, 1, 12, 3, cudaMemcpyDeviceToHost) == cudaSuccess);
	HOLDS(back[0][0] == 1 && back[0][3] == 9 && back[1][0] == 19);
	/* bytes, row after row */
	HOLDS(cudaMemcpyToArray(plain, 24, 1, image[1], 24, cudaMemcpyHostToDevice) == cudaSuccess);
	HOLDS(cudaMemcpyFromArray(line, plain, 24, 1, 24, cudaMemcpyDeviceToHost) == cudaSuccess && line[0] == 8 && line[5] == 13);
	HOLDS(cudaMemcpy2DFromArray(line, 24, plain, 0, 2, 16, 1, cudaMemcpyDeviceToHost) == cudaSuccess && line[0] == 10 && line[3] == 13);
	HOLDS(cudaMemcpyArrayToArray(a, 0, 0, plain, 24, 1, 24) == cudaSuccess);
	/* half a texel; beyond the last row; the wrong way */
	HOLDS(cudaMemcpy2DToArray(a, 2, 0, image, 32, 4, 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
	HOLDS(cudaMemcpy2DToArray(a, 0, 2, image, 32, 32, 3, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
	HOLDS(cudaMemcpy2DToArray(a, 0, 0, image, 32, 32, h, cudaMemcpyDeviceToHost) != cudaSuccess);
	HOLDS(cudaDestroySurfaceObject(s) == cudaSuccess && cudaFreeArray(a) == cudaSuccess);
	HOLDS(cudaFreeArray(a) != cudaSuccess);
	HOLDS(cudaMemcpy2DToArray(a, 0, 0, image, 32, 32, h, cudaMemcpyHostToDevice) == cudaErrorInvalidResourceHandle);
	HOLDS(cudaFreeArray(plain) == cudaSuccess && cudaFreeHost(pinned) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess);
}

/* A copy to an array as a graph's node. */
static void test_graph()
{
	cudaChannelFormatDesc f = cudaCreateChannelDesc<int>();
	int image[4] = { 3, 1, 4, 1 }, back[4] = { 0 };
	cudaMemcpy3DParms p = {};
	cudaGraph_t graph;
	cudaGraphNode_t node;
	cudaGraphExec_t exec;
	cudaArray_t a;

	HOLDS(cudaMallocArray(&a, &f, 2, 2) == cudaSuccess);
	p.srcPtr = make_cudaPitchedPtr(image, 8, 2, 2);
	p.dstArray = a;
	p.extent = make_cudaExtent(2, 2, 1);
	p.kind = cudaMemcpyHostToDevice;
	HOLDS(cudaGraphCreate(&graph, 0) == cudaSuccess && cudaGraphAddMemcpyNode(&node, graph, NULL, 0, &p) == cudaSuccess);
	HOLDS(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess && cudaGraphLaunch(exec, 0) == cudaSuccess);
	HOLDS(cudaDeviceSynchronize() == cudaSuccess);
	HOLDS(cudaMemcpy2DFromArray(back, 8, a, 0, 0, 8, 2, cudaMemcpyDeviceToHost) == cudaSuccess && !memcmp(back, image, sizeof image));
	HOLDS(cudaGraphExecDestroy(exec) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess && cudaFreeArray(a) == cudaSuccess);
}

static void test_rejected()
{
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	cudaMipmappedArray_t levels;
	cudaExtent extent;
	cudaArray_t a;
	unsigned flags;

	cudaResourceDesc r = {};
	cudaTextureDesc d = {};
	cudaTextureObject_t t;

	HOLDS(cudaMalloc3DArray(&a, &f, make_cudaExtent(8, 8, 0), cudaArraySparse) == cudaErrorNotSupported);
	HOLDS(cudaMalloc3DArray(&a, &f, make_cudaExtent(8, 8, 5), cudaArrayCubemap) == cudaErrorInvalidValue);
	HOLDS(cudaMallocMipmappedArray(&levels, &f, make_cudaExtent(8, 4, 0), 9) == cudaSuccess);
	HOLDS(cudaGetMipmappedArrayLevel(&a, levels, 3) == cudaSuccess);
	HOLDS(cudaArrayGetInfo(&f, &extent, &flags, a) == cudaSuccess && extent.width == 1 && extent.height == 1 && !extent.depth);
	HOLDS(cudaFreeArray(a) == cudaErrorInvalidResourceHandle);
	HOLDS(cudaGetMipmappedArrayLevel(&a, levels, 4) == cudaErrorInvalidValue);
	r.resType = cudaResourceTypeMipmappedArray;
	r.res.mipmap.mipmap = levels;
	HOLDS(cudaCreateTextureObject(&t, &r, &d, NULL) == cudaErrorInvalidValue);
	d.normalizedCoords = 1;
	d.sRGB = 1;
	HOLDS(cudaCreateTextureObject(&t, &r, &d, NULL) == cudaErrorNotSupported);
	d.sRGB = 0;
	d.seamlessCubemap = 1;
	d.filterMode = cudaFilterModeLinear;
	HOLDS(cudaCreateTextureObject(&t, &r, &d, NULL) == cudaErrorNotSupported);
	HOLDS(cudaFreeMipmappedArray(levels) == cudaSuccess && cudaFreeMipmappedArray(levels) == cudaErrorInvalidResourceHandle);
	HOLDS(cudaGetMipmappedArrayLevel(&a, levels, 0) == cudaErrorInvalidResourceHandle);
	HOLDS(cudaMallocArray(&a, &f, 0) == cudaErrorInvalidValue);
	HOLDS(cudaMallocArray(NULL, &f, 4) == cudaErrorInvalidValue);
}

/* An object of a kernel that is pending; an array that is freed before a kernel reads it. */
static void test_too_early()
{
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	const float line[4] = { 1, 2, 4, 8 };
	float out = 0;
	cudaArray_t a;

	HOLDS(cudaMallocArray(&a, &f, 4) == cudaSuccess);
	HOLDS(cudaMemcpy2DToArray(a, 0, 0, line, 16, 16, 1, cudaMemcpyHostToDevice) == cudaSuccess);
	cudaTextureObject_t t = texture(over(a));
	read_1d<<<1, 1>>>(results, t, 1.5f);
	HOLDS(cudaDestroyTextureObject(t) == cudaSuccess);
	HOLDS(cudaMemcpy(&out, results, 4, cudaMemcpyDeviceToHost) == cudaSuccess && out == 2);
	t = texture(over(a));
	HOLDS(cudaFreeArray(a) == cudaSuccess);
	read_1d<<<1, 1>>>(results, t, 1.5f);
	HOLDS(cudaDeviceSynchronize() != cudaSuccess);
}

int main()
{
	HOLDS(cudaMalloc(&results, 4096) == cudaSuccess);
	test_1d();
	test_3d();
	test_layers();
	test_formats();
	test_memory();
	test_surfaces();
	test_graph();
	test_rejected();
	test_too_early();
	printf("%d failures\n", failures);
}
