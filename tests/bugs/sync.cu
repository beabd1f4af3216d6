// Threads that do not meet, and kernels that do not end.

// run <<<1, 64>>> out[64] 32
// expect divergent-barrier
extern "C" __global__ void barrier_in_both_branches(float *out, int n)
{
	__shared__ float tile[64];
	int i = threadIdx.x;
	if (i < n) {
		tile[i] = i;
		__syncthreads(); // <-- here
		out[i] = tile[i] + 1;
	} else {
		tile[i] = 2 * i;
		__syncthreads(); // <-- here
		out[i] = tile[i] + 3;
	}
}

// run <<<1, 64>>> out[64] 40
// expect exited-at-barrier
extern "C" __global__ void return_before_barrier(float *out, int n)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	out[i] = 1;
	__syncthreads(); // <-- here
	out[i] += 1;
}

// run <<<1, 32>>> out[32] 16
// expect bad-warp-mask
extern "C" __global__ void full_mask_in_half_a_warp(int *out, int n)
{
	int i = threadIdx.x;
	out[i] = 0;
	if (i < n)
		out[i] = __shfl_down_sync(0xffffffff, i, 1); // <-- here
	__syncthreads();
	out[i] += 1;
}

// run <<<1, 32>>> out[32] 16
// expect inactive-lane-read
extern "C" __global__ void reads_a_lane_outside(int *out, int n)
{
	int i = threadIdx.x;
	out[i] = 0;
	if (i < n)
		out[i] = __shfl_sync(0x0000ffff, i, i + 8); // <-- here
}

// run <<<1, 32>>> =flag[1] 1
// expect deadlock
extern "C" __global__ void waits_for_ever(int *flag, int n)
{
	while (atomicAdd(flag, 0) != n) // <-- here
		;
}

// run <<<1, 32>>> out[1] 1
// expect trap
extern "C" __global__ void traps(int *out, int n)
{
	if (n == 1)
		__trap(); // <-- here
	out[0] = n;
}

// run <<<1, 64>>> out[64] 40
// expect exited-at-barrier
// at most 1
// advice line 79 sends some threads past it: guard the work alone
extern "C" __global__ void barriers_in_an_if(float *out, int n)
{
	__shared__ float tile[64];
	int i = threadIdx.x;
	if (i < n) {
		tile[i] = i;
		__syncthreads(); // <-- here
		out[i] = tile[n - 1 - i];
		__syncthreads();
		tile[i] = out[i];
		__syncthreads();
		out[i] += tile[n - 1 - i];
	}
}

// run in order <<<1, 64>>> out[64] 8
// expect data-race-shared
// at most 1
extern "C" __global__ void race_on_a_loop_condition(float *out, int n)
{
	__shared__ int left;
	int i = threadIdx.x;
	if (i == 0)
		left = n;
	__syncthreads();
	while (left > 0) { // <-- here
		out[i] = left;
		if (i == 0)
			left--; // <-- here
		__syncthreads();
	}
}

// Who returns before the barrier has not written its element, which is why it is read unwritten.
// run <<<1, 64>>> out[40] @in[40] 40
// expect uninitialised-read
// at most 1
// advice have returned before __syncthreads()
extern "C" __global__ void returns_before_writing(int *out, const int *in, int n)
{
	__shared__ int tile[64];
	int t = threadIdx.x;
	if (t >= n)
		return;
	tile[t] = in[t];
	__syncthreads();
	out[t] = tile[63 - t]; // <-- here
}
