// Variables and elements of local arrays that nothing has written, and code that copies them without a use.

// run <<<1, 64>>> out[64] @in[64] 64
// expect uninitialised-read
extern "C" __global__ void sum_from_nothing(float *out, const float *in, int n)
{
	float sum;
	for (int i = threadIdx.x; i < n; i += 32)
		sum += in[i];
	out[threadIdx.x] = sum; // <-- here
}

// run <<<1, 64>>> out[64] @in[64] 40
// expect uninitialised-read
extern "C" __global__ void one_branch_only(int *out, const int *in, int n)
{
	int v;
	if (threadIdx.x < n)
		v = in[threadIdx.x];
	out[threadIdx.x] = v; // <-- here
}

// run <<<1, 64>>> out[64] @in[64] 3
// expect uninitialised-read
extern "C" __global__ void array_partly_filled(int *out, const int *in, int n)
{
	int best[4];
	for (int k = 0; k < n; k++)
		best[k] = in[k];
	out[threadIdx.x] = best[(in[threadIdx.x] + threadIdx.x) & 3]; // <-- here
}

// run <<<1, 32>>> out[256] @in[64] 64
// expect uninitialised-read
extern "C" __global__ void counts_from_nothing(int *out, const int *in, int n)
{
	int count[8];
	for (int k = 0; k < n; k++)
		count[(in[k] + k) & 7]++;
	for (int k = 0; k < 8; k++)
		out[threadIdx.x * 8 + k] = count[k]; // <-- here
}

// run <<<1, 32>>> out[32] @in[64] 64
// expect uninitialised-read
extern "C" __global__ void largest_of_nothing(int *out, const int *in, int n)
{
	int m;
	for (int k = threadIdx.x; k < n; k += 32)
		if (in[k] > m)
			m = in[k];
	out[threadIdx.x] = m; // <-- here
}

// run <<<1, 32>>> out[32] @in[64] 20
// expect uninitialised-read
extern "C" __global__ void decides(int *out, const int *in, int n)
{
	int limit;
	if (threadIdx.x < n)
		limit = in[threadIdx.x] + 5;
	int sum = 1;
	for (int k = 0; k < 30 && k < limit; k++) // <-- here
		sum = sum * 3 + in[sum & 31]; // <-- here
	out[threadIdx.x] = sum;
}

// run <<<1, 32>>> =out[32] @in[64] 20
// expect uninitialised-read
extern "C" __global__ void index_from_nothing(int *out, const int *in, int n)
{
	int at[4];
	for (int k = 0; k < n - 18; k++)
		at[in[k] + k] = 5;
	atomicAdd(&out[at[(in[threadIdx.x] + threadIdx.x) & 3]], 1); // <-- here
}

// run <<<1, 32>>> =out[32] @in[64] 20
// expect uninitialised-read
extern "C" __global__ void adds_nothing(int *out, const int *in, int n)
{
	int v[4];
	for (int k = 0; k < n - 18; k++)
		v[in[k] + k] = 5;
	atomicAdd(&out[0], v[(in[threadIdx.x] + threadIdx.x) & 3]); // <-- here
}

__device__ __noinline__ float twice(float v)
{
	return 2.0f * v;
}

// run <<<1, 32>>> out[32] @in[64] 20
// expect uninitialised-read
extern "C" __global__ void through_a_call(float *out, const float *in, int n)
{
	float v[4];
	for (int k = 0; k < n - 18; k++)
		v[(int)in[k] + k] = 5;
	out[threadIdx.x] = twice(v[((int)in[threadIdx.x] + threadIdx.x) & 3]); // <-- here
}

// run <<<1, 32>>> out[32] @in[64] 20
// expect uninitialised-read
extern "C" __global__ void through_a_shuffle(int *out, const int *in, int n)
{
	int v;
	if (threadIdx.x < n)
		v = in[threadIdx.x];
	for (int step = 16; step; step /= 2)
		v += __shfl_xor_sync(0xffffffff, v, step);
	out[threadIdx.x] = v; // <-- here
}

// run <<<1, 32>>> out[32] @in[64] 20
// expect nothing
extern "C" __global__ void written_where_used(int *out, const int *in, int n)
{
	int v;
	if (threadIdx.x < n)
		v = in[threadIdx.x];
	__syncthreads();
	if (threadIdx.x < n)
		out[threadIdx.x] = v;
}

// run <<<1, 32>>> out[32] @in[64] 20
// expect nothing
extern "C" __global__ void selected_away(int *out, const int *in, int n)
{
	int v, w;
	bool has = threadIdx.x < n;
	if (has)
		v = in[threadIdx.x];
	w = v * 3 + 1;
	out[threadIdx.x] = has ? w : 0;
}

