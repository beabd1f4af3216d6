/*
 * numba.c - one compilation by Numba: a private folder, one confined Python, and its result. See numba.h.
 *
 * The private folder has kernel.py (the learner's bytes), inc (a link to their folder), and the child's output: kernel.ptx,
 * kernel.said (messages in the form of other compilers), kernel.files (other files that it read in the learner's folder) and
 * kernel.looked (it looked at something else that may change): with one of these the result depends on more than the source, and
 * is not cached. Output of the file during its import is dropped.
 */
#include "config.h"

#include "toolchain/python/numba.h"

#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/path.h"
#include "child/proc.h"
#include "toolchain/cache.h"
#include "toolchain/messages.h"
#include "toolchain/python/numba_ready.h"
#include "toolchain/python/python.h"
#include "toolchain/trouble.h"

#define SAID_BYTES   ((size_t)64 << 10)
#define FILES_MOST   256 /* the list is the file's own word, and all of them are read */

/* The child's exit status: see warpbook_compile.py. */
enum { STATUS_ERROR = 1, STATUS_NO_KERNEL = 3, STATUS_MACHINE = 4 };

struct job {
	const struct compiler *compiler;
	const struct numba_kernel *kernel;
	struct message_reader reader;
	struct numba_run run;
	bool looked; /* the result depends on more than the source */
	struct compilation *out;
};

/* ---- the interpreter --------------------------------------------------------------------------------------- */

/* A script that starts an interpreter, as pyenv installs them, does not start in the sandbox. */
static bool is_script(const char *path)
{
	FILE *in = fopen(path, "re");
	bool is = in && getc(in) == '#' && getc(in) == '!';

	if (in)
		fclose(in);
	return is;
}

int numba_find(struct compiler *c, struct error *err)
{
	struct python p;
	char path[PATH_MAX];

	memset(c, 0, sizeof *c);
	if (python_find(&p, err) || python_can_numba(&p, err) || python_home(&p, c->toolkit, sizeof c->toolkit, err))
		return -1;
	c->kind = COMPILER_NUMBA;
	if (proc_find(p.path, path, sizeof path) ||
	    snprintf(c->path, sizeof c->path, "%s", p.executable[0] && is_script(path) ? p.executable : path) >=
	    (int)sizeof c->path || snprintf(c->folders, sizeof c->folders, "%s:%s:%s", p.nvvm, p.libdevice, p.roots) >=
	    (int)sizeof c->folders)
		return error_set(err, PARTY_MACHINE, "the path of Python is too long: '%.100s...'", p.path);
	snprintf(c->version, sizeof c->version, "%s%s%s", p.numba, p.numba_cuda[0] ? "+" : "", p.numba_cuda);
	sscanf(c->version, "%d.%d", &c->major, &c->minor);
	return 0;
}

int compiler_find_for(struct compiler *c, const char *source, const char *want, struct error *err)
{
	return python_is_program(source) ? numba_find(c, err) : compiler_find(c, want, err);
}

/* ---- before ------------------------------------------------------------------------------------------------ */

static bool hash_file(struct hash *h, const char *folder, const char *name)
{
	char path[PATH_MAX];
	struct stat st;

	if (!path_join(path, sizeof path, folder, name) || stat(path, &st))
		return false;
	hash_add(h, &st.st_size, sizeof st.st_size);
	hash_add(h, &st.st_mtim, sizeof st.st_mtim);
	hash_add(h, &st.st_ino, sizeof st.st_ino);
	return true;
}

static void key_make(const struct job *job, char key[HASH_HEX])
{
	struct hash h;

	hash_init(&h);
	hash_add_text(&h, PACKAGE_VERSION);
	hash_add_text(&h, "numba");
	hash_add_text(&h, job->reader.label);
	hash_add(&h, job->reader.source, job->reader.len);
	hash_add_text(&h, job->kernel->name);
	hash_add_text(&h, job->kernel->parameters);
	hash_add_text(&h, job->kernel->kind ? job->kernel->kind : "");
	hash_add(&h, &job->compiler->for_stepping, sizeof job->compiler->for_stepping);
	hash_add_text(&h, job->compiler->path);
	hash_add_text(&h, job->compiler->version);
	hash_add_text(&h, job->compiler->toolkit);
	hash_file(&h, "/", job->compiler->path);
	hash_file(&h, job->run.shim, NUMBA_SCRIPT);
	hash_file(&h, job->run.shim, "warpbook_numba.py");
	hash_hex(&h, key);
}

