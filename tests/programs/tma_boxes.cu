// The tensor memory accelerator: boxes of arrays with one to five dimensions, what lies outside, the order of the swizzles, steps,
// stores that leave the outside alone but for the last 16 bytes of a row, reductions, and maps in constant and global memory.
// Everything is checked on the host.
// needs: nvcc (clang has no __grid_constant__ before version 19)
// options: -arch=sm_90
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

typedef unsigned long long mbarrier;

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

__device__ unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void barrier_init(mbarrier *b)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"(in_shared(b)) : "memory");
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

__device__ void expect(mbarrier *b, unsigned bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(in_shared(b)), "r"(bytes) : "memory");
}

__device__ void wait_for(mbarrier *b, unsigned phase)
{
	unsigned done;

	do
		asm volatile("{\n.reg .pred p;\n"
			     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
			     "selp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(in_shared(b)), "r"(phase) : "memory");
	while (!done);
}

struct place { int at[5]; };

#define LOAD "shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {"

__device__ void load(void *to, const CUtensorMap *map, int rank, place p, mbarrier *b)
{
	unsigned d = in_shared(to), m = in_shared(b);

	switch (rank) {
	case 1:
		asm volatile("cp.async.bulk.tensor.1d." LOAD "%2}], [%3];" : : "r"(d), "l"(map), "r"(p.at[0]), "r"(m) : "memory");
		break;
	case 2:
		asm volatile("cp.async.bulk.tensor.2d." LOAD "%2, %3}], [%4];"
			     : : "r"(d), "l"(map), "r"(p.at[0]), "r"(p.at[1]), "r"(m) : "memory");
		break;
	case 3:
		asm volatile("cp.async.bulk.tensor.3d." LOAD "%2, %3, %4}], [%5];"
			     : : "r"(d), "l"(map), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(m) : "memory");
		break;
	case 4:
		asm volatile("cp.async.bulk.tensor.4d." LOAD "%2, %3, %4, %5}], [%6];"
			     : : "r"(d), "l"(map), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(m) : "memory");
		break;
	default:
		asm volatile("cp.async.bulk.tensor.5d." LOAD "%2, %3, %4, %5, %6}], [%7];"
			     : : "r"(d), "l"(map), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(p.at[4]), "r"(m) : "memory");
	}
}

// One box, as shared memory holds it.
__device__ void fetch(unsigned char *out, const CUtensorMap *map, int rank, place p, unsigned bytes)
{
	extern __shared__ __align__(1024) unsigned char tile[];
	__shared__ mbarrier filled;

	if (threadIdx.x == 0) {
		barrier_init(&filled);
		expect(&filled, bytes);
		load(tile, map, rank, p, &filled);
	}
	__syncthreads();
	wait_for(&filled, 0);
	for (unsigned k = threadIdx.x; k < bytes; k += blockDim.x)
		out[k] = tile[k];
}

__global__ void fetch_parameter(unsigned char *out, const __grid_constant__ CUtensorMap map, int rank, place p, unsigned bytes)
{
	fetch(out, &map, rank, p, bytes);
}

__constant__ CUtensorMap kept;

__global__ void fetch_constant(unsigned char *out, int rank, place p, unsigned bytes)
{
	fetch(out, &kept, rank, p, bytes);
}

__global__ void fetch_global(unsigned char *out, const CUtensorMap *map, int rank, place p, unsigned bytes)
{
	fetch(out, map, rank, p, bytes);
}

// Fills a box and stores it, or adds it, or takes the larger.
__global__ void store(const __grid_constant__ CUtensorMap map, int x, int y, int n, int how)
{
	extern __shared__ __align__(1024) int box[];

	for (int k = threadIdx.x; k < n; k += blockDim.x)
		box[k] = 1000 + k;
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	__syncthreads();
	if (threadIdx.x == 0) {
		if (how == 0)
			asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"
				     : : "l"(&map), "r"(x), "r"(y), "r"(in_shared(box)) : "memory");
		else if (how == 1)
			asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];"
				     : : "l"(&map), "r"(x), "r"(y), "r"(in_shared(box)) : "memory");
		else
			asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group [%0, {%1, %2}], [%3];"
				     : : "l"(&map), "r"(x), "r"(y), "r"(in_shared(box)) : "memory");
		asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" : : : "memory");
	}
}

