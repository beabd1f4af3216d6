// memory_kinds.cu - rows and boxes, peers, managed memory, pools, reset. Prints what does not hold; run by kernels.sh on 3 devices.
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

static int failures;

#define HOLDS(condition) \
	do { \
		if (!(condition)) { \
			printf("line %d: %s\n", __LINE__, #condition); \
			failures++; \
		} \
		cudaGetLastError(); \
	} while (0)

__global__ void fill_rows(char *rows, size_t pitch, int width, int height, int slices)
{
	for (int z = 0; z < slices; z++)
		for (int y = threadIdx.x; y < height; y += blockDim.x)
			for (int x = 0; x < width; x++)
				rows[(z * height + y) * pitch + x] = (char)(z * 50 + y * 10 + x);
}

__global__ void add(int *x, int n, int by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] += by;
}

static void test_pitched()
{
	char *rows, host[4][8];
	size_t pitch;

	HOLDS(cudaMallocPitch(&rows, &pitch, 7, 4) == cudaSuccess && pitch == 512);
	fill_rows<<<1, 4>>>(rows, pitch, 7, 4, 1);
	HOLDS(cudaMemcpy2D(host, 8, rows, pitch, 7, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
	HOLDS(host[0][0] == 0 && host[3][6] == 36);
	HOLDS(cudaMemset2D(rows, pitch, 5, 3, 2) == cudaSuccess);
	HOLDS(cudaMemcpy2D(host, 8, rows, pitch, 7, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
	HOLDS(host[1][2] == 5 && host[1][3] == 13 && host[2][0] == 20);
	HOLDS(cudaMemcpy2D(host, 8, rows, pitch, 9, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidPitchValue);
	HOLDS(cudaMallocPitch(&rows, (size_t *)0, 7, 4) == cudaErrorInvalidValue);
	HOLDS(cudaMallocPitch(&rows, &pitch, (size_t)-5, 4) == cudaErrorMemoryAllocation);
	HOLDS(cudaFree(rows) == cudaSuccess);
}

static void test_boxes()
{
	cudaPitchedPtr box;
	cudaMemcpy3DParms p = {};
	char host[2][3][8];
	cudaStream_t s;

	HOLDS(cudaMalloc3D(&box, make_cudaExtent(8, 3, 2)) == cudaSuccess && box.pitch == 512 && box.xsize == 8 && box.ysize == 3);
	fill_rows<<<1, 4>>>((char *)box.ptr, box.pitch, 8, 3, 2);
	p.srcPtr = box;
	p.dstPtr = make_cudaPitchedPtr(host, 8, 8, 3);
	p.extent = make_cudaExtent(8, 3, 2);
	p.kind = cudaMemcpyDeviceToHost;
	HOLDS(cudaMemcpy3D(&p) == cudaSuccess && host[1][2][7] == 77 && host[0][1][0] == 10);
	memset(host, 0, sizeof host);
	p.srcPos = make_cudaPos(2, 1, 1);
	p.dstPos = make_cudaPos(0, 0, 1);
	p.extent = make_cudaExtent(3, 2, 1);
	HOLDS(cudaMemcpy3D(&p) == cudaSuccess && host[1][0][0] == 62 && host[1][1][2] == 74 && host[1][1][3] == 0 && host[0][0][0] == 0);
	HOLDS(cudaStreamCreate(&s) == cudaSuccess);
	HOLDS(cudaMemset3DAsync(box, 9, make_cudaExtent(4, 2, 2), s) == cudaSuccess && cudaMemset3D(box, 8, make_cudaExtent(1, 1, 1)) == cudaSuccess);
	p.srcPos = p.dstPos = make_cudaPos(0, 0, 0);
	p.extent = make_cudaExtent(8, 3, 2);
	HOLDS(cudaMemcpy3DAsync(&p, s) == cudaSuccess && cudaStreamSynchronize(s) == cudaSuccess);
	HOLDS(host[0][0][0] == 8 && host[1][1][3] == 9 && host[1][1][4] == 64 && host[1][2][0] == 70);
	HOLDS(cudaMemcpy3D((const cudaMemcpy3DParms *)0) == cudaErrorInvalidValue);
	cudaStreamDestroy(s);
	HOLDS(cudaFree(box.ptr) == cudaSuccess);
}

static void test_peers()
{
	int yes = -1, value = -1, *a, *b, h[4] = { 1, 2, 3, 4 };

	HOLDS(cudaDeviceCanAccessPeer(&yes, 0, 1) == cudaSuccess && yes == 1);
	HOLDS(cudaDeviceCanAccessPeer(&yes, 1, 1) == cudaSuccess && yes == 0);
	HOLDS(cudaDeviceCanAccessPeer(&yes, 0, 3) == cudaErrorInvalidDevice);
	HOLDS(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
	HOLDS(cudaDeviceEnablePeerAccess(1, 1) == cudaErrorInvalidValue);
	HOLDS(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
	HOLDS(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 2) == cudaSuccess && value == 1);
	cudaMalloc(&a, sizeof h);
	cudaSetDevice(1);
	cudaMalloc(&b, sizeof h);
	HOLDS(cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice) == cudaSuccess);
	HOLDS(cudaMemcpyPeer(a, 0, b, 1, sizeof h) == cudaSuccess);
	memset(h, 0, sizeof h);
	HOLDS(cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess && h[3] == 4);
	HOLDS(cudaMemcpyPeer(a, 7, b, 1, sizeof h) == cudaErrorInvalidDevice);
	HOLDS(cudaMemcpyPeer(a, 0, b, 1, 1 + sizeof h) == cudaErrorInvalidValue);
	HOLDS(cudaDeviceEnablePeerAccess(0, 0) == cudaSuccess && cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessAlreadyEnabled);
	add<<<1, 4>>>(a, 4, 10);
	HOLDS(cudaDeviceSynchronize() == cudaSuccess);
	HOLDS(cudaMemcpyPeerAsync(b, 1, a, 0, sizeof h, 0) == cudaSuccess);
	HOLDS(cudaMemcpy(h, b, sizeof h, cudaMemcpyDefault) == cudaSuccess && h[0] == 11);
	HOLDS(cudaDeviceDisablePeerAccess(0) == cudaSuccess);
	cudaFree(b);
	cudaSetDevice(0);
	cudaFree(a);
}

static void test_managed()
{
	int *m, *d, place = 5, by[3];
	cudaMemLocation device = { cudaMemLocationTypeDevice, 1 }, host = { cudaMemLocationTypeHost, 0 }, none = { cudaMemLocationTypeDevice, 9 };

	cudaMallocManaged(&m, 400);
	cudaMalloc(&d, 400);
	for (int i = 0; i < 100; i++)
		m[i] = i;
	HOLDS(cudaMemRangeGetAttribute(&place, 4, cudaMemRangeAttributeLastPrefetchLocation, m, 400) == cudaSuccess && place == cudaInvalidDeviceId);
	HOLDS(cudaMemPrefetchAsync(m, 400, device, 0, 0) == cudaSuccess);
	add<<<1, 128>>>(m, 100, 1);
	HOLDS(cudaMemPrefetchAsync(m, 400, host, 0, 0) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess && m[99] == 100);
	HOLDS(cudaMemRangeGetAttribute(&place, 4, cudaMemRangeAttributeLastPrefetchLocation, m, 400) == cudaSuccess && place == cudaCpuDeviceId);
	HOLDS(cudaMemPrefetchAsync(m, 400, none, 0, 0) == cudaErrorInvalidDevice);
	HOLDS(cudaMemPrefetchAsync(m, 404, device, 0, 0) == cudaErrorInvalidValue);
	HOLDS(cudaMemPrefetchAsync(d, 400, device, 0, 0) == cudaErrorInvalidValue);
	HOLDS(cudaMemAdvise(m, 400, cudaMemAdviseSetReadMostly, device) == cudaSuccess);
	HOLDS(cudaMemAdvise(m, 400, cudaMemAdviseSetPreferredLocation, device) == cudaSuccess);
	HOLDS(cudaMemAdvise(m, 400, cudaMemAdviseSetAccessedBy, host) == cudaSuccess && cudaMemAdvise(m, 400, cudaMemAdviseSetAccessedBy, device) == cudaSuccess);
	HOLDS(cudaMemRangeGetAttribute(&place, 4, cudaMemRangeAttributePreferredLocation, m, 400) == cudaSuccess && place == 1);
	HOLDS(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, m, 400) == cudaSuccess && by[0] == cudaCpuDeviceId &&
	      by[1] == 1 && by[2] == cudaInvalidDeviceId);
	HOLDS(cudaMemAdvise(m, 400, (cudaMemoryAdvise)99, device) == cudaErrorInvalidValue);
	HOLDS(cudaMemAdvise(d, 400, cudaMemAdviseSetReadMostly, device) == cudaErrorInvalidValue);
	cudaFree(m);
	cudaFree(d);
}

static void test_pools()
{
	cudaMemPool_t pool, own, again;
	cudaMemPoolProps wanted = {};
	unsigned long long used = 99, threshold = 1 << 20;
	cudaStream_t s;
	int *a, *b, h[64];

	cudaStreamCreate(&s);
	HOLDS(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess && cudaDeviceGetMemPool(&again, 0) == cudaSuccess && pool == again);
	HOLDS(cudaMallocAsync(&a, sizeof h, s) == cudaSuccess && a);
	HOLDS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess && used == sizeof h);
	HOLDS(cudaMemsetAsync(a, 0, sizeof h, s) == cudaSuccess);
	add<<<1, 64, 0, s>>>(a, 64, 3);
	HOLDS(cudaMemcpyAsync(h, a, sizeof h, cudaMemcpyDeviceToHost, s) == cudaSuccess && cudaFreeAsync(a, s) == cudaSuccess);
	HOLDS(cudaStreamSynchronize(s) == cudaSuccess && h[63] == 3);
	HOLDS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess && used == 0);
	HOLDS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &used) == cudaSuccess && used == sizeof h);
	HOLDS(cudaFreeAsync(a, s) == cudaErrorInvalidValue);
	wanted.allocType = cudaMemAllocationTypePinned;
	wanted.location.type = cudaMemLocationTypeDevice;
	HOLDS(cudaMemPoolCreate(&own, &wanted) == cudaSuccess && own != pool);
	HOLDS(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess);
	HOLDS(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReleaseThreshold, &used) == cudaSuccess && used == threshold);
	HOLDS(cudaMallocFromPoolAsync(&b, 4096, own, s) == cudaSuccess);
	HOLDS(cudaFree(b) == cudaSuccess);
	HOLDS(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess && used == 0);
	HOLDS(cudaMemPoolTrimTo(own, 0) == cudaSuccess && cudaMemPoolDestroy(own) == cudaSuccess && cudaMemPoolDestroy(own) == cudaErrorInvalidValue);
	HOLDS(cudaMemPoolDestroy(pool) == cudaErrorInvalidValue);
	/* Frees that wait in the stream give way to what needs their memory. */
	for (int i = 0; i < 20; i++)
		HOLDS(cudaMallocAsync(&a, 64 << 20, s) == cudaSuccess && cudaFreeAsync(a, s) == cudaSuccess);
	HOLDS(cudaMalloc(&a, 64) == cudaSuccess && cudaFreeAsync(a, s) == cudaErrorInvalidValue && cudaFree(a) == cudaSuccess);
	cudaStreamSynchronize(s);
	cudaStreamDestroy(s);
}

