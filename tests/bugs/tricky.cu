// Correct code that looks as if it were not, or that only just is: nothing may be said about it.

// run <<<2, 64>>> out[4] @in[128] 128
// expect nothing
extern "C" __global__ void warp_synchronous_sum(float *out, const float *in, int n)
{
	__shared__ float sum[64];
	int t = threadIdx.x, lane = t % 32;
	sum[t] = in[blockIdx.x * 64 + t] + n;
	__syncwarp();
	for (int d = 16; d > 0; d /= 2) {
		if (lane < d)
			sum[t] += sum[t + d];
		__syncwarp();
	}
	if (lane == 0)
		out[blockIdx.x * 2 + t / 32] = sum[t];
}

// run <<<4, 96>>> =count[1] out[384] @in[384] 384
// expect nothing
extern "C" __global__ void warp_aggregated_filter(int *count, int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	bool keep = i < n && (in[i] + i) % 3 != 0;
	unsigned votes = __ballot_sync(0xffffffff, keep);
	int base = 0, leader = __ffs(votes) - 1;
	if (lane == leader)
		base = atomicAdd(count, __popc(votes));
	base = __shfl_sync(0xffffffff, base, leader);
	if (keep)
		out[base + __popc(votes & ((1u << lane) - 1))] = i;
}

// run <<<2, 64>>> out[256] @in[256] 4
// expect nothing
extern "C" __global__ void named_barriers(float *out, const float *in, int rounds)
{
	__shared__ float box[32];
	int lane = threadIdx.x % 32, at = blockIdx.x * 32 * rounds + lane;
	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x < 32) {
			box[lane] = in[at + 32 * r] + r;
			asm volatile("bar.arrive 1, 64;" ::: "memory");
			asm volatile("bar.sync 2, 64;" ::: "memory");
		} else {
			asm volatile("bar.sync 1, 64;" ::: "memory");
			out[at + 32 * r] = box[31 - lane];
			asm volatile("bar.arrive 2, 64;" ::: "memory");
		}
	}
}

// run <<<1, 64>>> out[64] @in[512] 8
// expect nothing
extern "C" __global__ void double_buffering(float *out, const float *in, int tiles)
{
	__shared__ float tile[2][64];
	int t = threadIdx.x;
	float sum = 0;
	tile[0][t] = in[t] + 1;
	__syncthreads();
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles)
			tile[(k + 1) & 1][t] = in[64 * (k + 1) + t] + k;
		sum += tile[k & 1][63 - t];
		__syncthreads();
	}
	out[t] = sum;
}

// run <<<4, 64>>> =next[1] =serving[1] =count[1] 1
// expect nothing
extern "C" __global__ void ticket_lock(int *next, int *serving, int *count, int n)
{
	if (threadIdx.x == 0) {
		int mine = atomicAdd(next, 1);
		while (*(volatile int *)serving != mine)
			;
		__threadfence();
		count[0] += n;
		__threadfence();
		*(volatile int *)serving = mine + 1;
	}
}

// run <<<5, 64>>> out[320] =done[1] total[1] 5
// expect unfenced-read
extern "C" __global__ void last_block_reads_all(float *out, unsigned *done, float *total, int blocks)
{
	__shared__ bool last;
	__shared__ float sum[64];
	int t = threadIdx.x;
	out[blockIdx.x * 64 + t] = blockIdx.x + t;
	__threadfence();
	__syncthreads();
	if (t == 0)
		last = atomicInc(done, blocks - 1) == blocks - 1;
	__syncthreads();
	if (!last)
		return;
	sum[t] = 0;
	for (int b = 0; b < blocks; b++)
		sum[t] += out[b * 64 + (t ^ 1)]; // <-- here
	__syncthreads();
	if (t == 0) {
		float all = 0;
		for (int k = 0; k < 64; k++)
			all += sum[k];
		*total = all;
	}
}

// run <<<6, 32>>> =ticket[1] =flag[6] =prefix[6] out[192] 6
// expect nothing
extern "C" __global__ void look_back(int *ticket, int *flag, int *prefix, int *out, int n)
{
	__shared__ int tile, before;
	int t = threadIdx.x;
	if (t == 0)
		tile = atomicAdd(ticket, 1);
	__syncthreads();
	int x = tile * 32 + t + n;
	for (int d = 1; d < 32; d *= 2) {
		int y = __shfl_up_sync(0xffffffff, x, d);
		x += t >= d ? y : 0;
	}
	if (t == 31) {
		int sum = 0;
		if (tile > 0) {
			while (*(volatile int *)&flag[tile - 1] == 0)
				;
			__threadfence();
			sum = prefix[tile - 1];
		}
		prefix[tile] = sum + x;
		__threadfence();
		*(volatile int *)&flag[tile] = 1;
		before = sum;
	}
	__syncthreads();
	out[tile * 32 + t] = before + x;
}