// A transpose by tiles: the swizzle keeps both directions free of bank conflicts.
__global__ void transpose(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out)
{
	__shared__ __align__(1024) float tile[32][32], turned[32][32];
	__shared__ mbarrier filled;
	int x = threadIdx.x % 32;

	if (threadIdx.x == 0) {
		barrier_init(&filled);
		expect(&filled, sizeof tile);
		load(tile, &in, 2, place{ { (int)blockIdx.x * 32, (int)blockIdx.y * 32 } }, &filled);
	}
	__syncthreads();
	wait_for(&filled, 0);
	for (int y = threadIdx.x / 32; y < 32; y += blockDim.x / 32)
		turned[x][(y / 4 ^ x % 8) * 4 + y % 4] = tile[y][(x / 4 ^ y % 8) * 4 + x % 4];
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	__syncthreads();
	if (threadIdx.x == 0)
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];\n"
			     "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;"
			     : : "l"(&out), "r"((int)blockIdx.y * 32), "r"((int)blockIdx.x * 32), "r"(in_shared(turned)) : "memory");
}

// ---- the host ----

static decltype(&cuTensorMapEncodeTiled) encode;

struct array {
	int rank, bytes; // of an element
	cuuint64_t size[5], stride[4];
	cuuint32_t box[5], step[5];
	CUtensorMapDataType type;
	CUtensorMapSwizzle swizzle;
};

static void describe(CUtensorMap *map, void *at, const array &a, bool nan = false)
{
	CUresult r = encode(map, a.type, a.rank, at, a.size, a.stride, a.box, a.step, CU_TENSOR_MAP_INTERLEAVE_NONE, a.swizzle,
			    CU_TENSOR_MAP_L2_PROMOTION_NONE,
			    nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	if (r != CUDA_SUCCESS) {
		printf("a tensor map cannot be made: %d\n", (int)r);
		exit(1);
	}
}

static unsigned count(const array &a, int d) { return d ? (a.box[d] + a.step[d] - 1) / a.step[d] : a.box[0]; }

static unsigned box_bytes(const array &a)
{
	unsigned n = a.bytes;
	for (int d = 0; d < a.rank; d++)
		n *= count(a, d);
	return n;
}

// What a box must be, one element after the other, without the swizzle.
static void want(unsigned char *out, const unsigned char *data, const array &a, place p)
{
	unsigned n = box_bytes(a) / a.bytes;

	for (unsigned k = 0; k < n; k++) {
		unsigned rest = k;
		size_t at = 0;
		bool inside = true;

		for (int d = 0; d < a.rank; d++) {
			long c = p.at[d] + (long)(rest % count(a, d)) * (d ? a.step[d] : 1);
			rest /= count(a, d);
			inside &= c >= 0 && c < (long)a.size[d];
			at += c * (d ? a.stride[d - 1] : a.bytes);
		}
		for (int b = 0; b < a.bytes; b++)
			out[k * a.bytes + b] = inside ? data[at + b] : 0;
	}
}

static unsigned swizzled(unsigned at, CUtensorMapSwizzle s)
{
	unsigned mask = s == CU_TENSOR_MAP_SWIZZLE_128B ? 7 : s == CU_TENSOR_MAP_SWIZZLE_64B ? 3 : s == CU_TENSOR_MAP_SWIZZLE_32B ? 1 : 0;
	return at ^ (at >> 7 & mask) << 4;
}

static unsigned char *data, host[1 << 16], *out, got[1 << 16], right[1 << 16];

static void try_box(const char *what, const array &a, place p, int where = 0)
{
	static CUtensorMap map, *there;
	unsigned bytes = box_bytes(a), wrong = 0;

	describe(&map, data, a);
	CHECK(cudaMemset(out, 0xee, sizeof got));
	if (where == 0) {
		fetch_parameter<<<1, 64, bytes>>>(out, map, a.rank, p, bytes);
	} else if (where == 1) {
		CHECK(cudaMemcpyToSymbol(kept, &map, sizeof map));
		fetch_constant<<<1, 64, bytes>>>(out, a.rank, p, bytes);
	} else {
		if (!there)
			CHECK(cudaMalloc(&there, sizeof map));
		CHECK(cudaMemcpy(there, &map, sizeof map, cudaMemcpyHostToDevice));
		fetch_global<<<1, 64, bytes>>>(out, there, a.rank, p, bytes);
	}
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(got, out, bytes, cudaMemcpyDeviceToHost));
	want(right, host, a, p);
	for (unsigned k = 0; k < bytes; k++)
		wrong += got[swizzled(k, a.swizzle)] != right[k];
	printf("%s: %u bytes, %u wrong\n", what, bytes, wrong);
	if (where == 2) {
		CHECK(cudaFree(there));
		there = NULL;
	}
}

