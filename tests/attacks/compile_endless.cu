// Expect: passed
// A text that takes the compiler for ever is ended, and the program lives on.
#include "attack.h"

#include <nvrtc.h>

static bool attack(const float *x, float *y, int n)
{
	const char *source = "template <int n, unsigned m> struct more { static const unsigned v = more<n - 1, 2 * m>::v + more<n - 1, 2 * m + 1>::v; };\n"
			     "template <unsigned m> struct more<0, m> { static const unsigned v = m; };\n"
			     "__global__ void k(unsigned *x) { x[0] = more<30, 0>::v; }\n";
	static bool tried;
	nvrtcProgram program;
	bool through;

	if (tried || n != 257) // it takes ten seconds of a processor
		return false;
	tried = true;
	nvrtcCreateProgram(&program, source, "own.cu", 0, NULL, NULL);
	through = nvrtcCompileProgram(program, 0, NULL) == NVRTC_SUCCESS;
	nvrtcDestroyProgram(&program);
	return through;
}