// run <<<1, 32>>> out[32] @in[64] 20
// expect nothing
extern "C" __global__ void lanes_left_out_of_a_sum(int *out, const int *in, int n)
{
	int v;
	if (threadIdx.x < n)
		v = in[threadIdx.x];
	int right = __shfl_down_sync(0xffffffff, v, 1);
	if (threadIdx.x + 1 < n)
		out[threadIdx.x] = v + right;
}

struct record { char tag; int value; double weight; short last; };

// run <<<1, 32>>> out[512] @in[64] 20
// expect nothing
extern "C" __global__ void padding(struct record *out, const int *in, int n)
{
	struct record r[3];
	for (int k = 0; k < 3; k++) {
		r[k].tag = (char)k;
		r[k].value = in[threadIdx.x];
		r[k].weight = 1.5 * k;
		r[k].last = 7;
	}
	if (threadIdx.x < 16)
		out[threadIdx.x] = r[in[threadIdx.x] % 3];
}

// run <<<1, 32>>> out[32] @in[64] 20
// expect nothing
extern "C" __global__ void stack_of_indices(int *out, const int *in, int n)
{
	int stack[16], top = 0, sum = 0;
	stack[top++] = threadIdx.x;
	while (top) {
		int at = stack[--top];
		sum += in[at];
		if (at > 1 && top < 14) {
			stack[top++] = at / 2;
			stack[top++] = at / 3;
		}
	}
	out[threadIdx.x] = sum;
}

// run <<<1, 32>>> out[32] @in[64] 64
// expect nothing
extern "C" __global__ void first_found(int *out, const int *in, int n)
{
	int best, count = 0;
	for (int k = threadIdx.x; k < n; k += 32)
		if (count++ == 0 || in[k] > best)
			best = in[k];
	out[threadIdx.x] = count ? best : -1;
}

// run <<<1, 32>>> out[32] @in[64] 20
// expect nothing
extern "C" __global__ void insertion(int *out, const int *in, int n)
{
	int sorted[8], have = 0;
	for (int k = 0; k < n; k++) {
		int v = in[k] + (k * 7 & 15), at = have < 8 ? have : 8;
		while (at > 0 && sorted[at - 1] < v) {
			if (at < 8)
				sorted[at] = sorted[at - 1];
			at--;
		}
		if (at < 8)
			sorted[at] = v;
		have += have < 8;
	}
	for (int k = 0; k < have; k++)
		out[threadIdx.x] = sorted[k];
}

// run <<<1, 32>>> out[32] 1
// expect out-of-bounds
extern "C" __global__ void local_of_another(int *out, int n)
{
	__shared__ int *where[32];
	volatile int keep[4];
	keep[threadIdx.x & 3] = threadIdx.x * 10;
	where[threadIdx.x] = (int *)&keep[threadIdx.x & 3];
	__syncthreads();
	out[threadIdx.x] = *where[(threadIdx.x + n) % 32]; // <-- here
}

// run <<<2, 64>>> out[128] 0
// expect nothing
extern "C" __global__ void local_of_its_own(int *out, int n)
{
	__shared__ int *where[64];
	volatile int keep[4];
	for (int k = 0; k < 4; k++)
		keep[k] = threadIdx.x * 10;
	where[threadIdx.x] = (int *)&keep[threadIdx.x & 3];
	__syncthreads();
	out[blockIdx.x * 64 + threadIdx.x] = *where[(threadIdx.x + n) % 64];
}

/* ---- shared memory ---- */

// run <<<1, 64>>> out[64] @in[40] 40
// expect nothing
extern "C" __global__ void shared_only_moved(float *out, const float *in, int n)
{
	__shared__ float tile[64], copy[64];
	int t = threadIdx.x;
	if (t < n)
		tile[t] = in[t];
	__syncthreads();
	copy[t] = tile[t];
	__syncthreads();
	float other = copy[63 - t];
	out[t] = 63 - t < n ? other : 0;
}

// run <<<1, 64>>> =out[64] @in[40] 40
// expect nothing
extern "C" __global__ void shared_tail_summed_in_vain(float *out, const float *in, int n)
{
	__shared__ float sums[64];
	int t = threadIdx.x;
	if (t < n)
		sums[t] = in[t];
	__syncthreads();
	for (int d = 1; d < 64; d *= 2) {
		float before = t >= d ? sums[t - d] : 0;
		__syncthreads();
		sums[t] += before;
		__syncthreads();
	}
	if (t < n)
		out[t] = sums[t];
}

// run <<<1, 64>>> out[64] @in[40] 40
// expect uninitialised-read
// at most 1
// advice every element written
extern "C" __global__ void shared_tail_summed(float *out, const float *in, int n)
{
	__shared__ float sums[64];
	int t = threadIdx.x;
	if (t < n)
		sums[t] = in[t];
	__syncthreads();
	for (int d = 32; d > 0; d /= 2) {
		if (t < d)
			sums[t] += sums[t + d]; // <-- here
		__syncthreads();
	}
	if (t == 0)
		out[0] = sums[0];
}