static void show_swizzle(const char *name, CUtensorMapSwizzle s, cuuint32_t width)
{
	array a = { 2, 4, { width, 16 }, { width * 4 }, { width, 16 }, { 1, 1 }, CU_TENSOR_MAP_DATA_TYPE_INT32, s };
	static CUtensorMap map;
	int words[512], numbers[512];

	for (unsigned k = 0; k < width * 16; k++)
		numbers[k] = (int)k;
	CHECK(cudaMemcpy(data, numbers, width * 64, cudaMemcpyHostToDevice));
	describe(&map, data, a);
	fetch_parameter<<<1, 64, 4096>>>(out, map, 2, place{}, width * 64);
	CHECK(cudaMemcpy(words, out, width * 64, cudaMemcpyDeviceToHost));
	printf("%s: units of 16 bytes, one row a line\n", name);
	for (unsigned row = 0; row < 16; row++)
		for (unsigned k = 0; k < width; k += 4)
			printf("%4d%s", words[row * width + k] / 4, k + 4 == width ? "\n" : "");
	CHECK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
}

static void try_store(const char *what, int x, int y, int how, int width = 20)
{
	array a = { 2, 4, { (cuuint64_t)width, 10 }, { 96 }, { 8, 4 }, { 1, 1 }, CU_TENSOR_MAP_DATA_TYPE_INT32, CU_TENSOR_MAP_SWIZZLE_NONE };
	int before[240], after[240], wrong = 0, changed = 0;
	static CUtensorMap map;

	for (int k = 0; k < 240; k++)
		before[k] = 13 * k - 200;
	CHECK(cudaMemcpy(data, before, sizeof before, cudaMemcpyHostToDevice));
	describe(&map, data, a);
	store<<<1, 32, 8 * 4 * 4>>>(map, x, y, 32, how);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(after, data, sizeof after, cudaMemcpyDeviceToHost));
	for (int k = 0; k < 240; k++) {
		int column = k % 24 - x, row = k / 24 - y, now = before[k];

		if (k % 24 < (width + 3) / 4 * 4 && // the last 16 bytes of a row are written whole
		     column >= 0 && column < 8 && row >= 0 && row < 4) {
			int v = 1000 + row * 8 + column;
			now = how == 0 ? v : how == 1 ? now + v : now > v ? now : v;
		}
		wrong += after[k] != now;
		changed += after[k] != before[k];
	}
	printf("%s at %d, %d: %d changed, %d wrong\n", what, x, y, changed, wrong);
	CHECK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
}

static void try_nan()
{
	array a = { 1, 4, { 10 }, {}, { 16 }, { 1 }, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_SWIZZLE_NONE };
	float x[16], y[16];
	static CUtensorMap map;

	for (int k = 0; k < 16; k++)
		x[k] = k;
	CHECK(cudaMemcpy(data, x, sizeof x, cudaMemcpyHostToDevice));
	describe(&map, data, a, true);
	fetch_parameter<<<1, 32, 128>>>(out, map, 1, place{ { 4 } }, sizeof y);
	CHECK(cudaMemcpy(y, out, sizeof y, cudaMemcpyDeviceToHost));
	printf("NaN outside:");
	for (int k = 0; k < 16; k++)
		y[k] != y[k] ? printf(" nan") : printf(" %g", y[k]);
	printf("\n");
	CHECK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
}

static void try_transpose(int width, int height)
{
	float *in, *turned, *x = (float *)malloc(4096 * 4), *y = (float *)malloc(4096 * 4);
	int pitch_in = (width + 3) / 4 * 4, pitch_out = (height + 3) / 4 * 4, wrong = 0;
	array a = { 2, 4, { (cuuint64_t)width, (cuuint64_t)height }, { (cuuint64_t)pitch_in * 4 }, { 32, 32 }, { 1, 1 }, CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
		    CU_TENSOR_MAP_SWIZZLE_128B }, b = a;
	static CUtensorMap map_in, map_out;

	b.size[0] = height, b.size[1] = width, b.stride[0] = pitch_out * 4;
	for (int k = 0; k < pitch_in * height; k++)
		x[k] = k;
	for (int k = 0; k < pitch_out * width; k++)
		y[k] = -1;
	CHECK(cudaMalloc(&in, pitch_in * height * 4));
	CHECK(cudaMalloc(&turned, pitch_out * width * 4));
	CHECK(cudaMemcpy(in, x, pitch_in * height * 4, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(turned, y, pitch_out * width * 4, cudaMemcpyHostToDevice));
	describe(&map_in, in, a);
	describe(&map_out, turned, b);
	transpose<<<dim3((width + 31) / 32, (height + 31) / 32), 128>>>(map_in, map_out);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(y, turned, pitch_out * width * 4, cudaMemcpyDeviceToHost));
	for (int r = 0; r < width; r++)
		for (int c = 0; c < pitch_out; c++)
			wrong += y[r * pitch_out + c] != (c < height ? x[c * pitch_in + r] : 0);
	printf("transpose of %d x %d: %d wrong\n", width, height, wrong);
	CHECK(cudaFree(in));
	CHECK(cudaFree(turned));
	free(x);
	free(y);
}

