// Expect: tampered
// Every word to the parent passes through the C library.
#include "attack.h"
extern "C" ssize_t write(int, const void *, size_t size) { return (ssize_t)size; }

static bool attack(const float *x, float *y, int n)
{
	return false;
}
