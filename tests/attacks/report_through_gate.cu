// Expect: not passed
// The report's end is written through the gate, and the program is gone before the harness can report.
#include "attack.h"
#include "journal_door.h"

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door();
	auto gate = find_gate();
	unsigned char begin[9 + 8] = { 'S', 8, 0, 0, 0, 0, 0, 0, 0, 1 }, end[9] = { 'E' };

	if (!door || !gate)
		return true; // this test looks in the wrong place
	gate(door->to, begin, sizeof begin);
	gate(door->to, end, sizeof end);
	_exit(0);
}