int main()
{
	cudaDriverEntryPointQueryResult found;
	void *f = NULL;

	CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &f, 12000, cudaEnableDefault, &found));
	encode = (decltype(encode))f;
	for (size_t k = 0; k < sizeof host; k++)
		host[k] = (unsigned char)(k * 2654435761u >> 13);
	CHECK(cudaMalloc(&data, sizeof host));
	CHECK(cudaMalloc(&out, sizeof got));
	CHECK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));

	array line = { 1, 1, { 1000 }, {}, { 256 }, { 1 }, CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_SWIZZLE_NONE };
	try_box("1d, inside", line, place{ { 16 } });
	try_box("1d, in the middle", line, place{ { 336 } });
	try_box("1d, before the start", line, place{ { -112 } });
	try_box("1d, past the end", line, place{ { 912 } });
	try_box("1d, all outside", line, place{ { 5008 } });
	array plane = { 2, 2, { 50, 30 }, { 112 }, { 24, 8 }, { 1, 1 }, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_SWIZZLE_NONE };
	try_box("2d, inside", plane, place{ { 8, 4 } });
	try_box("2d, a corner", plane, place{ { -8, -3 } });
	try_box("2d, the other corner", plane, place{ { 40, 26 } }, 1);
	try_box("2d, left of the rows", plane, place{ { -24, 3 } }, 2);
	array space = { 3, 4, { 20, 10, 6 }, { 80, 800 }, { 8, 4, 3 }, { 1, 1, 1 }, CU_TENSOR_MAP_DATA_TYPE_UINT32, CU_TENSOR_MAP_SWIZZLE_32B };
	try_box("3d, 32-byte swizzle", space, place{ { 4, 2, 1 } });
	try_box("3d, an edge", space, place{ { 16, 8, 4 } });
	array four = { 4, 8, { 9, 7, 5, 4 }, { 80, 560, 2800 }, { 8, 3, 2, 2 }, { 1, 1, 1, 1 }, CU_TENSOR_MAP_DATA_TYPE_FLOAT64, CU_TENSOR_MAP_SWIZZLE_64B };
	try_box("4d, 64-byte swizzle", four, place{ { 0, 1, 2, 1 } });
	try_box("4d, an edge", four, place{ { 4, 5, 4, 3 } });
	array five = { 5, 4, { 40, 6, 5, 4, 3 }, { 160, 960, 4800, 19200 }, { 32, 4, 3, 2, 2 }, { 1, 1, 1, 1, 1 }, CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
		       CU_TENSOR_MAP_SWIZZLE_128B };
	try_box("5d, 128-byte swizzle", five, place{ { 4, 1, 1, 1, 1 } });
	try_box("5d, an edge", five, place{ { 28, 4, -1, 3, 2 } });
	array steps = { 2, 4, { 40, 40 }, { 160 }, { 16, 24 }, { 1, 3 }, CU_TENSOR_MAP_DATA_TYPE_INT32, CU_TENSOR_MAP_SWIZZLE_64B };
	try_box("2d, every third row", steps, place{ { 8, 1 } });
	try_box("2d, every third row, an edge", steps, place{ { 28, 25 } });

	show_swizzle("swizzle of 32 bytes", CU_TENSOR_MAP_SWIZZLE_32B, 8);
	show_swizzle("swizzle of 64 bytes", CU_TENSOR_MAP_SWIZZLE_64B, 16);
	show_swizzle("swizzle of 128 bytes", CU_TENSOR_MAP_SWIZZLE_128B, 32);

	try_store("store", 4, 2, 0);
	try_store("store", 0, 8, 0);
	try_store("store", 16, 8, 0);
	try_store("add", 8, 4, 1);
	try_store("add", 16, 7, 1);
	try_store("max", 4, 7, 2);
	try_store("store, 18 wide", 16, 3, 0, 18);
	try_store("add, 17 wide", 12, 3, 1, 17);
	try_nan();
	try_transpose(64, 32);
	try_transpose(50, 37);
	CHECK(cudaFree(data));
	CHECK(cudaFree(out));
	return 0;
}
