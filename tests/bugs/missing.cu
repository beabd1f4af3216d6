// The code of tricky.cu and its like, with one thing missing in each.

// run <<<2, 64>>> out[4] @in[128] 128
// expect race-within-warp
extern "C" __global__ void warp_sum_without_syncwarp(float *out, const float *in, int n)
{
	__shared__ float sum[64];
	int t = threadIdx.x, lane = t % 32;
	sum[t] = in[blockIdx.x * 64 + t] + n;
	__syncwarp();
	for (int d = 16; d > 0; d /= 2)
		if (lane < d)
			sum[t] += sum[t + d]; // <-- here
	__syncwarp();
	if (lane == 0)
		out[blockIdx.x * 2 + t / 32] = sum[t];
}

// run <<<4, 96>>> =count[1] out[384] @in[384] 384
// expect data-race-global
extern "C" __global__ void filter_with_a_plain_counter(int *count, int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	bool keep = i < n && (in[i] + i) % 3 != 0;
	unsigned votes = __ballot_sync(0xffffffff, keep);
	int base = 0, leader = __ffs(votes) - 1;
	if (lane == leader) {
		base = *count; // <-- here
		*count = base + __popc(votes); // <-- here
	}
	base = __shfl_sync(0xffffffff, base, leader);
	if (keep)
		out[base + __popc(votes & ((1u << lane) - 1))] = i; // <-- here
}

// run <<<2, 64>>> out[256] @in[256] 4
// expect data-race-shared
extern "C" __global__ void box_without_barriers(float *out, const float *in, int rounds)
{
	__shared__ float box[32];
	int lane = threadIdx.x % 32, at = blockIdx.x * 32 * rounds + lane;
	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x < 32)
			box[lane] = in[at + 32 * r] + r; // <-- here
		else
			out[at + 32 * r] = box[31 - lane]; // <-- here
		__syncthreads();
	}
}

// run <<<1, 64>>> out[64] @in[512] 8
// expect data-race-shared (race-within-warp)
extern "C" __global__ void double_buffer_without_barrier(float *out, const float *in, int tiles)
{
	__shared__ float tile[2][64];
	int t = threadIdx.x;
	float sum = 0;
	tile[0][t] = in[t] + 1;
	__syncthreads();
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles)
			tile[(k + 1) & 1][t] = in[64 * (k + 1) + t] + k; // <-- here
		sum += tile[k & 1][(t + 33) % 64]; // <-- here
	}
	out[t] = sum;
}

// run <<<4, 64>>> =next[1] =serving[1] =count[1] 1
// expect data-race-global
extern "C" __global__ void ticket_lock_without_fences(int *next, int *serving, int *count, int n)
{
	if (threadIdx.x == 0) {
		int mine = atomicAdd(next, 1);
		while (*(volatile int *)serving != mine)
			;
		*(float *)count += n; // <-- here
		*(volatile int *)serving = mine + 1;
	}
}

// run <<<5, 64>>> out[320] =done[1] total[64] 5
// expect data-race-global
extern "C" __global__ void last_block_fences_too_late(float *out, unsigned *done, float *total, int blocks)
{
	__shared__ bool last;
	int t = threadIdx.x;
	out[blockIdx.x * 64 + t] = blockIdx.x + t;
	__syncthreads();
	if (t == 0) {
		last = atomicInc(done, blocks - 1) == blocks - 1;
		__threadfence();
	}
	__syncthreads();
	if (!last)
		return;
	float sum = 0;
	for (int b = 0; b < blocks; b++)
		sum += out[b * 64 + (t ^ 1)]; // <-- here
	total[t] = sum;
}

// run <<<6, 32>>> =ticket[1] =flag[6] =prefix[6] out[192] 6
// expect data-race-global
extern "C" __global__ void look_back_without_fence(int *ticket, int *flag, int *prefix, int *out, int n)
{
	__shared__ int tile, before;
	int t = threadIdx.x;
	if (t == 0)
		tile = atomicAdd(ticket, 1);
	__syncthreads();
	int x = tile * 32 + t + n;
	if (t == 31) {
		int sum = 0;
		if (tile > 0) {
			while (*(volatile int *)&flag[tile - 1] == 0)
				;
			sum = prefix[tile - 1]; // <-- here
		}
		prefix[tile] = sum + x; // <-- here
		*(volatile int *)&flag[tile] = 1;
		before = sum;
	}
	__syncthreads();
	out[tile * 32 + t] = before + x;
}

