// Expect: not passed
// What a kernel costs is reported before the kernel runs, through the gate: the first price counts, so it is hoped.
#include "attack.h"
#include "journal_door.h"

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door();
	auto gate = find_gate();
	float *d;

	if (!door || !gate)
		return true; // this test looks in the wrong place
	cudaMalloc(&d, n * sizeof(float));
	cudaMemset(d, 0, n * sizeof(float));
	cudaDeviceSynchronize();
	square<<<1, 32>>>(d, d, 1);
	// JOURNAL_COST, for each entry that there may be.
	for (unsigned long entry = 0; entry < 16; entry++) {
		unsigned char chunk[9 + 24] = { 'S', 24 };
		const unsigned long words[3] = { 7 | 2 << 8, entry, 1 };

		memcpy(chunk + 9, words, sizeof words);
		gate(door->to, chunk, sizeof chunk);
	}
	cudaDeviceSynchronize();
	cudaFree(d);
	return false;
}
