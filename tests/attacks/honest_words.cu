// Expect: passed
// Words that a runner of workflows would obey, at the start of a line: run.sh reads what `check` prints of them.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	printf("::stop-commands::mine\n \t::error file=x::forged\n##[group]forged\n");
	return false;
}
