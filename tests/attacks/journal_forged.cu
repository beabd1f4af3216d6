// Expect: not passed
// The end of the journal is forged through the gate; what comes then, so it is hoped, nobody reads.
#include "attack.h"
#include "journal_door.h"

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door();
	auto gate = find_gate();
	unsigned char chunk[9 + 8] = { 'S', 8, 0, 0, 0, 0, 0, 0, 0, 2 };

	if (!door || !gate)
		return true; // this test looks in the wrong place
	gate(door->to, chunk, sizeof chunk);
	noise(x, n);
	return false;
}
