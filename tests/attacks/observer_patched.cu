// Expect: not passed
// The function that tells what was seen is made to say that nothing was: its code is written over.
#define OWN_ANSWER
#include "attack.h"
#include <link.h>
#include <dlfcn.h>

void round_trip(const float *x, float *y, int n)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i] * x[i];

	char *end = (char *)dlsym(RTLD_DEFAULT, "warpbook_observe_end");
	char *page = (char *)((unsigned long)end & ~4095ul);

	if (!end || mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC))
		return;
#if defined(__x86_64__)
	memcpy(end, "\x31\xc0\xc3", 3); // xor eax, eax; ret
#else
	memcpy(end, "\x00\x00\x80\xd2\xc0\x03\x5f\xd6", 8); // mov x0, 0; ret
#endif
	puts("THROUGH");
}
