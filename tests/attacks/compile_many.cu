// Expect: passed
// What a program has compiled is limited in number and in size, and what is too much is an error, and no harm.
#include "attack.h"

#include <nvrtc.h>

#include <string>

static bool compiles(const char *source)
{
	nvrtcProgram program;
	bool done;

	if (nvrtcCreateProgram(&program, source, "own.cu", 0, NULL, NULL) != NVRTC_SUCCESS)
		return false;
	done = nvrtcCompileProgram(program, 0, NULL) == NVRTC_SUCCESS;
	nvrtcDestroyProgram(&program);
	return done;
}

static bool attack(const float *x, float *y, int n)
{
	std::string large = "__global__ void k() {}\n";
	static bool tried;
	int done = 0;

	if (tried || n != 257) // the cases share a number of texts
		return false;
	tried = true;
	while (large.size() < (300 << 10))
		large += "// more and more\n";
	if (compiles(large.c_str()))
		return true;
	for (int i = 0; i < 400; i++)
		done += compiles("__global__ void k() {}\n");
	return done == 0 || done > 256;
}
