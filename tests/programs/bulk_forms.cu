// Bulk copies and reductions in the forms that the other programs do not have: with cache hints, prefetches into the second cache,
// copies for several blocks, and reductions of every operation and type, in global memory and in another block's shared memory. The
// host checks each element.
// needs: nvcc (clang has no __cluster_dims__)
// options: -arch=sm_90a
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

typedef unsigned long long u64;
typedef long long s64;
typedef u64 mbarrier;

#define N 64 // elements of a copy

__device__ unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ unsigned at(unsigned address, unsigned rank)
{
	unsigned there;

	asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
	return there;
}

__device__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" : : : "memory"); }

__device__ void barrier_init(mbarrier *b)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"(in_shared(b)) : "memory");
	asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
}

__device__ void expect(mbarrier *b, unsigned bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(in_shared(b)), "r"(bytes) : "memory");
}

__device__ void wait_for(mbarrier *b, unsigned phase)
{
	unsigned done;

	do
		asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
			     : "=r"(done) : "r"(in_shared(b)), "r"(phase) : "memory");
	while (!done);
}

__device__ u64 policy()
{
	u64 p;

	asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(p));
	return p;
}

__device__ void bulk_done() { asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" : : : "memory"); }

// ---- plain copies ---------------------------------------------------------------------------------------

// Two blocks: the first fetches for both with a hint, each for itself with a hint; then both store, with and without one.
__global__ void __cluster_dims__(2) copies(int *out, const int *in)
{
	__shared__ __align__(128) int both[N], mine[N];
	__shared__ mbarrier arrived;
	unsigned rank = blockIdx.x % 2;
	u64 p = policy();

	if (threadIdx.x == 0) {
		barrier_init(&arrived);
		expect(&arrived, sizeof both + sizeof mine);
		asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" : : "l"(in), "r"(256) : "memory");
		asm volatile("cp.async.bulk.prefetch.L2.global.L2::cache_hint [%0], %1, %2;" : : "l"(in + N), "r"(256), "l"(p) : "memory");
	}
	cluster_sync();
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;"
			     : : "r"(in_shared(mine)), "l"(in + N + rank * N), "r"((unsigned)sizeof mine / 2), "r"(in_shared(&arrived)), "l"(p)
			     : "memory");
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
			     : : "r"(in_shared(mine + N / 2)), "l"(in + N + rank * N + N / 2), "r"((unsigned)sizeof mine / 2), "r"(in_shared(&arrived))
			     : "memory");
		if (rank == 0)
			asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint "
				     "[%0], [%1], %2, [%3], %4, %5;"
				     : : "r"(in_shared(both)), "l"(in), "r"((unsigned)sizeof both), "r"(in_shared(&arrived)), "h"((short)3), "l"(p)
				     : "memory");
	}
	wait_for(&arrived, 0);
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;"
			     : : "l"(out + rank * 2 * N), "r"(in_shared(both)), "r"((unsigned)sizeof both), "l"(p) : "memory");
		asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
			     : : "l"(out + rank * 2 * N + N), "r"(in_shared(mine)), "r"((unsigned)sizeof mine) : "memory");
		bulk_done();
	}
	cluster_sync();
}

// ---- reductions -------------------------------------------------------------------------------------------

enum { ADD_U32, ADD_S32, ADD_U64, ADD_F32, ADD_F64, MIN_U32, MIN_S32, MIN_U64, MIN_S64, MAX_U32, MAX_S32, MAX_U64, MAX_S64, INC_U32, DEC_U32,
       AND_B32, OR_B32, XOR_B32, AND_B64, OR_B64, XOR_B64, FORMS };

#define TO_GLOBAL(form, name) \
	case form: \
		if (hint) \
			asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint." name " [%0], [%1], %2, %3;" \
				     : : "l"(to), "r"(in_shared(words)), "r"(8 * N), "l"(p) : "memory"); \
		else \
			asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." name " [%0], [%1], %2;" \
				     : : "l"(to), "r"(in_shared(words)), "r"(8 * N) : "memory"); \
		break;