// run <<<1, 128>>> out[128] @in[128] 128
// expect nothing
extern "C" __global__ void ballot_compaction(int *out, const int *in, int n)
{
	__shared__ int offset[4], size;
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	bool keep = (in[t] + t) % 5 < 3;
	unsigned votes = __ballot_sync(0xffffffff, keep);
	if (lane == 0)
		offset[warp] = __popc(votes);
	__syncthreads();
	if (t == 0) {
		int sum = 0;
		for (int w = 0; w < 4; w++) {
			int k = offset[w];
			offset[w] = sum;
			sum += k;
		}
		size = sum;
	}
	__syncthreads();
	if (keep)
		out[offset[warp] + __popc(votes & ((1u << lane) - 1))] = t;
	if (t >= size && t < n)
		out[t] = -1;
}

// run <<<2, 128>>> out[256] =seen[4] 256
// expect nothing
extern "C" __global__ void all_write_the_same(int *out, int *seen, int n)
{
	__shared__ int width;
	width = blockDim.x;
	seen[threadIdx.x % 4] = 7;
	__syncthreads();
	int i = blockIdx.x * width + threadIdx.x;
	if (i < n)
		out[i] = width;
}

// The threads behind the last row load it again, all four elements at once.
// run <<<1, 128>>> out[256] @in[256] 64
// expect nothing
extern "C" __global__ void last_row_again(float4 *out, const float4 *in, int n)
{
	__shared__ float4 rows[64];
	int t = threadIdx.x, i = t < n ? t : n - 1;
	rows[i] = in[i];
	__syncthreads();
	if (t < n)
		out[t] = rows[n - 1 - t];
}

// run <<<1, 64>>> out[32] @in[32] 32
// expect nothing
extern "C" __global__ void volatile_flag_and_fence(float *out, const float *in, int n)
{
	__shared__ float data[32];
	__shared__ volatile int ready;
	int t = threadIdx.x, lane = t % 32;
	if (t == 0)
		ready = 0;
	__syncthreads();
	if (t < 32) {
		data[lane] = in[lane] + n;
		__threadfence_block();
		__syncwarp();
		if (lane == 0)
			ready = 1;
	} else {
		while (!ready)
			;
		__threadfence_block();
		out[lane] = data[31 - lane];
	}
}

struct tagged { char tag; int value; };

// run <<<1, 64>>> out[128] 64
// expect nothing
extern "C" __global__ void structs_with_padding(tagged *out, int n)
{
	__shared__ tagged box[64];
	int t = threadIdx.x;
	box[t].tag = (char)t;
	box[t].value = t * n;
	__syncthreads();
	out[t] = box[63 - t];
}

union word { float f; unsigned u; unsigned char bytes[4]; };

// run <<<1, 32>>> out[32] @in[32] 32
// expect nothing
extern "C" __global__ void unions_by_bytes(word *out, const word *in, int n)
{
	__shared__ word box[32];
	int t = threadIdx.x;
	box[t].f = in[t].f + n;
	__syncthreads();
	for (int b = 0; b < 4; b++)
		out[t].bytes[b] = box[(t + b) % 32].bytes[3 - b];
}

// run <<<3, 32>>> out[203] @in[203] 203
// expect nothing
extern "C" __global__ void vectors_and_a_tail(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n / 4) {
		float4 x = ((const float4 *)in)[i];
		x.x += x.w;
		((float4 *)out)[i] = x;
	}
	if (i < n % 4)
		out[n / 4 * 4 + i] = in[n / 4 * 4 + i];
}

// run <<<1, 128>>> =data[128] 128
// expect nothing
extern "C" __global__ void reverse_in_place(float *data, int n)
{
	int t = threadIdx.x;
	float x = data[n - 1 - t] + t;
	__syncthreads();
	data[t] = x;
}

// run <<<4, 64>>> out[256] @in[256] 256
// expect nothing
extern "C" __global__ void stencil_with_halo(float *out, const float *in, int n)
{
	__shared__ float tile[66];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	tile[t + 1] = in[i];
	if (t == 0)
		tile[0] = i > 0 ? in[i - 1] : 0;
	if (t == 63)
		tile[65] = i + 1 < n ? in[i + 1] : 0;
	__syncthreads();
	out[i] = tile[t] + tile[t + 1] + tile[t + 2];
}

// run <<<1, 64>>> =data[64] 64
// expect nothing
extern "C" __global__ void bitonic_sort(int *data, int n)
{
	__shared__ int a[64];
	int t = threadIdx.x;
	a[t] = data[t] + (t * 37) % n;
	__syncthreads();
	for (int k = 2; k <= n; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			int other = t ^ j;
			if (other > t && (a[t] > a[other]) == ((t & k) == 0)) {
				int x = a[t];
				a[t] = a[other];
				a[other] = x;
			}
			__syncthreads();
		}
	data[t] = a[t];
}

