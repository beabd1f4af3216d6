// Expect: tampered
// Code that runs before the harness has taken its descriptors.
#include "attack.h"
static void early() { if (write(3, "E", 1) > 0) _exit(0); }
__attribute__((section(".preinit_array"), used)) static void (*const list[])() = { early };

static bool attack(const float *x, float *y, int n)
{
	return false;
}
