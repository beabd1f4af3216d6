// Expect: passed
// Other learners' files, and the machine's.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	return opens(PREY, O_RDONLY) || opens("/etc/passwd", O_RDONLY) || opens("/", O_RDONLY | O_DIRECTORY);
}
