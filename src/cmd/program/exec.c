/*
 * exec.c - `warpbook exec PROGRAM ARG...`: runs an existing program, as nvcc built it, on the vm.
 *
 * An audit library (cudart/audit/audit.c) makes the loader open our runtime for libcudart.so.13 and the like, and puts it in
 * place of one that was linked statically. It then finds the PTX in the program. A script gets the same environment, for the
 * programs that it starts.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "cmd/program/run_settings.h"
#include "toolchain/program/program_file.h"

static struct run_settings settings;

static int usable(const char *name, const struct program_file *f, struct error *err)
{
	if (!f->has_device_code || f->registers || f->has_symbols)
		return 0;
	error_set(err, PARTY_LEARNER, "'%s' has CUDA's runtime inside, and is stripped: nothing tells where the runtime's "
				      "functions are", name);
	return error_remedy(err, "leave its symbols in (no strip, no -s), or link it with nvcc -cudart shared (CMake: "
				 "CUDA_RUNTIME_LIBRARY Shared)");
}

static int run(int nargs, char **args)
{
	char path[PATH_MAX];
	struct target vm = { .is_gpu = false };
	struct program_file file;
	struct error err = { 0 };
	int status;

	output.json = settings.json != NULL;
	if (nargs > 1 && !strcmp(args[0], "--")) {
		args++;
		nargs--;
	}
	if (proc_find(args[0], path, sizeof path)) {
		error_set(&err, PARTY_LEARNER, "there is no program '%s'", args[0]);
		error_remedy(&err, "a program here has its folder: ./prog");
		return error_word(&err), report_error(&err);
	}
	status = program_file_read(path, &file, &err) || usable(args[0], &file, &err) || program_file_environment(&err);
	if (status)
		return report_error(&err);
	run_settings_set(&settings, &vm);
	fflush(NULL);
	proc_release_signals();
	proc_unguard();
	execv(path, args);
	error_errno(&err, "cannot start '%s'", path);
	return report_error(&err);
}

static const struct option_row options[] = {
	RUN_SETTINGS_ROWS(settings),
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_exec = {
	.name = "exec", .arguments = "[options] PROGRAM [ARG...]",
	.summary = N_("run a program built by nvcc on the virtual machine"),
	.help = N_("PROGRAM holds PTX, as it does unless -gencode says otherwise. CUDA's runtime may be linked to it in "
				"either way; "
		"if it is\ninside, as is nvcc's default, PROGRAM must not be stripped. Its output and exit status are its own; "
		"findings go to stderr. A script may be PROGRAM too, `ctest` or\n"
		"`make`: what it starts runs in the same way. Put -- before PROGRAM if an argument has the name of an option.\n"),
	.options = options, .min_args = 1, .max_args = INT_MAX, .foreign = true, .run = run,
};
