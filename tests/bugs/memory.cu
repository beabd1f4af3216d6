// Accesses to the wrong place, and reads of what nobody wrote.

// run <<<4, 256>>> out[1000] @in[1000] 1000
// expect out-of-bounds
extern "C" __global__ void past_the_end(float *out, const float *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = 2.0f; // <-- here
}

// run <<<1, 64>>> out[64] @in[64] 64
// expect out-of-bounds
extern "C" __global__ void before_the_start(float *out, const float *in, int n)
{
	int i = threadIdx.x;
	out[i] = in[i - 1]; // <-- here
}

// run <<<1, 64>>> out[64] =index[64] 64
// expect out-of-bounds
extern "C" __global__ void far_away(float *out, const int *index, int n)
{
	int i = threadIdx.x;
	out[index[i] + 1000000000] = 1.0f; // <-- here
}

// run <<<1, 64>>> out[64] 64
// expect out-of-bounds
extern "C" __global__ void past_shared(float *out, int n)
{
	__shared__ float tile[64];
	int i = threadIdx.x;
	tile[i + n] = i; // <-- here
	__syncthreads();
	out[i] = tile[i + n]; // <-- here
}

// run <<<1, 64>>> out[64] 64
// expect out-of-bounds
extern "C" __global__ void no_dynamic_shared(float *out, int n)
{
	extern __shared__ float scratch[];
	int i = threadIdx.x;
	scratch[i] = i; // <-- here
	__syncthreads();
	out[i] = scratch[n - 1 - i]; // <-- here
}

// run <<<1, 64, 256>>> out[64] 64
// expect out-of-bounds
extern "C" __global__ void into_dynamic_shared(float *out, int n)
{
	__shared__ float tile[32]; // what the launch asked for begins behind it
	int i = threadIdx.x;
	tile[i] = i; // <-- here
	__syncthreads();
	out[i] = tile[n - 1 - i]; // <-- here
}

// run <<<1, 64>>> @out[64] 64
// expect read-only-write
extern "C" __global__ void writes_an_input(float *out, int n)
{
	out[threadIdx.x] = 0.0f; // <-- here
}

// run <<<1, 64>>> =out[64] 64
// expect misaligned
extern "C" __global__ void misaligned(float *out, int n)
{
	if (threadIdx.x < 8)
		*(float4 *)(out + 4 * threadIdx.x + 1) = make_float4(0, 0, 0, 0); // <-- here
}

// run <<<1, 64>>> 64
// expect null-pointer
extern "C" __global__ void through_null(int n)
{
	int *p = n > 0 ? nullptr : (int *)8;
	*(volatile int *)p = n; // <-- here
}

// run <<<1, 64>>> out[64] 64
// expect uninitialised-read
extern "C" __global__ void adds_to_nothing(float *out, int n)
{
	out[threadIdx.x] += 1.0f; // <-- here
}

// run <<<1, 64>>> out[64] @in[64] 48
// expect uninitialised-read
extern "C" __global__ void half_loaded(float *out, const float *in, int n)
{
	__shared__ float tile[64];
	int i = threadIdx.x;
	if (i < n)
		tile[i] = in[i];
	__syncthreads();
	out[i] = tile[63 - i]; // <-- here
}

// run <<<1, 64>>> =w[40] @g[40] =m[40] 40
// expect out-of-bounds
// at most 1
extern "C" __global__ void three_arrays_without_a_guard(float *w, const float *g, float *m, int n)
{
	int i = threadIdx.x;
	float step = g[i]; // <-- here
	m[i] += step;
	w[i] -= n * m[i];
}

// run <<<1, 40>>> =a[40] @b[40] 40
// expect out-of-bounds
// at most 2
extern "C" __global__ void two_indices_too_large(float *a, const float *b, int n)
{
	int i = threadIdx.x;
	a[i] = b[i + 1]; // <-- here
	if (i < 2)
		a[n + i] = 1; // <-- here
}

// The tile is indexed as if there were one for the whole grid: written and read so, and told once.
// run <<<4, 64>>> out[256] @in[256]
// expect out-of-bounds
// at most 1
// advice index in the whole grid
extern "C" __global__ void tile_of_the_grid(float *out, const float *in)
{
	__shared__ float tile[64];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	tile[i] = in[i]; // <-- here
	__syncthreads();
	out[i] = tile[blockIdx.x * blockDim.x + 63 - threadIdx.x];
}

// Two causes: one array is too short, and of another one half is never written.
// run <<<1, 64>>> out[64] @in[64]
// expect out-of-bounds uninitialised-read
// at most 2
extern "C" __global__ void short_and_unwritten(float *out, const float *in)
{
	__shared__ float a[48], b[64];
	int t = threadIdx.x;
	if (t < 32)
		b[t] = in[t];
	__syncthreads();
	float x = b[63 - t]; // <-- here
	a[t] = in[t]; // <-- here
	__syncthreads();
	out[t] = a[t < 48 ? t : 0] + x;
}

// The tail is no whole vector: the load and the store go past the end at one index.
// run <<<1, 64>>> out[62] @in[62] 62
// expect out-of-bounds
// at most 1
extern "C" __global__ void tail_of_vectors(float *out, const float *in, int n)
{
	int t = threadIdx.x;
	if (t < (n + 3) / 4) {
		float4 v = ((const float4 *)in)[t]; // <-- here
		v.x *= 2;
		((float4 *)out)[t] = v;
	}
}

// The floats begin behind an odd number of bytes: each line that uses them is misaligned.
// run <<<1, 32>>> out[32] @in[32]
// expect misaligned
// at most 1
extern "C" __global__ void carved_at_an_odd_byte(float *out, const float *in)
{
	__shared__ char pool[256];
	float *s = (float *)(pool + 33);
	int t = threadIdx.x;
	s[t] = in[t]; // <-- here
	__syncthreads();
	out[t] = s[31 - t];
}

// More bins than threads: one loop is missing, wherever they are used.
// run <<<1, 32>>> =out[64] @in[64]
// expect uninitialised-read
// at most 1
extern "C" __global__ void bins_cleared_in_part(int *out, const int *in)
{
	__shared__ int bins[64];
	int t = threadIdx.x;
	bins[t] = 0;
	__syncthreads();
	for (int i = t; i < 64; i += 32)
		if (i % 4)
			atomicAdd(&bins[i], in[i]); // <-- here
	__syncthreads();
	for (int i = t; i < 64; i += 32)
		out[i] = bins[63 - i];
}
