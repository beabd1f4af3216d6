// Expect: passed
// Functions named like those of libraries, kept to the file.
#include "attack.h"
static ssize_t write_all(int, const void *, size_t n) { return (ssize_t)n; }
namespace mine { static int read(int n) { return n; } static int signal(int n) { return n; } }

static bool attack(const float *x, float *y, int n)
{
	return write_all(1, "", 0) != 0 || mine::read(n) != mine::signal(n);
}