// run <<<2, 64>>> =flag[1] =data[64] out[64] 1
// expect data-race-global
extern "C" __global__ void fence_for_the_block_only(int *flag, float *data, float *out, int n)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t + n;
		__threadfence_block();
		__syncthreads();
		if (t == 0)
			atomicExch(flag, 1);
	} else {
		if (t == 0)
			while (atomicAdd(flag, 0) == 0)
				;
		__syncthreads();
		out[t] = data[t]; // <-- here
	}
}

// run <<<2, 32>>> =flag[1] =data[1] out[1] 1
// expect data-race-global
extern "C" __global__ void plain_flag(int *flag, float *data, float *out, int n)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		atomicAdd(data, (float)n);
		__threadfence();
		*flag = 1; // <-- here
	} else {
		while (*(volatile int *)flag == 0) // <-- here
			;
		__threadfence();
		*out = atomicAdd(data, 0.0f);
	}
}

// run <<<1, 64>>> out[32] @in[32] 32
// expect data-race-shared
extern "C" __global__ void shared_flag_without_fence(float *out, const float *in, int n)
{
	__shared__ float data[32];
	__shared__ volatile int ready;
	int t = threadIdx.x, lane = t % 32;
	if (t == 0)
		ready = 0;
	__syncthreads();
	if (t < 32) {
		data[lane] = in[lane] + n;
		__syncwarp();
		if (lane == 0)
			ready = 1; // <-- here
	} else {
		while (!ready) // <-- here
			;
		out[lane] = data[31 - lane]; // <-- here
	}
}

// run <<<1, 128>>> =data[128] 128
// expect data-race-global
extern "C" __global__ void reverse_in_place_without_barrier(float *data, int n)
{
	int t = threadIdx.x;
	float x = data[n - 1 - t] + t + 1; // <-- here
	data[t] = x; // <-- here
}

// run <<<4, 64>>> out[256] @in[256] 256
// expect data-race-shared
extern "C" __global__ void stencil_without_barrier(float *out, const float *in, int n)
{
	__shared__ float tile[66];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	tile[t + 1] = in[i];
	if (t == 0)
		tile[0] = 0;
	if (t == 63)
		tile[65] = 0;
	__syncwarp();
	out[i] = tile[t] + tile[t + 1] + tile[t + 2] + n; // <-- here
}

// run <<<1, 64>>> =data[64] 64
// expect data-race-shared (race-within-warp)
extern "C" __global__ void bitonic_sort_without_barrier(int *data, int n)
{
	__shared__ int a[64];
	int t = threadIdx.x;
	a[t] = data[t] + (t * 37) % n;
	__syncthreads();
	for (int k = 2; k <= n; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			int other = t ^ j;
			if (other > t && (a[t] > a[other]) == ((t & k) == 0)) { // <-- here
				int x = a[t]; // <-- here
				a[t] = a[other]; // <-- here
				a[other] = x; // <-- here
			}
		}
	__syncthreads();
	data[t] = a[t];
}

// run <<<1, 96>>> =a[96] b[96] 6
// expect data-race-global (race-within-warp) (uninitialised-read)
extern "C" __global__ void ping_pong_without_barrier(float *a, float *b, int rounds)
{
	int t = threadIdx.x;
	for (int r = 0; r < rounds; r++) {
		b[t] = a[(t + 1) % 96] + r + 1; // <-- here
		float *c = a;
		a = b;
		b = c;
	}
}

// run <<<4, 64>>> =bar[1] =a[256] b[256] 4
// expect data-race-global
extern "C" __global__ void grid_barrier_without_fences(unsigned *bar, float *a, float *b, int rounds)
{
	int i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
	for (int r = 0; r < rounds; r++) {
		b[i] = a[(i + 65) % n] + r + 1; // <-- here
		__syncthreads();
		if (threadIdx.x == 0) {
			atomicAdd(bar, 1);
			while (*(volatile unsigned *)bar < (r + 1) * gridDim.x)
				;
		}
		__syncthreads();
		float *c = a;
		a = b;
		b = c;
	}
}

// run <<<2, 128>>> =bins[8] @in[256] 256
// expect uninitialised-read
extern "C" __global__ void histogram_not_cleared(int *bins, const int *in, int n)
{
	__shared__ int mine[8];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;
	if (i < n)
		atomicAdd(&mine[(in[i] + i) % 8], 1); // <-- here
	__syncthreads();
	if (t < 8)
		atomicAdd(&bins[t], mine[t]);
}

