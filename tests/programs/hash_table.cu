/*
 * A hash table in global memory: keys are put in by atomicCAS on 64-bit slots, values added up by atomicAdd, and looked up by as many
 * threads as there are keys. The host counts the same with std::map.
 */
#include <cstdio>
#include <cstdlib>
#include <map>
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

typedef unsigned long long key_type;
constexpr key_type EMPTY = ~0ull;
constexpr unsigned SLOTS = 4096;

struct table { key_type *keys; unsigned *counts; };

__device__ unsigned slot_of(key_type key)
{
	key ^= key >> 33;
	key *= 0xff51afd7ed558ccdull;
	key ^= key >> 33;
	return (unsigned)key & (SLOTS - 1);
}

__global__ void clear(table t)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < SLOTS; i += gridDim.x * blockDim.x) {
		t.keys[i] = EMPTY;
		t.counts[i] = 0;
	}
}

__global__ void put(table t, const key_type *keys, int n, int *probes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned at = slot_of(keys[i]);
	for (int steps = 1;; steps++, at = (at + 1) & (SLOTS - 1)) {
		key_type was = atomicCAS(&t.keys[at], EMPTY, keys[i]);
		if (was == EMPTY || was == keys[i]) {
			atomicAdd(&t.counts[at], 1);
			atomicMax(probes, steps);
			return;
		}
	}
}

__global__ void look_up(table t, const key_type *keys, unsigned *found, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned at = slot_of(keys[i]);
	while (t.keys[at] != EMPTY && t.keys[at] != keys[i])
		at = (at + 1) & (SLOTS - 1);
	found[i] = t.keys[at] == EMPTY ? 0 : t.counts[at];
}

int main()
{
	const int n = 6000, asked = 3000;
	std::vector<key_type> keys(n), questions(asked);
	std::vector<unsigned> answers(asked);
	std::map<key_type, unsigned> counted;
	unsigned long long random = 12345;
	auto next = [&] { return (random = random * 6364136223846793005ull + 1442695040888963407ull) >> 33; };
	for (auto &k : keys)
		counted[k = next() % 2500 * 1000003]++;
	for (auto &q : questions)
		q = next() % 3500 * 1000003;
	table t;
	key_type *k, *q;
	unsigned *found;
	int *probes, most, wrong = 0;
	CHECK(cudaMalloc(&t.keys, SLOTS * sizeof *t.keys));
	CHECK(cudaMalloc(&t.counts, SLOTS * sizeof *t.counts));
	CHECK(cudaMalloc(&k, n * sizeof *k));
	CHECK(cudaMalloc(&q, asked * sizeof *q));
	CHECK(cudaMalloc(&found, asked * sizeof *found));
	CHECK(cudaMalloc(&probes, sizeof *probes));
	CHECK(cudaMemset(probes, 0, sizeof *probes));
	CHECK(cudaMemcpy(k, keys.data(), n * sizeof *k, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(q, questions.data(), asked * sizeof *q, cudaMemcpyHostToDevice));
	clear<<<4, 256>>>(t);
	put<<<(n + 127) / 128, 128>>>(t, k, n, probes);
	look_up<<<(asked + 127) / 128, 128>>>(t, q, found, asked);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(answers.data(), found, asked * sizeof *found, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(&most, probes, sizeof most, cudaMemcpyDeviceToHost));
	for (int i = 0; i < asked; i++)
		wrong += answers[i] != (counted.count(questions[i]) ? counted[questions[i]] : 0);
	printf("%zu different keys, %d of %d answers wrong, probes %s\n", counted.size(), wrong, asked, most < 200 ? "few" : "MANY");
	for (void *p : { (void *)t.keys, (void *)t.counts, (void *)k, (void *)q, (void *)found, (void *)probes })
		CHECK(cudaFree(p));
}