/* ---- after ------------------------------------------------------------------------------------------------- */

static int own_file(const struct numba_run *run, const char *name, uint64_t most, struct buf *out)
{
	char path[PATH_MAX];

	return path_join(path, sizeof path, run->folder, name) ? file_read_itself(path, most, out, NULL) : -1;
}

static int report(struct job *job, const char *text, const char *hint, struct error *err)
{
	return message_add(&job->reader, DIAGNOSTIC_ERROR, text, hint, job->out) ? error_nomem(err) : 0;
}

/* Uses the advice for Python instead of that for C++. */
static void hints_choose(struct compilation *out)
{
	static const struct { const char *pattern, *advice; } rows[] = {
#define HINT(pattern, advice) { pattern, advice },
#include "toolchain/python/numba_hints.def"
#undef HINT
	};

	for (size_t i = 0; i < out->ndiagnostics; i++) {
		out->diagnostics[i].hint = NULL;
		for (size_t k = 0; !out->diagnostics[i].hint && k < sizeof rows / sizeof *rows; k++)
			if (!fnmatch(rows[k].pattern, out->diagnostics[i].text, 0))
				out->diagnostics[i].hint = rows[k].advice;
	}
}

static int messages_take(struct job *job)
{
	if (messages_read(&job->reader, job->out->raw, job->out))
		return -1;
	hints_choose(job->out);
	return 0;
}

/* What the child says of its error; its first line counts. */
static const char *error_in(const char *said)
{
	const char *text = strstr(said, "error: ");

	return text ? text + strlen("error: ") : *said ? said : "it printed nothing";
}

/*
 * Does Numba compile a kernel of ours in the same way? *said (NULL: not
 * wanted): what it wrote if it does not; the caller releases it.
 */
static bool compiles_own_kernel(const struct compiler *c, struct buf *said)
{
	static const char source[] = "from numba import cuda\n\n\n@cuda.jit\ndef ours(x, n):\n    i = cuda.grid(1)\n    if i < "
				     "n:\n        x[i] = i\n";
	struct proc_result result;
	struct numba_run run;
	bool works = false;

	if (numba_run_init(&run, c, NULL, NULL) == 0 && numba_run_prepare(&run, NULL) == 0 &&
	    numba_run_source(&run, source, sizeof source - 1, NULL) == 0 &&
	    numba_run(&run, (const char *[]){ "ours.py", "ours", "x:float32:1:w,n:int32:0:r", NULL }, NULL, &result, NULL) == 0) {
		works = result.end == PROC_EXITED && result.code == 0;
		if (said && !works && (own_file(&run, "kernel.said", SAID_BYTES, said) || !said->len))
			buf_append(said, buf_text(&result.err), result.err.len);
		proc_result_release(&result);
	}
	numba_run_release(&run);
	return works;
}

int numba_works(const struct compiler *c, struct error *err)
{
	struct buf said = BUF_INIT;
	const char *text;

	if (compiles_own_kernel(c, &said))
		return 0;
	text = error_in(buf_text(&said));
	error_set(err, PARTY_MACHINE, "Numba compiles no kernel: %.*s", (int)strcspn(text, "\n"), text);
	buf_release(&said);
	return error_remedy(err, "install versions of NumPy, Numba and numba-cuda that fit each other");
}

/*
 * The child says that Numba does not work. The learner's file could have written that,
 * so warpbook believes it only if a kernel of ours fails too.
 */
static int complain(struct job *job, struct error *err)
{
	const char *text = error_in(job->out->raw);

	if (trouble_of_disk(job->run.folder, err))
		return -1;
	if (compiles_own_kernel(job->compiler, NULL)) {
		text = arena_printf(&job->out->arena, "Numba works, but not after this file was imported: %.*s",
				    (int)strcspn(text, "\n"), text);
		return text ? report(job, text, "does code outside the kernel end the program, or change Python or Numba?", err) :
		       error_nomem(err);
	}
	error_set(err, PARTY_MACHINE, "Numba does not work here: %.*s", (int)strcspn(text, "\n"), text);
	return error_remedy(err, "run `warpbook doctor python`");
}