// run <<<1, 64>>> out[64] @in[40] 40
// expect uninitialised-read
// at most 1
extern "C" __global__ void shared_moved_and_stored(float *out, const float *in, int n)
{
	__shared__ float tile[64], copy[64];
	int t = threadIdx.x;
	if (t < n)
		tile[t] = in[t];
	__syncthreads();
	copy[63 - t] = tile[t]; // <-- here
	__syncthreads();
	out[t] = copy[t] * 2;
}

// run <<<1, 64>>> =out[64] @in[40] 40
// expect uninitialised-read
// at most 1
extern "C" __global__ void shared_decides(int *out, const int *in, int n)
{
	__shared__ int seen[64];
	int t = threadIdx.x;
	if (t < n)
		seen[t] = in[t];
	__syncthreads();
	int mine = seen[t]; // <-- here
	out[0] = 1;
	if (mine == 77)
		atomicAdd(&out[1], 1);
}

// run <<<1, 64>>> =out[64] @in[40] 40
// expect uninitialised-read
// at most 1
extern "C" __global__ void shared_is_an_index(int *out, const int *in, int n)
{
	__shared__ int to[64];
	int t = threadIdx.x;
	if (t < n)
		to[t] = t;
	__syncthreads();
	out[to[t]] = 1; // <-- here
}

// run <<<1, 64>>> =out[64] @in[40] 40
// expect uninitialised-read
// at most 1
extern "C" __global__ void shared_counter_without_a_beginning(int *out, const int *in, int n)
{
	__shared__ int count;
	int t = threadIdx.x;
	if (t < n)
		atomicAdd(&count, in[t]); // <-- here
	__syncthreads();
	if (t == 0)
		out[0] = count;
}

// The place of the writes is garbage, beyond both arrays: what is not in the list, and where it went, are consequences.
// run <<<1, 64>>> =out[64] @in[64] 64
// expect uninitialised-read
// at most 1
extern "C" __global__ void shared_counter_places_beyond(int *out, const int *in, int n)
{
	__shared__ int list[64];
	__shared__ unsigned used; // counts in halves
	int t = threadIdx.x;
	if (t < n && in[t] >= 0)
		list[atomicAdd(&used, 2) / 2] = t; // <-- here
	__syncthreads();
	if (t < used / 2)
		out[list[t]] = 1;
}

// run <<<1, 32>>> =out[32] @in[32] 32
// expect nothing
extern "C" __global__ void shared_bits_set_one_by_one(int *out, const int *in, int n)
{
	struct flags { unsigned low : 4, high : 4; };
	__shared__ flags all[32];
	int t = threadIdx.x;
	all[t].low = t & 15;
	__syncwarp();
	out[t] = all[t].low;
}

// run <<<1, 64>>> out[64] @in[40] 40
// expect uninitialised-read
// at most 1
extern "C" __global__ void shared_far_away(float *out, const float *in, int n)
{
	__shared__ float x[64];
	int t = threadIdx.x;
	float sum = 0;
	if (t < n)
		x[t] = in[t] + t;
	__syncthreads();
	for (int k = 0; k < 64; k++) {
		float d = x[k] - t; // <-- here
		float r = rsqrtf(d * d + 1);
		sum += r * r * r * d;
	}
	out[t] = sum;
}

/* ---- a maximum: unwritten contents may be smaller than the rest, but need not be ---- */

// run <<<1, 32>>> out[1] @in[32] 32
// expect uninitialised-read
extern "C" __global__ void shared_enters_a_maximum(float *out, const float *in, int n)
{
	__shared__ float most[33];
	most[threadIdx.x] = in[threadIdx.x] + 1e30f;
	__syncthreads();
	if (threadIdx.x == 0) {
		float best = most[0];
		for (int k = 1; k <= n; k++)
			best = fmaxf(best, most[k]); // <-- here
		out[0] = best;
	}
}

// run <<<1, 32>>> out[1] @in[32] 32
// expect uninitialised-read
extern "C" __global__ void shared_is_compared(float *out, const float *in, int n)
{
	__shared__ float most[33];
	most[threadIdx.x] = in[threadIdx.x] + 1e30f;
	__syncthreads();
	if (threadIdx.x == 0) {
		int best = 0;
		for (int k = 1; k <= n; k++)
			if (most[k] > most[best]) // <-- here
				best = k;
		out[0] = best; // <-- here
	}
}

// run <<<1, 32>>> out[1] @in[32] 32
// expect nothing
extern "C" __global__ void shared_is_clamped(float *out, const float *in, int n)
{
	__shared__ float most[33];
	most[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	if (threadIdx.x == 0)
		out[0] = fminf(fmaxf(most[n], 1.0f), 1.0f);
}
