// Kernels that never end, which is reported long before any limit, and kernels that wait or compute for long and do end.

// run <<<1, 64>>> out[64] =flag[1]
// expect deadlock
extern "C" __global__ void nobody_sets(int *out, volatile int *flag)
{
	while (*flag == 0) // <-- here
		;
	out[threadIdx.x] = 1;
}

// run <<<1, 32>>> =sum[1] =lock[1]
// expect deadlock
extern "C" __global__ void lock_over_syncwarp(int *sum, int *lock)
{
	while (atomicCAS(lock, 0, 1) != 0) // <-- here
		;
	*(volatile int *)sum = *(volatile int *)sum + 1;
	__syncwarp();
	atomicExch(lock, 0);
}

// run <<<1, 64>>> =sum[1] =lock[1]
// expect deadlock
extern "C" __global__ void never_released(int *sum, int *lock)
{
	while (atomicExch(lock, 1) != 0) // <-- here
		;
	__threadfence();
	*(volatile int *)sum = *(volatile int *)sum + 1;
}

// run <<<2, 32>>> =out[2] =flag[1]
// expect (hang) (deadlock) data-race-global
extern "C" __global__ void plain_flag(int *out, int *flag)
{
	if (blockIdx.x == 0) {
		while (*flag == 0) // <-- here
			asm volatile("");
		out[0] = 1;
	} else if (threadIdx.x == 0) {
		*flag = 1; // <-- here
	}
}

// run <<<4, 64>>> =count[1] out[4]
// expect deadlock
extern "C" __global__ void barrier_of_too_many(int *count, int *out)
{
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(count, 1);
		while (atomicAdd(count, 0) < (int)gridDim.x + 1) // <-- here
			;
	}
	__syncthreads();
	out[blockIdx.x] = 1;
}

// run <<<2, 64>>> =flag[1] out[2]
// expect deadlock
extern "C" __global__ void all_ask_together(volatile int *flag, int *out)
{
	__shared__ int seen;
	do {
		if (threadIdx.x == 0)
			seen = *flag; // <-- here
		__syncthreads();
		if (seen)
			break;
		__syncthreads();
	} while (true);
	out[blockIdx.x] = 1;
}

// run <<<1, 64>>> out[2]
// expect deadlock
extern "C" __global__ void two_warps_each_first(int *out)
{
	__shared__ volatile int ready[2];
	int w = threadIdx.x / 32;
	ready[w] = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		while (ready[1 - w] == 0) // <-- here
			;
		__threadfence_block();
		ready[w] = 1;
		out[w] = 1;
	}
}

// run <<<1, 32>>> =out[1]
// expect hang
extern "C" __global__ void goes_in_circles(int *out)
{
	for (unsigned i = 10; i < 11; i = i * 3 % 20) // <-- here
		asm volatile("");
	out[0] = 1;
}

// run <<<1, 32>>> =flag[1] out[1]
// expect deadlock
extern "C" __global__ void patient(volatile int *flag, int *out)
{
	long long start = clock64();
	while (*flag == 0 && clock64() - start < 1ll << 60) // <-- here
		;
	out[0] = 1;
}

// ---- and those that end ----

// run <<<2, 32>>> out[2]
// expect nothing
extern "C" __global__ void long_sum(unsigned *out)
{
	unsigned x = threadIdx.x;
	for (int i = 0; i < 60000; i++)
		x = x * 1664525u + 1013904223u;
	if (threadIdx.x == 0)
		out[blockIdx.x] = x;
}

// run <<<1, 32>>> out[1]
// expect nothing
extern "C" __global__ void delay(int *out)
{
	long long start = clock64();
	while (clock64() - start < 300000)
		;
	if (threadIdx.x == 0)
		out[0] = 1;
}

// run <<<1, 32>>> =flag[1] out[1]
// expect nothing
extern "C" __global__ void gives_up(volatile int *flag, int *out)
{
	long long start = clock64();
	while (*flag == 0 && clock64() - start < 100000000000ll)
		;
	if (threadIdx.x == 0)
		out[0] = *flag;
}