/* The child failed; its output may have the reason. */
static int failure_explain(struct job *job, const struct proc_result *result, struct error *err)
{
	if (result->end == PROC_INTERRUPTED)
		return error_set(err, PARTY_MACHINE, "the compilation was interrupted");
	if (result->report_truncated)
		return report(job, "the file writes more than 96 MiB, or 256 files, while it is imported",
			      "put code for the host under `if __name__ == \"__main__\":`", err);
	if (result->end == PROC_DEADLINE)
		return proc_held_up("Numba", result, err);
	if (result->out_of_memory && result->end == PROC_SIGNALLED && !result->filled_memory)
		return proc_memory_short("Python", result->memory_peak, err);
	if (result->out_of_memory && result->end == PROC_SIGNALLED)
		return report(job, "the file fills the memory of this machine while it is imported",
			      "put code for the host under `if __name__ == \"__main__\":`", err);
	if (result->end == PROC_IDLE)
		return report(job, "the file waits for something that never comes while it is imported",
			      "does it sleep, or wait for input? Put such lines under `if __name__ == \"__main__\":`", err);
	if (result->end == PROC_FLOOD)
		return report(job, "the file prints more than 64 MiB while it is imported",
			      "is there a loop that prints and does not end? Put code for the host under `if __name__ == "
			      "\"__main__\":`", err);
	if (result->cpu_seconds >= NUMBA_CPU_SECONDS - 1 || (result->end == PROC_SIGNALLED && result->code == SIGXCPU))
		return report(job, "Python did not finish with the file within 20 seconds of processor time",
			      "is there an endless loop outside the kernel? Put code for the host under `if __name__ == "
			      "\"__main__\":`", err);
	if (result->end == PROC_SIGNALLED && result->code == SIGXFSZ)
		return report(job, "the file writes more than 64 MiB while it is imported",
			      "put code for the host under `if __name__ == \"__main__\":`", err);
	if (result->end == PROC_EXITED && job->out->ndiagnostics)
		return 0;
	/* The file cannot pretend it: its own words go nowhere. */
	if (proc_is_unstarted(result)) {
		error_set(err, PARTY_MACHINE, "Numba's Python does not start in the sandbox: %.*s",
			  (int)strcspn(buf_text(&result->err), "\n"), buf_text(&result->err));
		return error_remedy(err, "set WARPBOOK_PYTHON to an interpreter in a usual place, such as /usr/bin/python3 or "
					 "that of a virtual environment");
	}
	if (proc_is_cramped("Numba", NUMBA_MEMORY_BYTES, buf_text(&result->err), err) || trouble_of_disk(job->run.folder, err))
		return -1;
	/* None of these is proof: with a low limit of the shell Python ends in any way, and so does a kernel of ours. */
	if (numba_works(job->compiler, err))
		return -1;
	if (strstr(buf_text(&result->err), "MemoryError") || strstr(buf_text(&result->err), "LLVM ERROR: out of memory"))
		return report(job, "Python ran out of memory (4 GiB)",
			      "look for huge arrays that are made outside the kernel", err);
	if (result->end == PROC_SIGNALLED)
		return report(job, "Python itself crashed on this file",
			      "look for code outside the kernel that should not be there", err);
	return report(job, "the file ends Python while it is imported",
		      "take exit() out, or put it under `if __name__ == \"__main__\":`", err);
}

static int files_take(struct job *job)
{
	struct buf text = BUF_INIT;
	const char **list;
	size_t n = 0;

	job->looked = own_file(&job->run, "kernel.looked", SAID_BYTES, &text) == 0;
	if (own_file(&job->run, "kernel.files", SAID_BYTES, &text)) {
		buf_release(&text);
		return 0;
	}
	list = arena_array(&job->out->arena, text.len / 2 + 1, sizeof *list);
	for (char *line = text.data, *end; list && line && n < FILES_MOST && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		if (!(list[n++] = arena_strdup(&job->out->arena, line)))
			list = NULL;
	}
	buf_release(&text);
	job->out->files = list;
	job->out->nfiles = list ? n : 0;
	return list ? 0 : -1;
}

