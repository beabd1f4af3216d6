// The driver's memory: values of one, two and four bytes set in rows, copies of rectangles and boxes, pinned memory, ranges.
// options: -lcuda
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

#define CHECK(call) \
	do { \
		CUresult result = (call); \
		const char *text = ""; \
		if (result != CUDA_SUCCESS) { \
			cuGetErrorString(result, &text); \
			printf("line %d: %s: %s\n", __LINE__, #call, text); \
			exit(1); \
		} \
	} while (0)

#define W 48
#define H 10

int main()
{
	static unsigned char bytes[H][W];
	static unsigned words[H][W];
	static unsigned short halves[H * W];
	unsigned *pinned;
	int wrong = 0;
	CUdevice device;
	CUcontext context;
	CUdeviceptr p, q, r, base, mapped;
	size_t pitch, size;
	unsigned flags;
	CUDA_MEMCPY2D rectangle;
	CUDA_MEMCPY3D box;

	CHECK(cuInit(0));
	CHECK(cuDeviceGet(&device, 0));
	CHECK(cuDevicePrimaryCtxRetain(&context, device));
	CHECK(cuCtxSetCurrent(context));
	CHECK(cuMemAllocPitch(&p, &pitch, W * 4, H, 4));
	CHECK(cuMemsetD2D8(p, pitch, 1, W * 4, H));
	CHECK(cuMemsetD2D32(p + 16, pitch, 77, W - 8, H - 2)); // a frame of ones is left
	memset(&rectangle, 0, sizeof rectangle);
	rectangle.srcMemoryType = CU_MEMORYTYPE_DEVICE, rectangle.srcDevice = p, rectangle.srcPitch = pitch;
	rectangle.dstMemoryType = CU_MEMORYTYPE_HOST, rectangle.dstHost = words, rectangle.dstPitch = sizeof words[0];
	rectangle.WidthInBytes = W * 4, rectangle.Height = H;
	CHECK(cuMemcpy2D(&rectangle));
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			wrong += words[y][x] != (y < H - 2 && x >= 4 && x < W - 4 ? 77 : 0x01010101);
	printf("rows: %d wrong\n", wrong);
	CHECK(cuMemAlloc(&q, H * W * 2));
	CHECK(cuMemsetD16(q, 0x1234, H * W));
	CHECK(cuMemsetD2D16(q + 2 * W, W * 4, 0x5678, W, H / 2)); // every second row
	CHECK(cuMemcpyDtoH(halves, q, sizeof halves));
	for (int k = 0; k < H * W; k++)
		wrong += halves[k] != (k / W % 2 ? 0x5678 : 0x1234);
	CHECK(cuMemAlloc(&r, H * W));
	CHECK(cuMemsetD8(r, 9, H * W));
	CHECK(cuMemsetD32(r, 0x03030303, W)); // the first four rows
	CHECK(cuMemcpyDtoH(bytes, r, sizeof bytes));
	for (int k = 0; k < H * W; k++)
		wrong += bytes[k / W][k % W] != (k < 4 * W ? 3 : 9);
	printf("values: %d wrong\n", wrong);
	CHECK(cuMemGetAddressRange(&base, &size, r + 100));
	printf("the range begins at the allocation: %d, %zu bytes\n", base == r, size);
	CHECK(cuMemHostAlloc((void **)&pinned, sizeof words, CU_MEMHOSTALLOC_DEVICEMAP));
	CHECK(cuMemHostGetDevicePointer(&mapped, pinned, 0));
	CHECK(cuMemHostGetFlags(&flags, pinned));
	for (int k = 0; k < H * W; k++)
		pinned[k] = k;
	memset(&box, 0, sizeof box);
	box.srcMemoryType = CU_MEMORYTYPE_HOST, box.srcHost = pinned, box.srcPitch = W * 4, box.srcHeight = H / 2;
	box.dstMemoryType = CU_MEMORYTYPE_DEVICE, box.dstDevice = p, box.dstPitch = pitch, box.dstHeight = H / 2;
	box.srcXInBytes = 40, box.dstXInBytes = 80, box.WidthInBytes = 60, box.Height = 3, box.Depth = 2, box.srcY = 1, box.dstY = 2;
	CHECK(cuMemcpy3D(&box));
	CHECK(cuMemcpy2DUnaligned(&rectangle));
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			unsigned was = y < H - 2 && x >= 4 && x < W - 4 ? 77 : 0x01010101;
			bool inside = x >= 20 && x < 35 && y % 5 >= 2;

			wrong += words[y][x] != (inside ? (unsigned)((y - 1) * W + x - 10) : was);
		}
	printf("a box of pinned memory, mapped %d: %d wrong\n", (flags & CU_MEMHOSTALLOC_DEVICEMAP) != 0, wrong);
	CHECK(cuMemcpyDtoD(r, q, H * W));
	CHECK(cuMemcpy(q + H * W, r, H * W));
	CHECK(cuMemcpyDtoH(halves, q, sizeof halves));
	for (int k = 0; k < H * W / 2; k++)
		wrong += halves[k] != halves[k + H * W / 2];
	printf("copies on the device: %d wrong\n", wrong);
	CHECK(cuMemFreeHost(pinned));
	CHECK(cuMemFree(p));
	CHECK(cuMemFree(q));
	CHECK(cuMemFree(r));
	CHECK(cuDevicePrimaryCtxRelease(device));
	return 0;
}
