// devices: 3
/*
 * A one-dimensional wave on all devices: each has a part with a halo on either side, copies its edges to its neighbours after each step,
 * and waits for theirs by events. One device alone gives the same.
 */
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

/* Elements 0 and n + 1 are the halo. */
__global__ void step(const float *before, const float *now, float *next, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
	if (i <= n)
		next[i] = 2 * now[i] - before[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
}

struct part { float *u[3]; int n; cudaStream_t stream; cudaEvent_t done; };

static std::vector<float> simulate(const std::vector<float> &start, int parts, int devices, int steps)
{
	int n = (int)start.size() / parts;
	std::vector<part> all(parts);
	std::vector<float> result(start.size());
	for (int p = 0; p < parts; p++) {
		part &x = all[p];
		CHECK(cudaSetDevice(p % devices));
		CHECK(cudaStreamCreate(&x.stream));
		CHECK(cudaEventCreateWithFlags(&x.done, cudaEventDisableTiming));
		x.n = n;
		for (float *&u : x.u) {
			CHECK(cudaMalloc(&u, (n + 2) * sizeof(float)));
			CHECK(cudaMemsetAsync(u, 0, (n + 2) * sizeof(float), x.stream));
		}
		int from = p ? -1 : 0, to = p < parts - 1 ? n + 1 : n;
		for (int k = 0; k < 2; k++)
			CHECK(cudaMemcpyAsync(x.u[k] + 1 + from, &start[p * n + from], (to - from) * sizeof(float), cudaMemcpyHostToDevice, x.stream));
		CHECK(cudaEventRecord(x.done, x.stream));
	}
	for (int s = 0; s < steps; s++) {
		int before = s % 3, now = (s + 1) % 3, next = (s + 2) % 3;
		for (int p = 0; p < parts; p++) {
			CHECK(cudaSetDevice(p % devices));
			for (int other : { p - 1, p + 1 })
				if (other >= 0 && other < parts)
					CHECK(cudaStreamWaitEvent(all[p].stream, all[other].done, 0));
			step<<<(n + 127) / 128, 128, 0, all[p].stream>>>(all[p].u[before], all[p].u[now], all[p].u[next], n);
			CHECK(cudaGetLastError());
		}
		for (int p = 0; p < parts; p++) {
			CHECK(cudaSetDevice(p % devices));
			if (p)
				CHECK(cudaMemcpyPeerAsync(all[p - 1].u[next] + n + 1, (p - 1) % devices, all[p].u[next] + 1, p % devices, sizeof(float), all[p].stream));
			if (p < parts - 1)
				CHECK(cudaMemcpyPeerAsync(all[p + 1].u[next], (p + 1) % devices, all[p].u[next] + n, p % devices, sizeof(float), all[p].stream));
			CHECK(cudaEventRecord(all[p].done, all[p].stream));
		}
	}
	for (int p = 0; p < parts; p++) {
		part &x = all[p];
		CHECK(cudaSetDevice(p % devices));
		CHECK(cudaStreamSynchronize(x.stream));
		CHECK(cudaMemcpy(&result[p * n], x.u[(steps + 1) % 3] + 1, n * sizeof(float), cudaMemcpyDeviceToHost));
	}
	for (int p = 0; p < parts; p++) {
		CHECK(cudaSetDevice(p % devices));
		for (float *u : all[p].u)
			CHECK(cudaFree(u));
		CHECK(cudaEventDestroy(all[p].done));
		CHECK(cudaStreamDestroy(all[p].stream));
	}
	return result;
}

int main()
{
	int devices;
	CHECK(cudaGetDeviceCount(&devices));
	std::vector<float> start(600, 0);
	for (int i = 0; i < 40; i++)
		start[180 + i] = i < 20 ? i / 20.0f : (40 - i) / 20.0f;
	std::vector<float> alone = simulate(start, 1, 1, 100), many = simulate(start, 3, devices, 100);
	printf("parts and whole: %s; it moved: %s\n", alone == many ? "the same" : "DIFFERENT", alone != start ? "yes" : "no");
}
