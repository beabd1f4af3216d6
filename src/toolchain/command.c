/*
 * command.c - the options for each compiler, and the reasons for them.
 *
 * Both must give the same arithmetic: IEEE division and square root, denormals
 * kept, multiply and add fused. That is nvcc's default; clang needs options for it.
 */
#include "config.h"

#include "toolchain/command.h"

#include <stdio.h>
#include <string.h>

static const char *const nvcc_options[] = {
	"-std=c++17",
	"-lineinfo",
	/* <cmath> of libstdc++ brings 10,000 lines of special functions into every
	   C++17 compile; with its include guard set a compile takes a fifth less time. */
	"-D_GLIBCXX_BITS_SPECFUN_H=1",
	"-Xcompiler", ("-iquote," COMMAND_INCLUDES),
	/* Uses the preprocessor's only pass: nvcc's own -MD would preprocess everything again. */
	"-Xcompiler", ("-MD,-MF," COMMAND_FILES),
	COMMAND_SOURCE,
};

static const char *const nvcc_ptx[] = { "-ptx", "-o", COMMAND_OUTPUT };
/* -keep keeps intermediate files; the PTX among them has the source's name. */
static const char *const nvcc_cubin[] = { "-cubin", "-keep", "-Wno-deprecated-gpu-targets", "-o", COMMAND_CUBIN };

static const char *const clang_options[] = {
	"-std=c++17",
	"--cuda-device-only",
	"-nocudainc", "-nocudalib",
	"-Xclang", "-target-sdk-version=11.5", /* decides how clang parses <<<>>> */
	"-Xclang", "-target-feature", "-Xclang", "+ptx63", /* PTX 6.3 came with sm_75; clang 14 assumes an older one */
	"-Wno-unknown-cuda-version",
	"-O2",
	"-ffp-contract=fast",
	"-fno-math-errno",
	"-fno-finite-loops", /* the optimiser must not delete an endless loop: the learner should see the hang */
	"-gline-tables-only",
	"-ffile-compilation-dir=.",
	"-Wall", "-Wno-pass-failed",
	"-ferror-limit=50",
	"-ftemplate-backtrace-limit=8",
	"-fno-color-diagnostics",
	"-fno-crash-diagnostics",
	"-iquote", COMMAND_INCLUDES,
	"-MD", "-MF", COMMAND_FILES,
	"-S",
	"-o", COMMAND_OUTPUT,
	"-x", "cuda",
	COMMAND_SOURCE,
};

int command_arch(enum compiler_kind kind, enum command_goal goal, size_t attempt)
{
	static const int oldest_first[] = { 75, 80, 90, 100, 120 }, as_vm[] = { 90, 80, 75, 100, 120 };
	const int *arches = kind == COMPILER_NVCC && goal == COMMAND_FOR_VM ? as_vm : oldest_first;

	return attempt < sizeof as_vm / sizeof *as_vm ? arches[attempt] : 0;
}

static void command_add(struct command *cmd, const char *word)
{
	cmd->argv[cmd->argc++] = word;
}

static void command_add_all(struct command *cmd, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		command_add(cmd, words[i]);
}

/* For a debugger: the same options, but without optimisation, and with debug information about variables. */
static void options_for_stepping(struct command *cmd)
{
	static const char *const instead[][2] = { { "-lineinfo", "-G" }, { "-O2", "-O0" }, { "-gline-tables-only", "-g" } };

	for (size_t i = 0; i < cmd->argc; i++)
		for (size_t k = 0; k < sizeof instead / sizeof *instead; k++)
			if (!strcmp(cmd->argv[i], instead[k][0]))
				cmd->argv[i] = instead[k][1];
}

/* Replaces the source and the output of a compilation by those of a precompiled header. */
static void options_for_prelude(struct command *cmd, const char *source)
{
	for (size_t i = 0; i < cmd->argc; i++) {
		if (!strcmp(cmd->argv[i], COMMAND_SOURCE))
			cmd->argv[i] = source;
		else if (!strcmp(cmd->argv[i], COMMAND_OUTPUT))
			cmd->argv[i] = COMMAND_PRELUDE;
	}
	command_add(cmd, "-Xclang");
	command_add(cmd, "-emit-pch");
}

#define ALL(words) (words), sizeof (words) / sizeof *(words)

#define LINES_STAY "-mllvm", "-sink-common-insts=false"

