/* numba_run.c - see numba_run.h. */
#include "config.h"

#include "toolchain/python/numba_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "child/sandbox.h"
#include "toolchain/program/program.h"

#define WALL_SECONDS   900 /* a run that takes longer shows that the machine is too busy */
#define IDLE_SECONDS   10
#define ARGUMENTS_MOST 8

int numba_run_init(struct numba_run *r, const struct compiler *c, const char *theirs, struct error *err)
{
	memset(r, 0, sizeof *r);
	r->compiler = c;
	if (program_python(r->shim, sizeof r->shim, err))
		return -1;
	snprintf(r->script, sizeof r->script, "%s/%s", r->shim, NUMBA_SCRIPT);
	if (theirs && !realpath(theirs, r->real))
		r->real[0] = '\0';
	return 0;
}

int numba_run_prepare(struct numba_run *r, struct error *err)
{
	char link[PATH_MAX];

	if (path_temp_dir(r->folder, sizeof r->folder, "warpbook-numba", err)) {
		r->folder[0] = '\0';
		return -1;
	}
	if (!path_join(link, sizeof link, r->folder, "inc"))
		return error_set(err, PARTY_MACHINE, "the name of the temporary folder is too long");
	if (r->real[0] && symlink(r->real, link))
		return error_errno(err, "cannot make the link '%s'", link);
	return 0;
}

int numba_run_source(const struct numba_run *r, const char *source, size_t len, struct error *err)
{
	char path[PATH_MAX];

	if (!path_join(path, sizeof path, r->folder, "kernel.py"))
		return error_set(err, PARTY_MACHINE, "the name of the temporary folder is too long");
	return file_write_scratch(path, source, len, err);
}

/* It reads itself, its packages and the learner's folder, writes plain files in its private folder, and starts no process. */
static void sandbox_make(const struct numba_run *r, struct sandbox *s)
{
	*s = (struct sandbox){ .kind = SANDBOX_PROGRAM };
	sandbox_allow_system(s);
	sandbox_allow(s, "/proc/self", SANDBOX_READ);
	sandbox_allow_python(s);
	sandbox_allow(s, r->compiler->path, SANDBOX_READ | SANDBOX_RUN);
	sandbox_allow_list(s, r->compiler->folders, SANDBOX_READ);
	sandbox_allow(s, r->compiler->toolkit, SANDBOX_READ);
	sandbox_allow(s, r->shim, SANDBOX_READ);
	sandbox_allow(s, r->real, SANDBOX_READ);
	sandbox_allow(s, r->folder, SANDBOX_FILES);
}

int numba_run(const struct numba_run *r, const char *const *arguments, const struct numba_asked *asked,
	      struct proc_result *result, struct error *err)
{
	char home[PATH_MAX + 8], tmp[PATH_MAX + 8], cuda[600], cache[PATH_MAX + 24], packages[2100];
	const char *argv[3 + ARGUMENTS_MOST + 1] = { r->compiler->path, "-B", r->script };
	const char *path = getenv("PYTHONPATH");
	const char *envp[] = { "PATH=/usr/local/bin:/usr/bin:/bin", home, tmp, cuda, cache, "LC_ALL=C.UTF-8", "PYTHONUTF8=1",
			       "PYTHONDONTWRITEBYTECODE=1", "PYTHONHASHSEED=0", "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1",
			       "NUMBA_NUM_THREADS=1", packages, r->compiler->for_stepping ? "WARPBOOK_STEPPING=1" : NULL, NULL };
	struct sandbox sandbox;
	struct proc_job run = {
		.argv = argv, .envp = envp, .cwd = r->folder, .sandbox = &sandbox, .questions = 1,
		.limits = {
			.wall_seconds = WALL_SECONDS, .cpu_seconds = NUMBA_CPU_SECONDS, .idle_seconds = IDLE_SECONDS,
			.memory_bytes = NUMBA_MEMORY_BYTES, .file_bytes = NUMBA_FILE_BYTES, .stdout_bytes = 4096,
			.stderr_bytes = 4096, .scratch = r->folder, .scratch_bytes = NUMBA_SCRATCH_BYTES,
		},
	};

	if (asked) {
		run.answer = asked->answer;
		run.answer_ctx = asked->ctx;
		run.stop = asked->stop;
	}
	for (size_t i = 0; arguments[i] && i < ARGUMENTS_MOST; i++)
		argv[3 + i] = arguments[i];
	sandbox_make(r, &sandbox);
	snprintf(home, sizeof home, "HOME=%s", r->folder);
	snprintf(tmp, sizeof tmp, "TMPDIR=%s", r->folder);
	snprintf(cache, sizeof cache, "NUMBA_CACHE_DIR=%s", r->folder);
	snprintf(cuda, sizeof cuda, "CUDA_HOME=%s", r->compiler->toolkit);
	snprintf(packages, sizeof packages, "PYTHONPATH=%.2048s", path ? path : "");
	return proc_run(&run, result, err);
}

void numba_run_release(struct numba_run *r)
{
	if (r->folder[0])
		path_remove_tree(r->folder, NULL);
	r->folder[0] = '\0';
}
