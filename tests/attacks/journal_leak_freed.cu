// Expect: tampered
// Memory is not freed, and a record that says it was is sent through the gate.
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
	unsigned char chunk[9 + 24] = { 'S', 24 };
	const unsigned long words[3] = { 13 /* JOURNAL_GONE */ | 2 << 8, 0, (unsigned long)d };

	memcpy(chunk + 9, words, sizeof words);
	gate(door->to, chunk, sizeof chunk);
	return false;
}
