/* demo_cpu.c - see demo_cpu.h. */
#include "config.h"

#include "sweep/demo_cpu.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "child/proc.h"
#include "toolchain/program/program.h"

#define NO_NUMPY 3          /* the script's exit status */
#define WALL_FACTOR 20      /* on a machine that is busy */
#define MICRO 1e6

bool demo_cpu_find(struct demo_cpu *c, const char *task, struct arena *arena, const char **note)
{
	struct error why = { 0 };
	char shim[PATH_MAX];

	*c = (struct demo_cpu){ .task = task };
	if (python_find(&c->python, &why) || program_python(shim, sizeof shim, &why) ||
	    !path_join(c->script, sizeof c->script, shim, "warpbook_cpu.py")) {
		*note = arena_printf(arena, "NumPy is left out: %s", *why.text ? why.text : "the name of its folder is too long");
		return false;
	}
	return true;
}

/* Why there is no figure, as a note. */
static const char *failure(const struct demo_cpu *c, const struct proc_result *r, int64_t n, struct arena *arena)
{
	if (r->end == PROC_EXITED && r->code == NO_NUMPY)
		return arena_printf(arena, "NumPy is left out: %s does not have it", c->python.path);
	if (r->end == PROC_EXITED)
		return arena_printf(arena, "NumPy is left out from n = %" PRId64 " on: it does not work there", n);
	return arena_printf(arena, "NumPy is left out from n = %" PRId64 " on: it takes too long", n);
}

int demo_cpu_run(struct demo_cpu *c, int64_t n, double seconds, struct demo_span *span, struct arena *arena, const char **note,
		 struct error *err)
{
	char number[24], path[4200], packages[4200];
	const char *value = getenv("PATH"), *folders = getenv("PYTHONPATH");
	const char *argv[] = { c->python.path, "-B", c->script, c->task, number, NULL };
	const char *envp[] = { path, "LANG=C.UTF-8", folders ? packages : NULL, NULL };
	struct proc_job job = { .argv = argv, .envp = envp,
				.limits = { .wall_seconds = WALL_FACTOR * seconds, .stdout_bytes = 4096, .stderr_bytes = 4096 } };
	struct proc_result result;
	int status = 1;

	snprintf(number, sizeof number, "%" PRId64, n);
	snprintf(path, sizeof path, "PATH=%s", value ? value : "/usr/local/bin:/usr/bin:/bin");
	snprintf(packages, sizeof packages, "PYTHONPATH=%s", folders ? folders : "");
	if (proc_run(&job, &result, err))
		return -1;
	if (result.end == PROC_INTERRUPTED)
		status = error_set(err, PARTY_LEARNER, "the demo was interrupted");
	else if (result.end == PROC_EXITED && result.code == 0 &&
		 sscanf(buf_text(&result.out), "%lf %lf %lf %31s", &span->median, &span->least, &span->most, c->version) == 4) {
		span->median *= MICRO;
		span->least *= MICRO;
		span->most *= MICRO;
		status = 0;
	} else {
		*note = failure(c, &result, n, arena);
	}
	proc_result_release(&result);
	return status;
}