// Every form reduces 8 N bytes at out + form * N.
__global__ void to_global(u64 *out, const u64 *in, bool hint)
{
	__shared__ __align__(128) u64 words[N];
	int form = blockIdx.x;
	u64 *to = out + form * N, p = policy();

	words[threadIdx.x] = in[form * N + threadIdx.x];
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	__syncthreads();
	if (threadIdx.x)
		return;
	switch (form) {
	TO_GLOBAL(ADD_U32, "add.u32")
	TO_GLOBAL(ADD_S32, "add.s32")
	TO_GLOBAL(ADD_U64, "add.u64")
	TO_GLOBAL(ADD_F32, "add.f32")
	TO_GLOBAL(ADD_F64, "add.f64")
	TO_GLOBAL(MIN_U32, "min.u32")
	TO_GLOBAL(MIN_S32, "min.s32")
	TO_GLOBAL(MIN_U64, "min.u64")
	TO_GLOBAL(MIN_S64, "min.s64")
	TO_GLOBAL(MAX_U32, "max.u32")
	TO_GLOBAL(MAX_S32, "max.s32")
	TO_GLOBAL(MAX_U64, "max.u64")
	TO_GLOBAL(MAX_S64, "max.s64")
	TO_GLOBAL(INC_U32, "inc.u32")
	TO_GLOBAL(DEC_U32, "dec.u32")
	TO_GLOBAL(AND_B32, "and.b32")
	TO_GLOBAL(OR_B32, "or.b32")
	TO_GLOBAL(XOR_B32, "xor.b32")
	TO_GLOBAL(AND_B64, "and.b64")
	TO_GLOBAL(OR_B64, "or.b64")
	TO_GLOBAL(XOR_B64, "xor.b64")
	}
	bulk_done();
}

// Sums of 8 N bytes of halves, and of bfloat16 behind them.
__global__ void halves_to_global(__half *a, __nv_bfloat16 *b)
{
	__shared__ __align__(128) __half x[4 * N];
	__shared__ __align__(128) __nv_bfloat16 y[4 * N];
	u64 p = policy();

	for (int k = threadIdx.x; k < 4 * N; k += blockDim.x) {
		x[k] = __float2half((float)(k % 50) * 0.5f);
		y[k] = __float2bfloat16((float)(k % 7));
	}
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	__syncthreads();
	if (threadIdx.x)
		return;
	asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], %2;"
		     : : "l"(a), "r"(in_shared(x)), "r"(8 * N) : "memory");
	asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.noftz.bf16 [%0], [%1], %2, %3;"
		     : : "l"(b), "r"(in_shared(y)), "r"(8 * N), "l"(p) : "memory");
	bulk_done();
}

#define TO_SHARED(form, name) \
	case form: \
		asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes." name " [%0], [%1], %2, [%3];" \
			     : : "r"(at(in_shared(sums), 1)), "r"(in_shared(words)), "r"(8 * N), "r"(at(in_shared(&arrived), 1)) : "memory"); \
		break;

// The first block of a pair sends, the second has the sums.
__global__ void __cluster_dims__(2) to_shared(u64 *out, const u64 *in, int form)
{
	__shared__ __align__(128) u64 words[N], sums[N];
	__shared__ mbarrier arrived;
	unsigned rank = blockIdx.x % 2;

	words[threadIdx.x] = in[form * N + threadIdx.x];
	sums[threadIdx.x] = out[form * N + threadIdx.x];
	if (threadIdx.x == 0) {
		barrier_init(&arrived);
		expect(&arrived, 8 * N);
	}
	asm volatile("fence.proxy.async;" : : : "memory");
	cluster_sync();
	if (rank == 0 && threadIdx.x == 0)
		switch (form) {
		TO_SHARED(ADD_U32, "add.u32")
		TO_SHARED(ADD_S32, "add.s32")
		TO_SHARED(ADD_U64, "add.u64")
		TO_SHARED(MIN_U32, "min.u32")
		TO_SHARED(MIN_S32, "min.s32")
		TO_SHARED(MAX_U32, "max.u32")
		TO_SHARED(MAX_S32, "max.s32")
		TO_SHARED(INC_U32, "inc.u32")
		TO_SHARED(DEC_U32, "dec.u32")
		TO_SHARED(AND_B32, "and.b32")
		TO_SHARED(OR_B32, "or.b32")
		TO_SHARED(XOR_B32, "xor.b32")
		}
	if (rank == 1) {
		wait_for(&arrived, 0);
		out[form * N + threadIdx.x] = sums[threadIdx.x];
	}
	cluster_sync();
}

static bool is_of_cluster(int form)
{
	return form != ADD_F32 && form != ADD_F64 && form != MIN_U64 && form != MIN_S64 && form != MAX_U64 && form != MAX_S64 && form < AND_B64;
}

