/*
 * Counts words in a text: managed memory, bytes and unaligned reads, constant memory for the words, ballots to count, atomics in shared
 * memory and then in global memory. Device printf tells the place of the first one.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

constexpr int WORDS = 4, LONGEST = 16;

__constant__ char words[WORDS][LONGEST];
__constant__ int lengths[WORDS];

__global__ void count(const char *text, int n, unsigned *counts, int *first)
{
	__shared__ unsigned found[WORDS];
	if (threadIdx.x < WORDS)
		found[threadIdx.x] = 0;
	__syncthreads();
	for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
		int at = base + threadIdx.x;
		for (int w = 0; w < WORDS; w++) {
			bool same = at + lengths[w] <= n;
			for (int k = 0; same && k < lengths[w]; k++)
				same = text[at + k] == words[w][k];
			unsigned lanes = __ballot_sync(0xffffffffu, same);
			if (threadIdx.x % 32 == 0 && lanes)
				atomicAdd(&found[w], __popc(lanes));
			if (same)
				atomicMin(&first[w], at);
		}
	}
	__syncthreads();
	if (threadIdx.x < WORDS && found[threadIdx.x])
		atomicAdd(&counts[threadIdx.x], found[threadIdx.x]);
}

__global__ void tell(const unsigned *counts, const int *first)
{
	for (int w = 0; w < WORDS; w++)
		printf("%s: %u, the first at %d\n", words[w], counts[w], counts[w] ? first[w] : -1);
}

int main()
{
	const char *const list[WORDS] = { "warp", "thread", "block", "lane" };
	std::string text;
	for (int i = 0; i < 300; i++)
		text += i % 7 == 3 ? "a warp of 32 threads; " : i % 11 == 5 ? "blockblock " : "nothing here, ";
	char *shared_text, table[WORDS][LONGEST] = {};
	unsigned *counts;
	int *first, sizes[WORDS];
	CHECK(cudaMallocManaged(&shared_text, text.size()));
	CHECK(cudaMallocManaged(&counts, WORDS * sizeof *counts));
	CHECK(cudaMallocManaged(&first, WORDS * sizeof *first));
	memcpy(shared_text, text.data(), text.size());
	for (int w = 0; w < WORDS; w++) {
		strcpy(table[w], list[w]);
		sizes[w] = (int)strlen(list[w]);
		counts[w] = 0;
		first[w] = 1 << 30;
	}
	CHECK(cudaMemcpyToSymbol(words, table, sizeof table));
	CHECK(cudaMemcpyToSymbol(lengths, sizes, sizeof sizes));
	count<<<6, 96>>>(shared_text, (int)text.size(), counts, first);
	CHECK(cudaGetLastError());
	tell<<<1, 1>>>(counts, first);
	CHECK(cudaDeviceSynchronize());
	int wrong = 0;
	for (int w = 0; w < WORDS; w++) {
		unsigned want = 0;
		for (size_t at = text.find(list[w]); at != std::string::npos; at = text.find(list[w], at + 1))
			want++;
		wrong += want != counts[w];
	}
	printf("%d wrong\n", wrong);
	CHECK(cudaFree(shared_text));
	CHECK(cudaFree(counts));
	CHECK(cudaFree(first));
}
