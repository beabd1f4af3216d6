// Threads that use the same bytes with nothing to order them.

// run <<<1, 256>>> out[256] @in[256] 256
// expect data-race-shared
extern "C" __global__ void reverse_without_barrier(float *out, const float *in, int n)
{
	__shared__ float tile[256];
	int i = threadIdx.x;
	tile[i] = in[i];
	out[i] = tile[n - 1 - i]; // <-- here
}

// run <<<1, 256>>> out[1] @in[256] 256
// expect data-race-shared
extern "C" __global__ void reduce_without_barrier(float *out, const float *in, int n)
{
	__shared__ float sum[256];
	int i = threadIdx.x;
	sum[i] = in[i];
	__syncthreads();
	for (int half = n / 2; half > 0; half /= 2)
		if (i < half)
			sum[i] += sum[i + half]; // <-- here
	if (i == 0)
		out[0] = sum[0];
}

// run <<<dim3(2,2), dim3(16,16)>>> out[1024] @a[1024] @b[1024] 32
// expect data-race-shared
extern "C" __global__ void matmul_second_barrier_missing(float *out, const float *a, const float *b, int n)
{
	__shared__ float ta[16][16], tb[16][16];
	int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int t = 0; t < n; t += 16) {
		ta[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x] + t + threadIdx.x; // <-- here
		tb[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col] + t + threadIdx.y; // <-- here
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
	}
	out[row * n + col] = sum;
}

// run <<<1, 32>>> out[32] @in[32] 32
// expect race-within-warp
extern "C" __global__ void lockstep(float *out, const float *in, int n)
{
	__shared__ float tile[32];
	int i = threadIdx.x;
	tile[i] = in[i];
	out[i] = tile[31 - i]; // <-- here
}

// run <<<4, 64>>> =count[1] 1
// expect data-race-global
extern "C" __global__ void counts_without_atomics(int *count, int step)
{
	count[0] += step; // <-- here
}

// run <<<1, 64>>> =bins[4] 4
// expect data-race-global
extern "C" __global__ void one_bin_many_values(int *bins, int n)
{
	bins[threadIdx.x % n] = threadIdx.x; // <-- here
}

// run <<<4, 64>>> =data[257] 256
// expect data-race-global
extern "C" __global__ void shift_in_place(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float next = data[i + 1]; // <-- here
	data[i] = next + 1; // <-- here
}

// run <<<4, 64>>> =partial[4] =ticket[1] out[1] @in[256] 4
// expect data-race-global
extern "C" __global__ void last_block_no_fence(float *partial, unsigned *ticket, float *out, const float *in, int blocks)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		partial[blockIdx.x] = in[blockIdx.x] + blockIdx.x + 1;
		last = atomicAdd(ticket, 1) == blocks - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		float sum = 0;
		for (int b = 0; b < blocks; b++)
			sum += partial[b]; // <-- here
		out[0] = sum;
	}
}

// run <<<2, 36>>> =lock[1] =count[1] 1
// expect data-race-global
extern "C" __global__ void lock_no_fence(int *lock, int *count, int n)
{
	bool done = false;
	while (!done)
		if (atomicCAS(lock, 0, 1) == 0) {
			count[0] += n; // <-- here
			atomicExch(lock, 0);
			done = true;
		}
}

// run <<<1, 128>>> out[128]
// expect data-race-shared
// at most 2
extern "C" __global__ void scan_with_one_barrier(float *out)
{
	__shared__ float sums[128];
	int i = threadIdx.x;
	sums[i] = i;
	__syncthreads();
	for (int d = 1; d < 128; d *= 2) {
		float add = i >= d ? sums[i - d] : 0; // <-- here
		sums[i] += add; // <-- here
		__syncthreads();
	}
	out[i] = sums[i];
}

// run <<<1, 128>>> out[128]
// expect data-race-shared
// at most 1
extern "C" __global__ void two_reads_before_a_write(float *out)
{
	__shared__ float tile[128];
	int i = threadIdx.x;
	tile[i] = i;
	__syncthreads();
	float right = tile[(i + 1) % 128];
	float left = tile[(i + 127) % 128];
	tile[i] = left + right; // <-- here
	__syncthreads();
	out[i] = tile[i];
}

// run <<<1, 128>>> =out[2] @in[128] 128
// expect data-race-shared
// at most 1
// advice between line 152 and line 154
extern "C" __global__ void one_barrier_for_two(int *out, const int *in, int n)
{
	__shared__ int count, top;
	int t = threadIdx.x;
	if (t == 0) {
		count = 0;
		top = 0;
	}
	atomicAdd(&count, in[t] & 1); // <-- here
	atomicMax(&top, in[t]); // <-- here
	__syncthreads();
	if (t == 0) {
		out[0] = count;
		out[1] = top;
	}
}

// run <<<1, 128>>> out[256] =x[128] 128
// expect data-race-shared
// at most 1
extern "C" __global__ void index_from_a_race(int *out, const int *x, int n)
{
	__shared__ int at[128];
	int t = threadIdx.x;
	at[t] = t;
	out[at[(t + 64) % n]] = x[t] + t; // <-- here
}

