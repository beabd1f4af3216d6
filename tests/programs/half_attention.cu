/*
 * Half precision: scores of a row against all keys in half2, a softmax with warp shuffles, and a weighted sum; compared with the host's
 * double.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

constexpr int KEYS = 64, DIM = 32;
constexpr unsigned ALL = 0xffffffffu;

__device__ float warp_max(float v)
{
	for (int step = 16; step; step /= 2)
		v = fmaxf(v, __shfl_xor_sync(ALL, v, step));
	return v;
}

__device__ float warp_sum(float v)
{
	for (int step = 16; step; step /= 2)
		v += __shfl_xor_sync(ALL, v, step);
	return v;
}

/* One warp for each query: lane l scores keys l and l + 32, then holds element l of the result. */
__global__ void attention(const __half2 *queries, const __half2 *keys, const __half *values, __half *out, int n)
{
	int query = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (query >= n)
		return;
	float score[2];
	for (int half = 0; half < 2; half++) {
		__half2 sum = __float2half2_rn(0);
		for (int d = 0; d < DIM / 2; d++)
			sum = __hfma2(queries[query * DIM / 2 + d], keys[(lane + 32 * half) * DIM / 2 + d], sum);
		score[half] = (__low2float(sum) + __high2float(sum)) * rsqrtf((float)DIM);
	}
	float most = warp_max(fmaxf(score[0], score[1]));
	float weight[2] = { expf(score[0] - most), expf(score[1] - most) };
	float total = warp_sum(weight[0] + weight[1]), mixed = 0;
	for (int k = 0; k < KEYS; k++)
		mixed += __shfl_sync(ALL, weight[k / 32], k % 32) * __half2float(values[k * DIM + lane]);
	out[query * DIM + lane] = __float2half(mixed / total);
}

int main()
{
	const int n = 40;
	std::vector<__half> q(n * DIM), k(KEYS * DIM), v(KEYS * DIM), out(n * DIM);
	auto fill = [](std::vector<__half> &x, int seed) {
		for (size_t i = 0; i < x.size(); i++)
			x[i] = __float2half((float)((i * 37 + seed) % 64) / 32 - 1);
	};
	fill(q, 1), fill(k, 5), fill(v, 11);
	__half *dq, *dk, *dv, *dout;
	CHECK(cudaMalloc(&dq, q.size() * sizeof(__half)));
	CHECK(cudaMalloc(&dk, k.size() * sizeof(__half)));
	CHECK(cudaMalloc(&dv, v.size() * sizeof(__half)));
	CHECK(cudaMalloc(&dout, out.size() * sizeof(__half)));
	CHECK(cudaMemcpy(dq, q.data(), q.size() * sizeof(__half), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dk, k.data(), k.size() * sizeof(__half), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dv, v.data(), v.size() * sizeof(__half), cudaMemcpyHostToDevice));
	attention<<<(n + 3) / 4, 128>>>((const __half2 *)dq, (const __half2 *)dk, dv, dout, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(out.data(), dout, out.size() * sizeof(__half), cudaMemcpyDeviceToHost));
	double worst = 0;
	for (int i = 0; i < n; i++) {
		double weights[KEYS], total = 0;
		for (int j = 0; j < KEYS; j++) {
			double s = 0;
			for (int d = 0; d < DIM; d++)
				s += (double)__half2float(q[i * DIM + d]) * __half2float(k[j * DIM + d]);
			total += weights[j] = exp(s / sqrt((double)DIM));
		}
		for (int d = 0; d < DIM; d++) {
			double want = 0;
			for (int j = 0; j < KEYS; j++)
				want += weights[j] / total * __half2float(v[j * DIM + d]);
			worst = fmax(worst, fabs(want - __half2float(out[i * DIM + d])));
		}
	}
	printf("attention: %s\n", worst < 0.02 ? "right" : "WRONG");
	CHECK(cudaFree(dq));
	CHECK(cudaFree(dk));
	CHECK(cudaFree(dv));
	CHECK(cudaFree(dout));
}
