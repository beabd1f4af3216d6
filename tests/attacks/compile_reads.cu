// Expect: passed
// A text for NVRTC reads no file of the user's: not by its name, not through a folder, an option or a header's name.
#include "attack.h"

#include <nvrtc.h>

static bool shows(const char *source, int count, const char *const *headers, const char *const *names, int words, const char *const *options)
{
	static char log[1 << 20];
	nvrtcProgram program;
	size_t size = 0;
	bool through;

	if (nvrtcCreateProgram(&program, source, "own.cu", count, headers, names) != NVRTC_SUCCESS)
		return false;
	through = nvrtcCompileProgram(program, words, options) == NVRTC_SUCCESS;
	if (nvrtcGetProgramLogSize(program, &size) == NVRTC_SUCCESS && size < sizeof log && nvrtcGetProgramLog(program, log) == NVRTC_SUCCESS)
		through |= strstr(log, "precious") != NULL;
	nvrtcDestroyProgram(&program);
	return through;
}

static bool attack(const float *x, float *y, int n)
{
	const char *texts[] = {
		"#include \"" PREY "\"\n", "__global__ void k() {}\n#include \"" CACHE "/../../prey\"\n", "#include \"/proc/self/environ\"\n",
		"#include \"/etc/passwd\"\n", "#include \"/proc/self/cwd/../../home/prey\"\n",
		"#if __has_include(\"" PREY "\")\n__global__ void k() {}\n#include \"" PREY "\"\n#else\n#error not there\n#endif\n",
	};
	const char *header[] = { "int a;\n" }, *inside[] = { "../../prey" }, *rooted[] = { PREY }, *link[] = { "a/b.h" };
	const char *reads[] = { "--pre-include=" PREY }, *includes[] = { "-I", "/" }, *lists[] = { "--options-file", PREY };

	if (n != 257)
		return false;
	for (const char *text : texts)
		if (shows(text, 0, NULL, NULL, 0, NULL) || shows(text, 1, header, link, 0, NULL))
			return true;
	return shows("__global__ void k() {}\n", 1, header, inside, 0, NULL) || shows("__global__ void k() {}\n", 1, header, rooted, 0, NULL) ||
	       shows("__global__ void k() {}\n", 0, NULL, NULL, 1, reads) || shows("#include \"" PREY "\"\n", 0, NULL, NULL, 2, includes) ||
	       shows("__global__ void k() {}\n", 0, NULL, NULL, 2, lists) || opens(PREY, O_RDONLY);
}