const char *const *command_branches_stay(int clang_major)
{
	static const char *const oldest[] = { "-mllvm", "-hoist-common-insts=false",
					      LINES_STAY, NULL };
	static const char *const old[] = { "-Xclang", "-disable-noundef-analysis", "-mllvm", "-hoist-common-insts=false",
					   LINES_STAY, NULL };
	static const char *const older[] = { "-Xclang", "-no-enable-noundef-analysis", "-mllvm",
					     "-hoist-common-insts=false", LINES_STAY, NULL };
	static const char *const now[] = { "-Xclang", "-no-enable-noundef-analysis", LINES_STAY, NULL };

	return clang_major < 14 ? oldest : clang_major == 14 ? old : clang_major < 17 ? older : now;
}

const char *const command_inlined[COMMAND_INLINED] = { "-Xclang", "-debug-info-kind=line-tables-only", "-Xclang",
						       "-fdebug-info-for-profiling" };

/* The compiler's own headers come first: NVRTC's programs also name folders of other toolkits, and of stubs for the C library. */
const char *command_add_folder(struct command *cmd, enum compiler_kind kind, size_t i)
{
#define FOLDER(n) { COMMAND_INCLUDES #n, "-iquote," COMMAND_INCLUDES #n ",-idirafter," COMMAND_INCLUDES #n }
	static const char *const words[COMPILE_FOLDERS][2] = {
		FOLDER(1), FOLDER(2), FOLDER(3), FOLDER(4), FOLDER(5), FOLDER(6), FOLDER(7), FOLDER(8), FOLDER(9), FOLDER(10),
		FOLDER(11), FOLDER(12), FOLDER(13), FOLDER(14), FOLDER(15), FOLDER(16),
	};
#undef FOLDER
	const char *const name = words[i][0];

	if (kind == COMPILER_NVCC)
		command_add_all(cmd, ALL(((const char *const[]){ "-Xcompiler", words[i][1] })));
	else
		command_add_all(cmd, ALL(((const char *const[]){ "-iquote", name, "-idirafter", name })));
	return name;
}

void command_build(struct command *cmd, const struct compiler *c, int arch, enum command_goal goal,
		   const struct command_headers *headers)
{
	memset(cmd, 0, sizeof *cmd);
	command_add(cmd, c->path);
	command_add(cmd, cmd->arch);
	if (c->kind == COMPILER_NVCC) {
		snprintf(cmd->arch, sizeof cmd->arch, goal == COMMAND_FOR_GPU ? "-arch=sm_%d" : "-arch=compute_%d", arch);
		if (goal == COMMAND_FOR_GPU)
			command_add_all(cmd, ALL(nvcc_cubin));
		else
			command_add_all(cmd, ALL(nvcc_ptx));
		command_add_all(cmd, ALL(nvcc_options));
		if (c->for_stepping)
			options_for_stepping(cmd);
		return;
	}
	snprintf(cmd->arch, sizeof cmd->arch, "--cuda-gpu-arch=sm_%d", arch);
	if (goal != COMMAND_FOR_VM)
		command_add(cmd, "-DWARPBOOK_OWN_MATH"); /* see warpbook_libm.h */
	if (headers->api)
		command_add(cmd, "-DWARPBOOK_PROGRAM");
	else
		command_add(cmd, "-nostdlibinc"); /* not the host's C or C++ library, but our headers and clang's own stddef.h */
	command_add(cmd, "-isystem");
	command_add(cmd, headers->api ? headers->device : headers->alone);
	command_add(cmd, "-isystem");
	command_add(cmd, headers->api ? headers->api : headers->device);
	if (headers->prelude) { /* the cache compares the headers */
		command_add_all(cmd, ALL(((const char *const[]){ "-Xclang", "-fno-validate-pch", "-include-pch" })));
		command_add(cmd, headers->prelude);
	} else if (!headers->precompiles) {
		command_add(cmd, "-include");
		command_add(cmd, "cuda_runtime.h"); /* as nvcc does */
	}
	command_add_all(cmd, ALL(clang_options));
	for (const char *const *word = command_branches_stay(c->major); *word; word++)
		command_add(cmd, *word);
	if (goal == COMMAND_FOR_VM && !c->for_stepping)
		command_add_all(cmd, ALL(command_inlined));
	if (c->for_stepping)
		options_for_stepping(cmd);
	if (headers->precompiles)
		options_for_prelude(cmd, headers->precompiles);
}