// run <<<1, 64>>> out[1]
// expect nothing
extern "C" __global__ void slow_producer(unsigned *out)
{
	__shared__ volatile int ready;
	__shared__ volatile unsigned value;
	if (threadIdx.x == 0)
		ready = 0;
	__syncthreads();
	if (threadIdx.x == 32) {
		unsigned x = 1;
		for (int i = 0; i < 60000; i++)
			x = x * 1664525u + 1013904223u;
		value = x;
		__threadfence_block();
		ready = 1;
	} else if (threadIdx.x == 0) {
		while (ready == 0)
			;
		__threadfence_block();
		out[0] = value;
	}
}

// run <<<3, 32>>> =turn[1] out[3]
// expect nothing
extern "C" __global__ void slow_blocks_in_turn(int *turn, unsigned *out)
{
	if (threadIdx.x)
		return;
	while (atomicAdd(turn, 0) != 2 - (int)blockIdx.x)
		;
	__threadfence();
	unsigned x = 1;
	for (int i = 0; i < 20000; i++)
		x = x * 1664525u + 1013904223u;
	out[blockIdx.x] = x;
	__threadfence();
	atomicAdd(turn, 1);
}

// run <<<1, 32>>> =count[1]
// expect nothing
extern "C" __global__ void counts_in_memory(int *count)
{
	if (threadIdx.x == 0)
		while (atomicAdd(count, 1) < 50000)
			;
}

// run <<<1, 96>>> =count[1]
// expect nothing
extern "C" __global__ void rounds_with_barriers(int *count)
{
	__shared__ int left;
	if (threadIdx.x == 0)
		left = 4000;
	__syncthreads();
	while (left > 0) {
		__syncthreads();
		if (threadIdx.x == 0)
			left--;
		__syncthreads();
	}
	if (threadIdx.x == 0)
		*count = left;
}

// run <<<1, 64>>> =count[1]
// expect nothing
extern "C" __global__ void rounds_in_a_register(int *count)
{
	int n = 0;
	for (int i = 0; i < 20000; i++)
		n += __syncthreads_or(i == 19999);
	if (threadIdx.x == 0)
		*count = n;
}

// Two blocks take two locks in opposite order: whether they meet depends on when each runs, and who sleeps lets the other run.
// run in order <<<2, 32>>> =sum[1] =lock[2]
// expect deadlock
// at most 1
// advice take the locks in one order
extern "C" __global__ void locks_in_opposite_order(int *sum, int *lock)
{
	int mine = blockIdx.x, other = 1 - mine;
	if (threadIdx.x)
		return;
	while (atomicCAS(&lock[mine], 0, 1) != 0)
		;
	__nanosleep(100);
	while (atomicCAS(&lock[other], 0, 1) != 0) // <-- here
		;
	__threadfence();
	*(volatile int *)sum = *(volatile int *)sum + 1;
	__threadfence();
	atomicExch(&lock[other], 0);
	atomicExch(&lock[mine], 0);
}

// The same between two warps of a block, with the rest of each warp waiting behind.
// run <<<1, 64>>> =sum[1] =lock[2]
// expect deadlock
// at most 1
// advice take the locks in one order
extern "C" __global__ void warps_in_opposite_order(int *sum, int *lock)
{
	int mine = threadIdx.x / 32, other = 1 - mine;
	if (threadIdx.x % 32 == 0) {
		while (atomicExch(&lock[mine], 1) != 0)
			;
		__nanosleep(1000);
		while (atomicExch(&lock[other], 1) != 0) // <-- here
			__nanosleep(20);
		__threadfence();
		*(volatile int *)sum = *(volatile int *)sum + 1;
		__threadfence();
		atomicExch(&lock[other], 0);
		atomicExch(&lock[mine], 0);
	}
	__syncthreads();
}

// run <<<8, 32>>> =sum[1] =lock[2]
// expect nothing
extern "C" __global__ void locks_in_one_order(int *sum, int *lock)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(&lock[0], 0, 1) != 0)
		__nanosleep(40);
	__nanosleep(100);
	while (atomicCAS(&lock[1], 0, 1) != 0)
		__nanosleep(40);
	__threadfence();
	*(volatile int *)sum = *(volatile int *)sum + 1;
	__threadfence();
	atomicExch(&lock[1], 0);
	__nanosleep(100);
	atomicExch(&lock[0], 0);
}

// run <<<4, 64>>> out[256]
// expect nothing
extern "C" __global__ void sleeps_alone(int *out)
{
	for (int k = 0; k < 10; k++)
		__nanosleep(threadIdx.x * 10);
	out[blockIdx.x * 64 + threadIdx.x] = 1;
}