// run <<<1, 48, 576>>> out[48] @in[48] 48
// expect data-race-shared (race-within-warp)
extern "C" __global__ void carved_too_close(float *out, const float *in, int n)
{
	extern __shared__ double pool[];
	double *wide = pool;
	float *narrow = (float *)(wide + n - 8);
	int t = threadIdx.x;
	wide[t] = in[t] + 3; // <-- here
	narrow[t] = (float)t + 1; // <-- here
	__syncthreads();
	out[t] = (float)wide[n - 1 - t] + narrow[(t + 1) % n];
}

// run <<<1, 32>>> out[32] @in[32] 32
// expect out-of-bounds
extern "C" __global__ void into_the_next_shared_array(float *out, const float *in, int n)
{
	__shared__ float low[32], high[32];
	int t = threadIdx.x;
	low[t] = in[t];
	high[t] = in[n - 1 - t];
	__syncthreads();
	out[t] = low[t + 1] + high[t]; // <-- here
}

// run <<<1, 32>>> out[32] @x[100] y[100] 1000000
// expect out-of-bounds
extern "C" __global__ void far_beyond_its_array(float *out, const float *x, float *y, int n)
{
	int t = threadIdx.x;
	y[t] = 1;
	out[t] = x[n + t]; // <-- here
}

// run <<<1, 32>>> out[32] @x[100] @y[16384] 33000
// expect out-of-bounds
extern "C" __global__ void inside_another_array(float *out, const float *x, const float *y, int n)
{
	int t = threadIdx.x;
	out[t] = x[n + t] + y[t]; // <-- here
}

// run <<<1, 64>>> out[203] @in[203] 203
// expect out-of-bounds
extern "C" __global__ void vectors_beyond_the_tail(float *out, const float *in, int n)
{
	int t = threadIdx.x;
	if (t < (n + 3) / 4)
		((float4 *)out)[t] = ((const float4 *)in)[t]; // <-- here
}

__constant__ float coefficients[4] = { 1, 2, 3, 4 };

// run <<<1, 32>>> out[32] 0
// expect read-only-write
extern "C" __global__ void writes_a_constant(float *out, int n)
{
	float *p = coefficients;
	asm volatile("" : "+l"(p)); // as if it came from elsewhere
	if (threadIdx.x == 0)
		p[n] = 7; // <-- here
	out[threadIdx.x] = 1;
}

// run <<<1, 32>>> out[32] 5
// expect out-of-bounds
extern "C" __global__ void past_the_constants(float *out, int n)
{
	out[threadIdx.x] = coefficients[n + threadIdx.x]; // <-- here
}

// run <<<1, 64>>> out[64] 64
// expect deadlock
extern "C" __global__ void barrier_for_too_many(float *out, int n)
{
	out[threadIdx.x] = n;
	asm volatile("bar.sync 1, 96;" ::: "memory"); // <-- here
}

// run <<<1, 32>>> out[32] 40
// expect out-of-bounds
extern "C" __global__ void past_a_local_array(float *out, int n)
{
	float mine[8];
	for (int k = 0; k < 8; k++)
		mine[k] = k * threadIdx.x;
	out[threadIdx.x] = mine[(n + threadIdx.x) % 64]; // <-- here
}

// run <<<1, 32>>> out[32] @x[32] 32
// expect out-of-bounds
// inlined in pick(), inlined at line 378 in pick_twice(), inlined at line 385
__device__ float pick(const float *x, int i)
{
	return x[i + 1]; // <-- here
}

__device__ float pick_twice(const float *x, int i)
{
	float a = pick(x, i);
	return 2 * a;
}

extern "C" __global__ void in_an_inlined_function(float *out, const float *x, int n)
{
	int i = threadIdx.x % n;
	out[i] = pick_twice(x, i);
}

// run <<<2, 32>>> =flag[1] =data[1] out[1] 1
// expect data-race-global
extern "C" __global__ void flag_in_the_second_cache_without_fence(int *flag, float *data, float *out, int n)
{
	int seen = 0;
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = n; // <-- here
		asm volatile("st.global.cg.b32 [%0], %1;" : : "l"(flag), "r"(1) : "memory");
	} else {
		do
			asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
		while (!seen);
		*out = *data; // <-- here
	}
}

// run <<<1, 64>>> out[64] @x[64] 64
// expect data-race-shared
// inlined in mirrored(), inlined at line 419
// advice put __syncthreads() between line 418 and line 419
__device__ float mirrored(const float *s, int i)
{
	return s[63 - i]; // <-- here
}

extern "C" __global__ void between_the_calls(float *out, const float *x, int n)
{
	__shared__ float s[64];
	s[threadIdx.x] = x[threadIdx.x % n];
	out[threadIdx.x] = mirrored(s, threadIdx.x);
}
