// Expect: not passed
// Copies are reported to have been dropped, through the gate, before they run.
#include "attack.h"
#include "journal_door.h"

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door();
	auto gate = find_gate();
	cudaStream_t s;
	float *d;

	if (!door || !gate)
		return true; // this test looks in the wrong place
	cudaStreamCreate(&s);
	cudaMalloc(&d, n * sizeof(float));
	for (int i = 0; i < NOISE; i++)
		cudaMemcpyAsync(d, x, n * sizeof(float), cudaMemcpyHostToDevice, s);
	// JOURNAL_DROP, for each entry that there may be.
	for (unsigned long entry = 0; entry < 2 * NOISE; entry++) {
		unsigned char chunk[9 + 16] = { 'S', 16 };
		const unsigned long words[2] = { 8 | 1 << 8, entry };

		memcpy(chunk + 9, words, sizeof words);
		gate(door->to, chunk, sizeof chunk);
	}
	cudaStreamSynchronize(s);
	cudaStreamDestroy(s);
	cudaFree(d);
	return false;
}
