// Expect: passed
// Programs and texts of the reference and of other learners.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	DIR *programs = opendir(CACHE "/programs"), *all = opendir(CACHE);

	return programs || all || opens(CACHE "/programs/next.cu", O_WRONLY | O_CREAT);
}