static void test_reset()
{
	int *a;
	cudaStream_t s;
	size_t before, after, total;

	cudaMemGetInfo(&before, &total);
	cudaMalloc(&a, 1 << 20);
	cudaStreamCreate(&s);
	cudaDeviceSetLimit(cudaLimitStackSize, 4096);
	HOLDS(cudaDeviceReset() == cudaSuccess);
	HOLDS(cudaMemGetInfo(&after, &total) == cudaSuccess && after >= before);
	HOLDS(cudaDeviceGetLimit(&total, cudaLimitStackSize) == cudaSuccess && total == 1024);
	HOLDS(cudaFree(a) == cudaErrorInvalidValue);
	HOLDS(cudaStreamSynchronize(s) == cudaErrorInvalidResourceHandle);
	HOLDS(cudaMalloc(&a, 400) == cudaSuccess && cudaMemset(a, 0, 400) == cudaSuccess);
	add<<<1, 100>>>(a, 100, 1);
	HOLDS(cudaDeviceSynchronize() == cudaSuccess && cudaFree(a) == cudaSuccess);
	add<<<1, 100>>>((int *)16, 100, 1);
	HOLDS(cudaDeviceSynchronize() == cudaErrorIllegalAddress && cudaMalloc(&a, 4) == cudaErrorIllegalAddress);
	HOLDS(cudaDeviceReset() == cudaSuccess && cudaMalloc(&a, 4) == cudaSuccess && cudaFree(a) == cudaSuccess);
}

static void test_launch_attributes()
{
	cudaLaunchConfig_t config = {};
	cudaLaunchAttribute wish[2] = {};
	int *a, h[8];

	cudaMalloc(&a, sizeof h);
	cudaMemset(a, 0, sizeof h);
	config.gridDim = dim3(1);
	config.blockDim = dim3(8);
	config.attrs = wish;
	config.numAttrs = 2;
	wish[0].id = cudaLaunchAttributePriority;
	wish[0].val.priority = -1;
	wish[1].id = cudaLaunchAttributeCooperative;
	wish[1].val.cooperative = 1;
	HOLDS(cudaLaunchKernelEx(&config, add, a, 8, 7) == cudaSuccess);
	HOLDS(cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess && h[7] == 7);
	config.blockDim = dim3(2048);
	HOLDS(cudaLaunchKernelEx(&config, add, a, 8, 7) == cudaErrorInvalidValue);
	cudaFree(a);
}

int main()
{
	test_pitched();
	test_boxes();
	test_peers();
	test_managed();
	test_pools();
	test_launch_attributes();
	test_reset();
	printf("%d failures\n", failures);
	return failures != 0;
}
