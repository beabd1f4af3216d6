/*
 * times.cu - kernels as a course has them, whose time on an H200 is in times.tsv
 * beside what the vm counts of them: times.def has their launches.
 */
#include <stdint.h>
#define K extern "C" __global__ void
#define I int i = blockIdx.x * blockDim.x + threadIdx.x
#define ARGS float *out, const float *in, const float *in2, int n

K nothing(ARGS) { }
K vector_add(ARGS) { I; if (i < n) out[i] = in[i] + in2[i]; }
K saxpy(ARGS) { I; if (i < n) out[i] = 2.5f * in[i] + out[i]; }
K copy4(ARGS) { I; if (i < n / 4) ((float4 *)out)[i] = ((const float4 *)in)[i]; }
K grid_stride(ARGS) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i] + in2[i]; }
K strided(ARGS) { I; if (i < n / 8) out[i] = in[i * 8]; }
K gather(ARGS) { I; if (i < n) out[i] = in[(i * 40503u) & (n - 1)]; }
K transpose_naive(ARGS)
{
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8) out[x * n + y + k] = in[(y + k) * n + x];
}
K transpose_tiled(ARGS)
{
	__shared__ float t[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8) t[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8) out[(y + k) * n + x] = t[threadIdx.x][threadIdx.y + k];
}
K transpose_padded(ARGS)
{
	__shared__ float t[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8) t[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8) out[(y + k) * n + x] = t[threadIdx.x][threadIdx.y + k];
}
K reduce_shared(ARGS)
{
	__shared__ float s[256];
	I;
	s[threadIdx.x] = i < n ? in[i] : 0;
	__syncthreads();
	for (int k = 128; k > 0; k /= 2) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
	if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
K reduce_atomic(ARGS) { I; if (i < n) atomicAdd(out, in[i]); }
K histogram_global(ARGS) { I; if (i < n) atomicAdd((int *)out + (__float_as_uint(in[i]) & 255), 1); }
K histogram_shared(ARGS)
{
	__shared__ int bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(bins + (__float_as_uint(in[i]) & 255), 1);
	__syncthreads();
	atomicAdd((int *)out + threadIdx.x, bins[threadIdx.x]);
}
K matmul_naive(ARGS)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++) sum += in[y * n + k] * in2[k * n + x];
	out[y * n + x] = sum;
}
K matmul_tiled(ARGS)
{
	__shared__ float a[16][16], b[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
	float sum = 0;
	for (int t = 0; t < n; t += 16) {
		a[ty][tx] = in[y * n + t + tx]; b[ty][tx] = in2[(t + ty) * n + x];
		__syncthreads();
		for (int k = 0; k < 16; k++) sum += a[ty][k] * b[k][tx];
		__syncthreads();
	}
	out[y * n + x] = sum;
}
K stencil_1d(ARGS)
{
	__shared__ float s[256 + 8];
	I;
	s[threadIdx.x + 4] = in[i];
	if (threadIdx.x < 4) { s[threadIdx.x] = i >= 4 ? in[i - 4] : 0; s[threadIdx.x + 260] = i + 256 < n ? in[i + 256] : 0; }
	__syncthreads();
	float sum = 0;
	for (int k = 0; k <= 8; k++) sum += s[threadIdx.x + k];
	out[i] = sum;
}
K jacobi(ARGS)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
		out[y * n + x] = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}
K fma_loop(ARGS)
{
	I;
	float a = in[i], b = a + 1, c = a + 2, d = a + 3;
	for (int k = 0; k < n; k++) { a = a * 1.0001f + 0.5f; b = b * 1.0001f + 0.5f; c = c * 1.0001f + 0.5f; d = d * 1.0001f + 0.5f; }
	out[i] = a + b + c + d;
}
K fma_double(ARGS)
{
	I;
	double a = in[i], b = a + 1;
	for (int k = 0; k < n; k++) { a = a * 1.0001 + 0.5; b = b * 1.0001 + 0.5; }
	out[i] = (float)(a + b);
}
K chain(ARGS) { I; float a = in[i]; for (int k = 0; k < n; k++) a = a * 1.0001f + 0.5f; out[i] = a; }
K specials(ARGS) { I; float a = in[i]; for (int k = 0; k < n; k++) a = __sinf(a) + __expf(-a); out[i] = a; }
K nbody(ARGS)
{
	__shared__ float4 s[256];
	I;
	float4 p = ((const float4 *)in)[i]; float ax = 0, ay = 0, az = 0;
	for (int t = 0; t < n; t += 256) {
		s[threadIdx.x] = ((const float4 *)in)[t + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < 256; k++) {
			float dx = s[k].x - p.x, dy = s[k].y - p.y, dz = s[k].z - p.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = s[k].w * r * r * r;
			ax += dx * f; ay += dy * f; az += dz * f;
		}
		__syncthreads();
	}
	((float4 *)out)[i] = make_float4(ax, ay, az, 0);
}
K bank_conflicts(ARGS)
{
	__shared__ float s[32 * 32];
	I; float sum = 0;
	for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = in[k];
	__syncthreads();
	for (int k = 0; k < n; k++) sum += s[(threadIdx.x * 32 + k) & 1023];
	out[i] = sum;
}
K one_block(ARGS) { float s = 0; for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[i]; atomicAdd(out, s); }
K one_thread(ARGS) { float s = 0; for (int i = 0; i < n; i++) s += in[i]; *out = s; }
K mandelbrot(ARGS)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	float cx = px * 3.0f / n - 2.0f, cy = py * 2.0f / n - 1.0f, x = 0, y = 0;
	for (; k < 256 && x * x + y * y < 4; k++) { float t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; }
	((int *)out)[py * n + px] = k;
}
K scan_block(ARGS)
{
	__shared__ float s[2][256];
	I; int t = threadIdx.x, at = 0;
	s[0][t] = in[i];
	__syncthreads();
	for (int k = 1; k < 256; k *= 2) { s[1 - at][t] = s[at][t] + (t >= k ? s[at][t - k] : 0); at = 1 - at; __syncthreads(); }
	out[i] = s[at][t];
}
