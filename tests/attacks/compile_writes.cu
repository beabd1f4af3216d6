// Expect: passed
// No option of NVRTC, no name and no header of a text writes a file.
#include "attack.h"

#include <nvrtc.h>

static void try_one(const char *name, const char *header_name, int words, const char *const *options)
{
	const char *headers[] = { "changed\n" }, *names[] = { header_name };
	nvrtcProgram program;

	if (nvrtcCreateProgram(&program, "__global__ void k() {}\n", name, header_name != NULL, headers, names) != NVRTC_SUCCESS)
		return;
	nvrtcCompileProgram(program, words, options);
	nvrtcDestroyProgram(&program);
}

static bool attack(const float *x, float *y, int n)
{
	const char *output[] = { "-o", PREY }, *dump[] = { "--dump-precompiled-header=" PREY }, *defined[] = { "-DA=1\n#include \"" PREY "\"" };

	try_one(PREY, NULL, 0, NULL);
	try_one("a.cu\"\n#pragma GCC pch_preprocess \"" PREY, NULL, 0, NULL);
	try_one("a.cu", PREY, 0, NULL);
	try_one("a.cu", "a/../../../prey", 0, NULL);
	try_one("a.cu", NULL, 2, output);
	try_one("a.cu", NULL, 1, dump);
	try_one("a.cu", NULL, 1, defined);
	return false; // run.sh looks at the file
}