static int output_take(struct job *job, const struct proc_result *result, struct error *err)
{
	struct buf ptx = BUF_INIT;
	int status = 0;

	if (own_file(&job->run, "kernel.ptx", NUMBA_FILE_BYTES, &ptx) || !ptx.len) {
		job->out->ok = false;
		status = failure_explain(job, result, err);
	} else {
		job->out->ptx = arena_strndup(&job->out->arena, buf_text(&ptx), ptx.len);
		job->out->ptx_len = ptx.len;
		status = job->out->ptx && files_take(job) == 0 ? 0 : error_nomem(err);
	}
	buf_release(&ptx);
	return status;
}

/* Runs in a process that is ready, or starts one. */
static int child_run(struct job *job, struct proc_result *result, struct error *err)
{
	const struct numba_kernel *k = job->kernel;
	const struct numba_task task = { job->reader.label, k->name, k->parameters, k->kind, job->reader.source,
					 job->reader.len };

	if (!job->compiler->for_stepping && numba_ready_take(job->compiler->ready, &job->run, &task, result))
		return 0;
	return numba_run_prepare(&job->run, err) || numba_run_source(&job->run, task.source, task.len, err) ||
	       numba_run(&job->run, (const char *[]){ task.label, task.kernel, task.parameters, task.kind, NULL }, NULL, result,
			 err) ? -1 : 0;
}

static int compile_fresh(struct job *job, struct error *err)
{
	struct proc_result result;
	struct buf said = BUF_INIT;
	int status;

	if (child_run(job, &result, err))
		return -1;
	own_file(&job->run, "kernel.said", SAID_BYTES, &said);
	job->out->raw = arena_strndup(&job->out->arena, buf_text(&said), said.len);
	buf_release(&said);
	job->out->ok = result.end == PROC_EXITED && result.code == 0;
	job->out->no_kernel = result.end == PROC_EXITED && result.code == STATUS_NO_KERNEL;
	if (!job->out->raw)
		status = error_nomem(err);
	else if (result.end == PROC_EXITED && result.code == STATUS_MACHINE)
		status = complain(job, err);
	else if (messages_take(job))
		status = error_nomem(err);
	else
		status = job->out->ok ? output_take(job, &result, err) : failure_explain(job, &result, err);
	proc_result_release(&result);
	return status;
}

/* ---- the whole --------------------------------------------------------------------------------------------- */

static int compile_job(struct job *job, struct error *err)
{
	struct artifact artifact;
	char key[HASH_HEX];
	int status;

	key_make(job, key);
	if (cache_load(key, &job->out->arena, &artifact)) {
		job->out->ok = job->out->from_cache = true;
		job->out->ptx = artifact.output;
		job->out->ptx_len = artifact.len;
		job->out->raw = artifact.raw;
		return 0;
	}
	status = compile_fresh(job, err);
	numba_run_release(&job->run);
	if (status == 0 && job->out->ok && !job->out->nfiles && !job->looked)
		cache_store(key, &(struct artifact){ job->out->ptx, job->out->ptx_len, job->out->raw });
	return status;
}

int numba_compile(const struct compiler *c, const struct numba_kernel *k, const char *name, const char *source, size_t len,
		  const char *folder, struct compilation *out, struct error *err)
{
	struct job job = { .compiler = c, .kernel = k, .out = out };
	double start = clock_now();
	int status;

	memset(out, 0, sizeof *out);
	/* Numba quotes the label in its code for LLVM, and in messages. */
	if (message_reader_init(&job.reader, name, source, len, "\"\\?%", &out->arena, err) ||
	    numba_run_init(&job.run, c, folder, err)) {
		status = -1;
	} else {
		out->command = arena_printf(&out->arena, "%s -B %s %s %s %s", c->path, job.run.script, job.reader.label, k->name,
					    k->parameters);
		status = out->command ? compile_job(&job, err) : error_nomem(err);
	}
	out->seconds = clock_now() - start;
	if (status)
		compilation_release(out);
	return status;
}

bool numba_names(const struct compilation *c, size_t n, const char **names, struct arena *arena)
{
	static const char mark[] = "// parameters: ";
	const char *at = c->ptx;
	size_t i = 0;

	if (!at || strncmp(at, mark, sizeof mark - 1))
		return false;
	for (at += sizeof mark - 1; i < n && *at && *at != '\n'; i++) {
		size_t len = strcspn(at, " \n");

		if (!(names[i] = arena_strndup(arena, at, len)))
			return false;
		at += len + (at[len] == ' ');
	}
	return i == n && *at == '\n';
}