// run <<<1, 96>>> =a[96] b[96] 6
// expect nothing
extern "C" __global__ void ping_pong_in_global_memory(float *a, float *b, int rounds)
{
	int t = threadIdx.x;
	for (int r = 0; r < rounds; r++) {
		b[t] = a[(t + 1) % 96] + r;
		__syncthreads();
		float *c = a;
		a = b;
		b = c;
	}
}

// run <<<4, 64>>> =bar[1] =a[256] b[256] 4
// expect nothing
extern "C" __global__ void barrier_of_the_grid(unsigned *bar, float *a, float *b, int rounds)
{
	int i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
	for (int r = 0; r < rounds; r++) {
		b[i] = a[(i + 65) % n] + r;
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicAdd(bar, 1);
			while (*(volatile unsigned *)bar < (r + 1) * gridDim.x)
				;
			__threadfence();
		}
		__syncthreads();
		float *c = a;
		a = b;
		b = c;
	}
}

// run <<<dim3(2,2), dim3(32,8)>>> out[4096] @in[4096] 64
// expect nothing
extern "C" __global__ void transpose_padded(float *out, const float *in, int n)
{
	__shared__ float tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

// run <<<2, 128>>> =bins[8] @in[256] 256
// expect nothing
extern "C" __global__ void histogram_of_each_warp(int *bins, const int *in, int n)
{
	__shared__ int mine[4][8];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (t < 32)
		mine[t / 8][t % 8] = 0;
	__syncthreads();
	if (i < n)
		atomicAdd(&mine[t / 32][(in[i] + i) % 8], 1);
	__syncthreads();
	if (t < 8)
		atomicAdd(&bins[t], mine[0][t] + mine[1][t] + mine[2][t] + mine[3][t]);
}

// run <<<1, 48, 576>>> out[48] @in[48] 48
// expect nothing
extern "C" __global__ void carved_by_hand(float *out, const float *in, int n)
{
	extern __shared__ double pool[];
	double *wide = pool;
	float *narrow = (float *)(wide + n);
	int t = threadIdx.x;
	wide[t] = in[t];
	narrow[t] = (float)t;
	__syncthreads();
	out[t] = (float)wide[n - 1 - t] + narrow[(t + 1) % n];
}

// run <<<1, 64>>> out[1] @in[64] 64
// expect nothing
extern "C" __global__ void one_past_the_end_as_a_limit(float *out, const float *in, int n)
{
	__shared__ float tile[64], other[64];
	tile[threadIdx.x] = in[threadIdx.x];
	other[threadIdx.x] = 1;
	__syncthreads();
	if (threadIdx.x == 0) {
		float sum = other[n - 1];
		for (const float *p = tile + n; p-- > tile;)
			sum += *p;
		for (const float *p = in + n; p-- > in;)
			sum += *p;
		*out = sum;
	}
}

// run <<<1, 64>>> out[64] @a[64] @b[64] 64
// expect nothing
extern "C" __global__ void one_pointer_or_the_other(float *out, const float *a, const float *b, int n)
{
	__shared__ float low[32], high[32];
	int t = threadIdx.x;
	const float *from = t & 1 ? a : b;
	float *to = t < 32 ? low : high;
	to[t % 32] = from[n - 1 - t];
	__syncthreads();
	out[t] = low[t % 32] + high[31 - t % 32];
}

// run <<<2, 64>>> =best[1] @in[128] 128
// expect nothing
extern "C" __global__ void maximum_by_exchange(unsigned *best, const float *in, int n)
{
	int i = blockIdx.x * 64 + threadIdx.x;
	float x = in[i] + (i * 7) % n;
	unsigned old = *(volatile unsigned *)best;
	while (__uint_as_float(old) < x) {
		unsigned was = atomicCAS(best, old, __float_as_uint(x));
		if (was == old)
			break;
		old = was;
	}
}

// The producers arrive and end; only the consumers wait.
// run <<<1, 64>>> out[32]
// expect nothing
extern "C" __global__ void producers_only_arrive(int *out)
{
	__shared__ int part[32];
	int i = threadIdx.x;
	if (i < 32) {
		part[i] = i;
		__threadfence_block();
		asm volatile("bar.arrive 1, 64;" ::: "memory");
		return;
	}
	asm volatile("bar.sync 1, 64;" ::: "memory");
	out[i - 32] = part[63 - i];
}

// Each block counts in a word of its own, and one block adds them up in the end.
// run <<<4, 64>>> =counts[4] =done[1] out[1]
// expect nothing
extern "C" __global__ void counts_of_blocks(int *counts, int *done, int *out)
{
	__shared__ bool last;
	atomicAdd_block(&counts[blockIdx.x], 1);
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		last = atomicAdd(done, 1) == (int)gridDim.x - 1;
		__threadfence();
	}
	__syncthreads();
	if (last && threadIdx.x == 0)
		out[0] = ((volatile int *)counts)[0] + ((volatile int *)counts)[1] + ((volatile int *)counts)[2] + ((volatile int *)counts)[3];
}
