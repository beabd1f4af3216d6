// Correct code of every kind of synchronisation: nothing may be said about it.

// run <<<4, 256>>> out[1000] @x[1000] @y[1000] 1000
// expect nothing
extern "C" __global__ void add(float *out, const float *x, const float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = x[i] + y[i];
}

// run <<<2, 128>>> =y[1000] @x[1000] 1000
// expect nothing
extern "C" __global__ void saxpy_strided(float *y, const float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] = 2 * x[i] + y[i];
}

// run <<<1, 256>>> out[256] @in[256] 256
// expect nothing
extern "C" __global__ void reverse(float *out, const float *in, int n)
{
	__shared__ float tile[256];
	int i = threadIdx.x;
	tile[i] = in[i];
	__syncthreads();
	out[i] = tile[n - 1 - i];
}

// run <<<4, 256>>> out[4] @in[1000] 1000
// expect nothing
extern "C" __global__ void reduce(float *out, const float *in, int n)
{
	__shared__ float sum[256];
	int t = threadIdx.x, i = blockIdx.x * 256 + t;
	sum[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int half = 128; half > 0; half /= 2) {
		if (t < half)
			sum[t] += sum[t + half];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = sum[0];
}

// run <<<1, 64>>> out[1] @in[64] 64
// expect nothing
extern "C" __global__ void reduce_last_warp(float *out, const float *in, int n)
{
	__shared__ float sum[64];
	int t = threadIdx.x;
	sum[t] = in[t];
	__syncthreads();
	if (t < 32) {
		for (int half = 32; half > 0; half /= 2) {
			float more = sum[t + half < n ? t + half : t];
			__syncwarp();
			if (t < half)
				sum[t] += more + half;
			__syncwarp();
		}
	}
	if (t == 0)
		out[0] = sum[0];
}

// run <<<1, 256>>> out[1] @in[256] 256
// expect nothing
extern "C" __global__ void reduce_shuffle(float *out, const float *in, int n)
{
	__shared__ float sums[8];
	float x = in[threadIdx.x];
	for (int d = 16; d > 0; d /= 2)
		x += __shfl_down_sync(0xffffffff, x, d);
	if (threadIdx.x % 32 == 0)
		sums[threadIdx.x / 32] = x;
	__syncthreads();
	if (threadIdx.x < 8) {
		x = sums[threadIdx.x];
		for (int d = 4; d > 0; d /= 2)
			x += __shfl_down_sync(0xff, x, d);
		if (threadIdx.x == 0)
			out[0] = x;
	}
}

// run <<<dim3(2,2), dim3(16,16)>>> out[1024] @a[1024] @b[1024] 32
// expect nothing
extern "C" __global__ void matmul(float *out, const float *a, const float *b, int n)
{
	__shared__ float ta[16][16], tb[16][16];
	int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int t = 0; t < n; t += 16) {
		ta[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
		tb[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
		__syncthreads();
	}
	out[row * n + col] = sum;
}

// run <<<4, 256>>> =bins[16] @in[1024] 1024
// expect nothing
extern "C" __global__ void histogram(int *bins, const int *in, int n)
{
	__shared__ int mine[16];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x < 16)
		mine[threadIdx.x] = 0;
	__syncthreads();
	if (i < n)
		atomicAdd(&mine[(in[i] + i) % 16], 1);
	__syncthreads();
	if (threadIdx.x < 16)
		atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

// run <<<4, 64>>> =partial[4] =ticket[1] out[1] @in[256] 4
// expect nothing
extern "C" __global__ void last_block(float *partial, unsigned *ticket, float *out, const float *in, int blocks)
{
	__shared__ bool last;
	if (threadIdx.x == 0) {
		partial[blockIdx.x] = in[blockIdx.x] + blockIdx.x + 1;
		__threadfence();
		last = atomicAdd(ticket, 1) == blocks - 1;
		__threadfence();
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		float sum = 0;
		for (int b = 0; b < blocks; b++)
			sum += partial[b];
		out[0] = sum;
	}
}

// run <<<2, 36>>> =lock[1] =count[1] 1
// expect nothing
extern "C" __global__ void lock(int *lock, int *count, int n)
{
	bool done = false;
	while (!done)
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			*(volatile int *)count += n;
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
}

// run <<<2, 128>>> =found[1] @in[256] 256
// expect nothing
extern "C" __global__ void any_zero(int *found, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] == 0)
		*found = 1;
}