template <typename T> static T combine(int form, T a, T b)
{
	switch (form) {
	case ADD_U32: case ADD_S32: case ADD_U64: return a + b;
	case MIN_U32: case MIN_S32: case MIN_U64: case MIN_S64: return b < a ? b : a;
	case MAX_U32: case MAX_S32: case MAX_U64: case MAX_S64: return b > a ? b : a;
	case INC_U32: return a >= b ? 0 : a + 1;
	case DEC_U32: return a == 0 || a > b ? b : a - 1;
	case AND_B32: case AND_B64: return a & b;
	case OR_B32: case OR_B64: return a | b;
	default: return a ^ b;
	}
}

template <typename T> static void each(int form, void *to, const void *from)
{
	T *a = (T *)to;
	const T *b = (const T *)from;

	for (size_t k = 0; k < 8 * N / sizeof(T); k++)
		a[k] = combine<T>(form, a[k], b[k]);
}

static void expected(int form, u64 *a, const u64 *b)
{
	switch (form) {
	case ADD_F32:
		for (int k = 0; k < 2 * N; k++)
			((float *)a)[k] += ((const float *)b)[k];
		break;
	case ADD_F64:
		for (int k = 0; k < N; k++)
			((double *)a)[k] += ((const double *)b)[k];
		break;
	case ADD_S32: case MIN_S32: case MAX_S32: each<int>(form, a, b); break;
	case MIN_S64: case MAX_S64: each<s64>(form, a, b); break;
	case ADD_U64: case MIN_U64: case MAX_U64: case AND_B64: case OR_B64: case XOR_B64: each<u64>(form, a, b); break;
	default: each<unsigned>(form, a, b);
	}
}

static u64 random_bits(u64 x)
{
	x ^= x >> 31, x *= 0x7fb5d329728ea185ull, x ^= x >> 27, x *= 0x81dadef4bc2dd44dull;
	return x ^ x >> 33;
}

// ---- tensors ------------------------------------------------------------------------------------------------

// Two blocks, an array of 32 x 64 numbers: a box for both, one for each, stored again and added, all with hints.
__global__ void __cluster_dims__(2) tensors(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to)
{
	__shared__ __align__(128) int both[8 * 16], mine[8 * 16];
	__shared__ mbarrier arrived;
	int rank = blockIdx.x % 2;
	u64 p = policy();

	if (threadIdx.x == 0) {
		barrier_init(&arrived);
		expect(&arrived, sizeof both + sizeof mine);
		asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%0, {%1, %2}];" : : "l"(&from), "r"(0), "r"(0) : "memory");
		asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile.L2::cache_hint [%0, {%1, %2}], %3;"
			     : : "l"(&from), "r"(16), "r"(8), "l"(p) : "memory");
	}
	cluster_sync();
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint "
			     "[%0], [%1, {%2, %3}], [%4], %5;"
			     : : "r"(in_shared(mine)), "l"(&from), "r"(16 * rank), "r"(8), "r"(in_shared(&arrived)), "l"(p) : "memory");
		if (rank == 0)
			asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint "
				     "[%0], [%1, {%2, %3}], [%4], %5, %6;"
				     : : "r"(in_shared(both)), "l"(&from), "r"(32), "r"(16), "r"(in_shared(&arrived)), "h"((short)3), "l"(p)
				     : "memory");
	}
	wait_for(&arrived, 0);
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint [%0, {%1, %2}], [%3], %4;"
			     : : "l"(&to), "r"(16 * rank), "r"(0), "r"(in_shared(mine)), "l"(p) : "memory");
		asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group.L2::cache_hint [%0, {%1, %2}], [%3], %4;"
			     : : "l"(&to), "r"(32), "r"(24), "r"(in_shared(both)), "l"(p) : "memory");
		bulk_done();
	}
	cluster_sync();
}

typedef CUresult encode(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
			const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static CUtensorMap map_of(int *array)
{
	cuuint64_t size[2] = { 64, 32 }, pitch[1] = { 256 };
	cuuint32_t box[2] = { 16, 8 }, step[2] = { 1, 1 };
	cudaDriverEntryPointQueryResult found;
	CUtensorMap map;
	void *function;

	CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found));
	if (((encode *)function)(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, array, size, pitch, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
				 CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
		exit(1);
	return map;
}

// ---- all of it -------------------------------------------------------------------------------------------------

static void try_copies()
{
	static int in[3 * N], got[4 * N];
	int *din, *dout, wrong = 0;

	for (int k = 0; k < 3 * N; k++)
		in[k] = k * k + 1;
	CHECK(cudaMalloc(&din, sizeof in));
	CHECK(cudaMalloc(&dout, sizeof got));
	CHECK(cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice));
	copies<<<2, 32>>>(dout, din);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(got, dout, sizeof got, cudaMemcpyDeviceToHost));
	for (int k = 0; k < 4 * N; k++)
		wrong += got[k] != in[k % (2 * N) < N ? k % N : N + k / (2 * N) * N + k % N];
	printf("copies: %d wrong\n", wrong);
	CHECK(cudaFree(din));
	CHECK(cudaFree(dout));
}