// run <<<8, 32>>> =lock[1] =best[1] =where[1] @in[8] 8
// expect data-race-global
// at most 1
// advice take a lock with one atomic operation
extern "C" __global__ void lock_taken_in_two_steps(int *lock, int *best, int *where, const int *in, int n)
{
	if (threadIdx.x == 0) {
		while (*(volatile int *)lock != 0) // <-- here
			;
		*lock = 1; // <-- here
		__threadfence();
		int v = in[blockIdx.x] + blockIdx.x % n;
		if (v > *best) {
			*best = v;
			*where = blockIdx.x;
		}
		__threadfence();
		*lock = 0; // <-- here
	}
}

// run <<<2, 32>>> =box[4] 41
// expect data-race-global
// at most 1
extern "C" __global__ void flag_and_data_in_one_array(int *box, int n)
{
	if (threadIdx.x == 0 && blockIdx.x == 0) {
		box[1] = n;
		__threadfence();
		box[0] = 1; // <-- here
	} else if (threadIdx.x == 0) {
		while (*(volatile int *)box == 0) // <-- here
			;
		box[2] = box[1] + 1;
	}
}

// The lock that works does not excuse what is counted outside of it.
// run <<<8, 32>>> =lock[1] =sum[1] =count[1] 8
// expect data-race-global
// at most 1
extern "C" __global__ void counts_outside_of_the_lock(int *lock, int *sum, int *count, int n)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		*sum += n;
		__threadfence();
		atomicExch(lock, 0);
		*count += 1; // <-- here
	}
}

// run <<<2, 128>>> out[2] @in[256]
// expect data-race-shared
// at most 1
// advice the kernel has no __syncthreads() at all
extern "C" __global__ void sum_without_barriers(float *out, const float *in)
{
	__shared__ float part[128];
	int t = threadIdx.x;
	part[t] = in[blockIdx.x * 128 + t]; // <-- here
	for (int half = 64; half > 0; half /= 2)
		if (t < half)
			part[t] += part[t + half]; // <-- here
	if (t == 127)
		out[blockIdx.x] = part[0]; // <-- here
}

// What is stored at a racy place is no cause of its own.
// run <<<1, 32>>> out[32] =tail[1]
// expect race-within-warp
// at most 1
// advice atomicAdd(), which returns the value before
extern "C" __global__ void append_by_hand(int *out, int *tail)
{
	if (threadIdx.x % 4 == 0)
		out[(*tail)++] = threadIdx.x; // <-- here
}

// An update on two lines.
// run <<<1, 128>>> out[8] @in[128]
// expect data-race-shared
// at most 1
// advice use one atomic operation, such as atomicAdd()
extern "C" __global__ void count_on_two_lines(int *out, const int *in)
{
	__shared__ int bins[8];
	if (threadIdx.x < 8)
		bins[threadIdx.x] = 0;
	__syncthreads();
	int b = in[threadIdx.x] & 7;
	int n = bins[b]; // <-- here
	bins[b] = n + 1; // <-- here
	__syncthreads();
	if (threadIdx.x < 8)
		out[threadIdx.x] = bins[threadIdx.x];
}

// One thread updates what all read.
// run <<<1, 128>>> out[128]
// expect data-race-shared
// at most 1
// advice put __syncthreads() between
extern "C" __global__ void next_level_by_one(int *out)
{
	__shared__ int level;
	if (threadIdx.x == 0)
		level = 3;
	__syncthreads();
	int now = level; // <-- here
	if (threadIdx.x == 0)
		level = now + 1; // <-- here
	__syncthreads();
	out[threadIdx.x] = level + now;
}

// Two loops, and a barrier missing at the end of each: two places to change.
// run <<<1, 128>>> out[128] @in[256]
// expect data-race-shared
extern "C" __global__ void two_loops_refill(float *out, const float *in)
{
	__shared__ float a[128], b[128];
	int t = threadIdx.x;
	float sum = 0;
	for (int k = 0; k < 2; k++) {
		a[t] = in[k * 128 + t]; // <-- here
		__syncthreads();
		sum += a[127 - t]; // <-- here
	}
	for (int k = 0; k < 2; k++) {
		b[t] = in[k * 128 + t] + 1; // <-- here
		__syncthreads();
		sum *= b[127 - t]; // <-- here
	}
	out[t] = sum;
}

// The same first elements, and other last ones.
// run <<<1, 128>>> out[256] @in[256] 64
// expect data-race-shared
extern "C" __global__ void last_row_of_each(float4 *out, const float4 *in, int n)
{
	__shared__ float4 rows[64];
	int t = threadIdx.x, i = t < n ? t : n - 1;
	float4 row = in[i];
	row.w = t;
	rows[i] = row; // <-- here
	__syncthreads();
	if (t < n)
		out[t] = rows[n - 1 - t];
}