// run <<<1, 64>>> out[64] @in[64] 64
// expect nothing
extern "C" __global__ void any_in_block(int *out, const int *in, int n)
{
	__shared__ int found;
	if (threadIdx.x == 0)
		found = 0;
	__syncthreads();
	if (in[threadIdx.x] == 0)
		found = 1;
	__syncthreads();
	out[threadIdx.x] = found;
}

// run <<<1, 100, 800>>> out[100] @in[100] 100
// expect nothing
extern "C" __global__ void scan(float *out, const float *in, int n)
{
	extern __shared__ float temp[];
	int t = threadIdx.x, to = 0, from = 1;
	temp[t] = in[t] + 1;
	__syncthreads();
	for (int d = 1; d < n; d *= 2) {
		to = 1 - to;
		from = 1 - to;
		temp[to * n + t] = t >= d ? temp[from * n + t] + temp[from * n + t - d] : temp[from * n + t];
		__syncthreads();
	}
	out[t] = temp[to * n + t];
}

// run <<<3, 96>>> out[1200] @in[300] 300
// expect nothing
extern "C" __global__ void vectors_and_bytes(unsigned char *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[4 * i] = in[i] > 0;
	out[4 * i + 3] = out[4 * i] + 1;
	*(short *)(out + 4 * i + 1 + 1) = 7;
	out[4 * i + 3] += 1;
}

// run in order <<<2, 64>>> =flag[1] =data[64] out[64] 64
// expect nothing
extern "C" __global__ void flag_between_blocks(int *flag, float *data, float *out, int n)
{
	int i = threadIdx.x;
	if (blockIdx.x == 0) {
		data[i] = i + 1;
		__threadfence();
		__syncthreads();
		if (i == 0)
			atomicExch(flag, 1);
	} else {
		if (i == 0)
			while (atomicAdd(flag, 0) == 0)
				;
		__syncthreads();
		__threadfence();
		out[i] = data[i];
	}
}

// run <<<1, 64>>> out[2] @in[64] 64
// expect nothing
extern "C" __global__ void votes(int *out, const int *in, int n)
{
	unsigned some = __ballot_sync(0xffffffff, in[threadIdx.x] == 0);
	int all = __syncthreads_and(some == 0xffffffffu);
	if (threadIdx.x < 2)
		out[threadIdx.x] = all;
}

// A flag that is written to and read from the second cache, as CUB 1 does.
// run <<<6, 32>>> =ticket[1] =flag[6] =prefix[6] out[192] 6
// expect nothing
extern "C" __global__ void look_back_in_the_second_cache(int *ticket, int *flag, int *prefix, int *out, int n)
{
	__shared__ int tile, before;
	int t = threadIdx.x, seen = 0;
	if (t == 0)
		tile = atomicAdd(ticket, 1);
	__syncthreads();
	int x = tile * 32 + t + n;
	if (t == 31) {
		int sum = 0;
		if (tile > 0) {
			do
				asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(seen) : "l"(flag + tile - 1) : "memory");
			while (!seen);
			__threadfence();
			sum = prefix[tile - 1];
		}
		prefix[tile] = sum + x;
		__threadfence();
		asm volatile("st.global.cg.b32 [%0], %1;" : : "l"(flag + tile), "r"(1) : "memory");
		before = sum;
	}
	__syncthreads();
	out[tile * 32 + t] = before + x;
}