static void try_reductions()
{
	static u64 in[FORMS * N], before[FORMS * N], want[FORMS * N], got[FORMS * N];
	u64 *din, *dout;

	for (int k = 0; k < FORMS * N; k++) {
		in[k] = random_bits(2 * k + 1);
		before[k] = k % 5 ? random_bits(2 * k + 2) : in[k];
		if (k / N == ADD_F64) {
			((double *)in)[k] = k * 0.37;
			((double *)before)[k] = k * -1.13;
		}
		if (k / N == ADD_F32)
			for (int i = 0; i < 2; i++) {
				((float *)in)[2 * k + i] = (float)k * 0.37f + (float)i;
				((float *)before)[2 * k + i] = (float)k * -1.13f;
			}
	}
	CHECK(cudaMalloc(&din, sizeof in));
	CHECK(cudaMalloc(&dout, sizeof got));
	CHECK(cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice));
	for (int way = 0; way < 3; way++) {
		int wrong = 0, forms = 0;

		memcpy(want, before, sizeof want);
		CHECK(cudaMemcpy(dout, before, sizeof before, cudaMemcpyHostToDevice));
		for (int form = 0; form < FORMS; form++)
			if (way < 2 || is_of_cluster(form)) {
				expected(form, want + form * N, in + form * N);
				forms++;
			}
		if (way < 2)
			to_global<<<FORMS, N>>>(dout, din, way);
		else
			for (int form = 0; form < FORMS; form++)
				if (is_of_cluster(form))
					to_shared<<<2, N>>>(dout, din, form);
		CHECK(cudaDeviceSynchronize());
		CHECK(cudaMemcpy(got, dout, sizeof got, cudaMemcpyDeviceToHost));
		for (int k = 0; k < FORMS * N; k++)
			if (got[k] != want[k] && wrong++ < 2)
				printf("form %d [%d] is %llx, not %llx\n", k / N, k % N, got[k], want[k]);
		printf("%d reductions in %s memory: %d wrong\n", forms, way == 0 ? "global" : way == 1 ? "global, with a hint," : "another block's", wrong);
	}
	CHECK(cudaFree(din));
	CHECK(cudaFree(dout));
}

static void try_halves()
{
	static __half a[4 * N];
	static __nv_bfloat16 b[4 * N];
	__half *da;
	__nv_bfloat16 *db;
	int wrong = 0;

	for (int k = 0; k < 4 * N; k++) {
		a[k] = __float2half((float)(k % 9));
		b[k] = __float2bfloat16((float)(k % 11));
	}
	CHECK(cudaMalloc(&da, sizeof a));
	CHECK(cudaMalloc(&db, sizeof b));
	CHECK(cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice));
	halves_to_global<<<1, N>>>(da, db);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(b, db, sizeof b, cudaMemcpyDeviceToHost));
	for (int k = 0; k < 4 * N; k++)
		wrong += (__half2float(a[k]) != (float)(k % 9) + (float)(k % 50) * 0.5f) + (__bfloat162float(b[k]) != (float)(k % 11 + k % 7));
	printf("halves and bfloat16: %d wrong\n", wrong);
	CHECK(cudaFree(da));
	CHECK(cudaFree(db));
}

static void try_tensors()
{
	static int in[32 * 64], got[32 * 64];
	int *din, *dout, wrong = 0;

	for (int k = 0; k < 32 * 64; k++)
		in[k] = k * 7 + 3;
	CHECK(cudaMalloc(&din, sizeof in));
	CHECK(cudaMalloc(&dout, sizeof got));
	CHECK(cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(dout, 0, sizeof got));
	tensors<<<2, 32>>>(map_of(din), map_of(dout));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(got, dout, sizeof got, cudaMemcpyDeviceToHost));
	for (int k = 0; k < 32 * 64; k++) {
		int y = k / 64, x = k % 64, want = 0;

		if (y < 8 && x < 32)
			want = in[(y + 8) * 64 + x];
		if (y >= 24 && x >= 32 && x < 48)
			want = 2 * in[(y - 8) * 64 + x];
		wrong += got[k] != want;
	}
	printf("tensors: %d wrong\n", wrong);
	CHECK(cudaFree(din));
	CHECK(cudaFree(dout));
}

int main()
{
	try_copies();
	try_reductions();
	try_halves();
	try_tensors();
	return 0;
}
