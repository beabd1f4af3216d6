/*
 * compile.c - one compilation: a private folder, one command under limits, and its result.
 *
 * It can fail in three ways. The code is wrong: diagnostics, and `ok` is false. The compiler
 * runs out of time or memory, or crashes: our own diagnostic names the cause, because the
 * learner can change the code. The compiler cannot work at all (nvcc finds no gcc, no space
 * left): -1, the machine's fault.
 */
#include "config.h"

#include "toolchain/toolchain.h"
#include "toolchain/trouble.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "child/proc.h"
#include "child/sandbox.h"
#include "toolchain/cache.h"
#include "toolchain/command.h"
#include "toolchain/files_read.h"
#include "toolchain/growth.h"
#include "toolchain/messages.h"
#include "toolchain/prelude.h"
#include "toolchain/program/program.h"

#define WALL_SECONDS 900 /* a compile that takes longer shows that the machine is too busy */
#define CPU_SECONDS 60   /* for each process */
#define IDLE_SECONDS 20
#define SECONDS_TWICE 2  /* a failure that took less is repeated without the precompiled header */
#define MEMORY_BYTES ((uint64_t)4 << 30)
#define FILE_BYTES ((uint64_t)64 << 20)
#define RAW_BYTES ((size_t)64 << 10)

struct job {
	const struct compiler *compiler;
	const char *include_dir;
	const char *folders[COMPILE_FOLDERS]; /* absolute paths; NULL: the rest of them */
	int arch;                /* the GPU's; 0 for the vm */
	struct message_reader reader;
	char headers[PATH_MAX];  /* empty for nvcc */
	char alone[PATH_MAX];    /* its subfolder that replaces the C library */
	char api[PATH_MAX];      /* the runtime's */
	bool whole;              /* the source is a whole program, whose host code uses libraries */
	char folder[PATH_MAX];
	char includes[PATH_MAX]; /* include_dir as an absolute path */
	char source[PATH_MAX], output[PATH_MAX], cubin[PATH_MAX];
	const char *prelude;     /* the precompiled header; NULL where there is none */
	struct command command;  /* without it: what the report names, and what a person can repeat */
	unsigned cpu_seconds;    /* the limit of the last run's processes */
	int costly_line;         /* of the statement that used up its time or memory; 0: none */
	struct compilation *out;
};

/* ---- before ---------------------------------------------------------------------- */

static int visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Hashes our own headers by name, size and time: reading and hashing their 140 KiB took 5 ms of every check. */
static void hash_folder(struct hash *h, const char *folder)
{
	struct dirent **names;
	int n = scandir(folder, &names, visible, alphasort);
	char path[PATH_MAX];

	for (int i = 0; i < n; i++) {
		struct stat st;

		if (path_join(path, sizeof path, folder, names[i]->d_name) && stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
			hash_add_text(h, path);
			hash_add(h, &st.st_ino, sizeof st.st_ino);
			hash_add(h, &st.st_size, sizeof st.st_size);
			hash_add(h, &st.st_mtim, sizeof st.st_mtim);
			hash_add(h, &st.st_ctim, sizeof st.st_ctim);
		}
		free(names[i]);
	}
	if (n >= 0)
		free(names);
}

/* Hashes all that decides about the result: version, command, compiler, headers, source. */
static void key_make(const struct job *job, char key[HASH_HEX])
{
	struct hash h;
	struct stat st;

	hash_init(&h);
	hash_add_text(&h, PACKAGE_VERSION);
	for (size_t i = 0; i < job->command.argc; i++)
		hash_add_text(&h, job->command.argv[i]);
	hash_add_text(&h, job->compiler->version);
	if (stat(job->compiler->path, &st) == 0) {
		hash_add(&h, &st.st_mtim.tv_sec, sizeof st.st_mtim.tv_sec);
		hash_add(&h, &st.st_size, sizeof st.st_size);
	}
	if (job->headers[0]) {
		hash_folder(&h, job->headers);
		hash_folder(&h, job->alone);
	}
	hash_add_text(&h, job->reader.label);
	hash_add(&h, job->reader.source, job->reader.len);
	hash_hex(&h, key);
}

static int folder_make(struct job *job, struct error *err)
{
	struct buf text = BUF_INIT;
	char link[PATH_MAX];
	int status = -1;

	if (path_temp_dir(job->folder, sizeof job->folder, "warpbook-compile", err)) {
		job->folder[0] = '\0';
		return -1;
	}
	if (!path_join(job->source, sizeof job->source, job->folder, COMMAND_SOURCE) ||
	    !path_join(job->output, sizeof job->output, job->folder, COMMAND_OUTPUT) ||
	    !path_join(job->cubin, sizeof job->cubin, job->folder, COMMAND_CUBIN) ||
	    !path_join(link, sizeof link, job->folder, COMMAND_INCLUDES))
		return error_set(err, PARTY_MACHINE, "the name of the temporary folder is too long");
	if (job->include_dir && realpath(job->include_dir, job->includes) && symlink(job->includes, link))
		return error_errno(err, "cannot make the link '%s'", link);
	for (size_t i = 0; i < COMPILE_FOLDERS && job->folders[i]; i++) {
		struct command ignored = { .argc = 0 };

		if (!path_join(link, sizeof link, job->folder, command_add_folder(&ignored, job->compiler->kind, i)) ||
		    symlink(job->folders[i], link))
			return error_errno(err, "cannot make the link '%s'", link);
	}
	buf_printf(&text, "#line 1 \"%s\"\n", job->reader.label);
	buf_append(&text, job->reader.source, job->reader.len);
	status = text.failed ? error_nomem(err) : file_write_scratch(job->source, text.data, text.len, err);
	buf_release(&text);
	return status;
}

/* ---- the run ---------------------------------------------------------------------- */

/* A compiler reads itself, our headers, the learner's folder and its private folder, and writes only the last. */
static void sandbox_make(const struct job *job, struct sandbox *s)
{
	compiler_sandbox(job->compiler, s);
	sandbox_allow(s, job->headers, SANDBOX_READ);
	sandbox_allow(s, job->alone, SANDBOX_READ);
	program_allow_headers(s, job->api);
	sandbox_allow(s, job->includes, SANDBOX_READ);
	for (size_t i = 0; i < COMPILE_FOLDERS && job->folders[i]; i++)
		sandbox_allow(s, job->folders[i], SANDBOX_READ);
	if (job->prelude)
		sandbox_allow(s, job->prelude, SANDBOX_READ);
	sandbox_allow(s, job->folder, SANDBOX_SCRATCH);
}

static int command_run(struct job *job, const struct command *command, struct proc_result *result, struct error *err)
{
	char path[PATH_MAX + 8], home[PATH_MAX + 8], tmp[PATH_MAX + 8];
	const char *envp[] = { path, home, tmp, "LC_ALL=C.UTF-8", NULL };
	const char *value = getenv("PATH");
	struct sandbox sandbox;
	int status;
	struct proc_job run = {
		.argv = command->argv, .envp = envp, .cwd = job->folder, .sandbox = &sandbox,
		.limits = {
			.wall_seconds = WALL_SECONDS, .idle_seconds = IDLE_SECONDS,
			.cpu_seconds = job->compiler->cpu_seconds ? job->compiler->cpu_seconds : CPU_SECONDS,
			.memory_bytes = MEMORY_BYTES, .file_bytes = FILE_BYTES,
			.stdout_bytes = RAW_BYTES / 4, .stderr_bytes = RAW_BYTES / 4 * 3,
		},
		.doubt = growth_seconds, .doubt_seconds = GROWTH_DOUBT_SECONDS,
	};
	struct growth growth = { .compiler = job->compiler, .run = &run, .folder = job->folder, .is_bounded = true };

	run.doubt_ctx = &growth;
	sandbox_make(job, &sandbox);
	snprintf(path, sizeof path, "PATH=%s", value ? value : "/usr/local/bin:/usr/bin:/bin");
	snprintf(home, sizeof home, "HOME=%s", job->folder);
	snprintf(tmp, sizeof tmp, "TMPDIR=%s", job->folder); /* nvcc's intermediate files disappear with the folder */
	status = proc_run(&run, result, err);
	if (status == 0)
		growth_settle(&growth, result);
	job->out->cpu_seconds += status ? 0 : result->cpu_seconds;
	job->cpu_seconds = growth_limit(&growth);
	job->costly_line = status ? 0 : growth_line(&growth, result, COMMAND_SOURCE, job->reader.source, job->reader.len, NULL);
	return status;
}

static const char *raw_text(struct arena *arena, const struct proc_result *result)
{
	char *raw = arena_printf(arena, "%s%s%s", buf_text(&result->out), buf_text(&result->err),
				 result->out_truncated || result->err_truncated ? "\n(further output was dropped)\n" : "");

	return raw;
}

static bool arch_is_unknown(const struct compilation *out)
{
	return strstr(out->raw, "nsupported gpu architecture") ||
	       strstr(out->raw, "is not defined for option 'gpu-architecture'");
}

static enum command_goal goal_of(const struct job *job)
{
	return job->arch ? COMMAND_FOR_DRIVER : COMMAND_FOR_VM;
}

static void command_make(const struct job *job, struct command *command, int arch, enum command_goal goal,
			 const struct command_headers *headers)
{
	command_build(command, job->compiler, arch, goal, headers);
	for (size_t i = 0; i < COMPILE_FOLDERS && job->folders[i]; i++)
		command_add_folder(command, job->compiler->kind, i);
}

/*
 * The command of one attempt; false past the last. If the compiler does not know an attempt's architecture, the next
 * attempt makes PTX for the next one of command_arch: nvcc may be older than the GPU, or too new or too old for the vm's.
 */
static bool command_choose(struct job *job, size_t attempt)
{
	const enum command_goal goal = goal_of(job);
	const struct command_headers headers = { .device = job->headers, .alone = job->alone,
						 .api = job->whole ? job->api : NULL };
	size_t without = job->arch && job->compiler->kind == COMPILER_NVCC;

	if (attempt < without) {
		command_make(job, &job->command, job->arch, COMMAND_FOR_GPU, &headers);
		return true;
	}
	if (!command_arch(job->compiler->kind, goal, attempt - without))
		return false;
	command_make(job, &job->command, command_arch(job->compiler->kind, goal, attempt - without), goal, &headers);
	return true;
}

static bool has_succeeded(const struct proc_result *result)
{
	return result->end == PROC_EXITED && result->code == 0;
}

/* The first attempt's command, to make the precompiled header or with it. */
static void prelude_command(const struct job *job, struct command *command, const struct command_headers *headers)
{
	command_make(job, command, command_arch(job->compiler->kind, goal_of(job), 0), goal_of(job), headers);
}

struct prelude_run {
	struct job *job;
	struct command command;
};

static bool prelude_make(void *ctx)
{
	struct prelude_run *run = ctx;
	struct proc_result result;
	struct error ignored;
	bool made;

	if (command_run(run->job, &run->command, &result, &ignored))
		return false;
	made = has_succeeded(&result);
	proc_result_release(&result);
	return made;
}

static const char *prelude_find(struct job *job)
{
	char source[PATH_MAX], made[PATH_MAX], deps[PATH_MAX];
	const struct command_headers headers = { .device = job->headers, .alone = job->alone, .precompiles = source };
	struct prelude_run run = { .job = job };
	struct prelude p = { job->compiler, run.command.argv, 0, prelude_make, &run, made, deps };

	if (job->compiler->kind != COMPILER_CLANG || job->whole ||
	    !path_join(source, sizeof source, job->headers, "warpbook_prelude.h") ||
	    !path_join(made, sizeof made, job->folder, COMMAND_PRELUDE) ||
	    !path_join(deps, sizeof deps, job->folder, COMMAND_FILES))
		return NULL;
	prelude_command(job, &run.command, &headers);
	p.n = run.command.argc;
	return prelude_path(&p, &job->out->arena);
}

/*
 * The compilation with the precompiled header. False: the plain command has to tell what is wrong. But what used up a limit or
 * seconds, or was interrupted, is not tried twice.
 */
static bool compile_quick(struct job *job, struct proc_result *result)
{
	struct command_headers headers = { .device = job->headers, .alone = job->alone };
	struct command command;
	struct error ignored;

	headers.prelude = job->prelude = prelude_find(job);
	if (!job->prelude)
		return false;
	prelude_command(job, &command, &headers);
	if (command_run(job, &command, result, &ignored))
		return false;
	job->out->raw = raw_text(&job->out->arena, result);
	if (job->out->raw && (has_succeeded(result) || (result->end != PROC_EXITED && result->end != PROC_SIGNALLED) ||
			      result->cpu_seconds > SECONDS_TWICE))
		return true;
	proc_result_release(result);
	return false;
}

static int compile_run(struct job *job, struct proc_result *result, struct error *err)
{
	for (size_t attempt = 0;; attempt++) {
		if (command_run(job, &job->command, result, err))
			return -1;
		job->out->raw = raw_text(&job->out->arena, result);
		if (!job->out->raw) {
			proc_result_release(result);
			return error_nomem(err);
		}
		if (result->end != PROC_EXITED || result->code == 0 || !arch_is_unknown(job->out) ||
		    !command_choose(job, attempt + 1))
			return 0;
		proc_result_release(result);
	}
}

/* ---- after ------------------------------------------------------------------------- */

/* Appends the PTX; in its .file lines `FOLDER/label` (nvcc) and `./label` (clang) become the label alone. */
static void ptx_append(struct buf *out, const char *ptx, size_t len, const char *folder, const char *label)
{
	const char *prefixes[] = { folder, "." };
	const char *end = ptx + len;

	for (const char *line = ptx; line < end;) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		const char *next = newline ? newline + 1 : end, *quote = NULL;
		size_t cut = 0;

		if ((size_t)(next - line) > 6 && !memcmp(line, "\t.file", 6))
			quote = memchr(line, '"', (size_t)(next - line));
		for (size_t i = 0; quote && !cut && i < 2; i++) {
			size_t n = strlen(prefixes[i]);

			if ((size_t)(next - quote) > n + 2 + strlen(label) && !memcmp(quote + 1, prefixes[i], n) &&
			    quote[n + 1] == '/' && !memcmp(quote + n + 2, label, strlen(label)))
				cut = n + 1;
		}
		if (cut) {
			buf_append(out, line, (size_t)(quote + 1 - line));
			line = quote + 1 + cut;
		}
		buf_append(out, line, (size_t)(next - line));
		line = next;
	}
}

static int output_read(struct job *job, struct error *err)
{
	struct buf file = BUF_INIT, ptx = BUF_INIT;
	int status = file_read(job->output, FILE_BYTES, &file, err);

	if (status == 0) {
		ptx_append(&ptx, buf_text(&file), file.len, job->folder, job->reader.label);
		job->out->ptx = arena_strndup(&job->out->arena, buf_text(&ptx), ptx.len);
		job->out->ptx_len = ptx.len;
		if (ptx.failed || !job->out->ptx)
			status = error_nomem(err);
	}
	if (status == 0 && path_exists(job->cubin)) {
		buf_clear(&file);
		status = file_read(job->cubin, FILE_BYTES, &file, err);
		job->out->cubin = status ? NULL : arena_strndup(&job->out->arena, buf_text(&file), file.len);
		job->out->cubin_len = file.len;
		if (status == 0 && !job->out->cubin)
			status = error_nomem(err);
	}
	buf_release(&file);
	buf_release(&ptx);
	return status;
}

static bool says(const struct compilation *out, const char *words)
{
	return strstr(out->raw, words) != NULL;
}

/* The compile failed: is it the code, the code's size, or the machine? Returns 0, -1 or TROUBLE_ACCUSES. */
static int failure_explain(struct job *job, const struct proc_result *result, struct error *err)
{
	const struct message_reader *r = &job->reader;
	struct compilation *out = job->out;
	const char *time = arena_printf(&out->arena, "%u seconds of processor time", job->cpu_seconds);
	const struct trouble_limits limits = { time, "4 GiB", "64 MiB", job->cpu_seconds, MEMORY_BYTES, "set WARPBOOK_COMPILER" };
	enum trouble trouble;
	const char *text;
	int status;

	if (!limits.time)
		return error_nomem(err);
	if (result->end == PROC_INTERRUPTED)
		return error_set(err, PARTY_MACHINE, "interrupted while compiling '%s'", r->name);
	status = trouble_of_machine(result, out->raw, out, &limits, err);
	if (status)
		return status;
	trouble = trouble_find(result, out->raw, out, &limits);
	if (trouble == TROUBLE_CODE)
		return messages_blame_us(out, out->raw, job->compiler, (const char *[]){ job->headers, job->api, NULL },
					 err) ? TROUBLE_ACCUSES : 0;
	if (trouble_has_text(trouble))
		return trouble_report(trouble, &limits, job->folder, r, job->costly_line, out, err);
	text = trouble == TROUBLE_UNKNOWN ? trouble_of_assembler(out->raw, &out->arena) : "";
	if (*text)
		return message_add(r, DIAGNOSTIC_ERROR, text, message_hint(text), out) ? error_nomem(err) : 0;
	return trouble_complain(job->compiler->path, out->raw, job->folder,
				says(out, "gcc") && job->compiler->kind == COMPILER_NVCC
				? "nvcc needs gcc: sudo apt-get install g++; or set WARPBOOK_COMPILER=clang"
				: "run `warpbook doctor`", err);
}

/* True if the source has `main` before a parenthesis anywhere. */
static bool has_main(const char *source, size_t len)
{
	const char *end = source + len;

	for (const char *p = source; (p = memmem(p, (size_t)(end - p), "main", 4)); p += 4) {
		const char *next = p + 4;

		while (next < end && (*next == ' ' || *next == '\t'))
			next++;
		if (next < end && *next == '(' && (p == source || strchr(" \t\n*", p[-1])))
			return true;
	}
	return false;
}

/*
 * Kernels need no host library, and compile faster without. If the replacement headers are not enough for a
 * program, it is compiled again as a whole program, for its kernels.
 */
static bool wants_libraries(struct job *job, const struct proc_result *result)
{
	if (job->compiler->kind != COMPILER_CLANG || job->whole || result->end != PROC_EXITED || result->code == 0 ||
	    !has_main(job->reader.source, job->reader.len) || program_headers(job->headers, job->api, NULL))
		return false;
	job->whole = true;
	return command_choose(job, 0);
}

static int files_report(struct job *job)
{
	struct compiler_folders folders;
	struct word_list files = { NULL, 0, 0 };
	char rule[PATH_MAX];

	if (!path_join(rule, sizeof rule, job->folder, COMMAND_FILES))
		return 0;
	compiler_folders_find(job->compiler, &folders);
	if (files_read_list(rule, &job->out->arena, &files) ||
	    files_keep_own(&folders, job->folder, job->folder, &job->out->arena, &files))
		return -1;
	job->out->files = files.list;
	job->out->nfiles = files.n;
	return 0;
}

/* One compilation in the folder. */
static int compile_try(struct job *job, struct error *err)
{
	struct proc_result result;
	bool quick = compile_quick(job, &result);
	int status;

	if (!quick && compile_run(job, &result, err))
		return -1;
	if (wants_libraries(job, &result)) {
		proc_result_release(&result);
		if (compile_run(job, &result, err))
			return -1;
	}
	job->out->ndiagnostics = 0;
	status = messages_read(&job->reader, job->out->raw, job->out) || files_report(job) ? error_nomem(err) : 0;
	job->out->ok = has_succeeded(&result);
	if (status == 0)
		status = job->out->ok ? output_read(job, err) : failure_explain(job, &result, err);
	proc_result_release(&result);
	return status;
}

/* The control of trouble.h: an empty file, without the learner's folder, which may have a header that breaks ours. */
static bool control_works(const struct job *of)
{
	struct compilation out = { .ok = false };
	struct job job = { .compiler = of->compiler, .arch = of->arch,
			   .reader = { .label = COMMAND_SOURCE, .name = COMMAND_SOURCE, .source = "" },
			   .out = &out };
	struct error ignored;
	bool works;

	memcpy(job.headers, of->headers, sizeof job.headers);
	memcpy(job.alone, of->alone, sizeof job.alone);
	command_choose(&job, 0);
	works = folder_make(&job, &ignored) == 0 && compile_try(&job, &ignored) == 0 && out.ok;
	if (job.folder[0])
		path_remove_tree(job.folder, NULL);
	compilation_release(&out);
	return works;
}

static int compile_fresh(struct job *job, struct error *err)
{
	int status = folder_make(job, err) ? -1 : compile_try(job, err);

	if (status == TROUBLE_ACCUSES && control_works(job)) {
		status = compile_try(job, err);
		if (status == TROUBLE_ACCUSES)
			return trouble_reject(job->out->raw, &job->reader, job->out, err);
	}
	return status == TROUBLE_ACCUSES ? -1 : status;
}

/* ---- the whole ----------------------------------------------------------------------- */

/* Machine code has its own cache entry, beside the PTX's. */
static void cubin_key(const char key[HASH_HEX], char out[HASH_HEX])
{
	struct hash h;

	hash_init(&h);
	hash_add_text(&h, key);
	hash_add_text(&h, COMMAND_CUBIN);
	hash_hex(&h, out);
}

static bool compile_cached(struct job *job, const char key[HASH_HEX])
{
	struct artifact artifact, machine;
	char beside[HASH_HEX];

	if (!cache_load(key, &job->out->arena, &artifact))
		return false;
	if (job->arch && job->compiler->kind == COMPILER_NVCC) {
		cubin_key(key, beside);
		if (!cache_load(beside, &job->out->arena, &machine))
			return false;
		job->out->cubin = machine.len ? machine.output : NULL;
		job->out->cubin_len = machine.len;
	}
	job->out->ok = job->out->from_cache = true;
	job->out->ptx = artifact.output;
	job->out->ptx_len = artifact.len;
	job->out->raw = artifact.raw;
	return messages_read(&job->reader, artifact.raw, job->out) == 0;
}

static int compile_job(struct job *job, struct error *err)
{
	bool keep = cache_applies(job->reader.source, job->reader.len);
	char key[HASH_HEX];
	int status;

	if (keep) {
		key_make(job, key);
		if (compile_cached(job, key))
			return 0;
	}
	status = compile_fresh(job, err);
	if (job->folder[0])
		path_remove_tree(job->folder, NULL);
	if (status == 0 && keep && job->out->ok && !job->out->nfiles) {
		struct artifact artifact = { job->out->ptx, job->out->ptx_len, job->out->raw };
		struct artifact machine = { job->out->cubin ? job->out->cubin : "", job->out->cubin_len, "" };
		char beside[HASH_HEX];

		cache_store(key, &artifact);
		if (job->arch && job->compiler->kind == COMPILER_NVCC) {
			cubin_key(key, beside);
			cache_store(beside, &machine);
		}
	}
	return status;
}

static const char *command_text(struct arena *arena, const struct command *command)
{
	struct buf text = BUF_INIT;
	const char *copy;

	for (size_t i = 0; i < command->argc; i++)
		buf_printf(&text, "%s%s", i ? " " : "", command->argv[i]);
	copy = text.failed ? NULL : arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return copy;
}

static int compile_begun(struct job *job, const char *name, const char *source, size_t len, struct error *err)
{
	const struct compiler *c = job->compiler;
	struct compilation *out = job->out;
	const size_t mark = text_mark(source, len); /* valid only at the very start */
	double start = clock_now();
	int status;

	source += mark;
	len -= mark;
	/* The #line directive, and so the PTX, names the label. */
	if (message_reader_init(&job->reader, name, source, len, "\"\\?", &out->arena, err)) {
		status = -1;
	} else if (c->kind == COMPILER_CLANG && (headers_find(job->headers, sizeof job->headers, err) ||
						 !path_join(job->alone, sizeof job->alone, job->headers, "alone"))) {
		status = -1;
	} else {
		if (!*name)
			job->reader.label = COMMAND_SOURCE;
		command_choose(job, 0);
		status = compile_job(job, err);
		out->command = command_text(&out->arena, &job->command);
		if (status == 0 && !out->command)
			status = error_nomem(err);
	}
	out->seconds = clock_now() - start;
	if (status)
		compilation_release(out);
	return status;
}

int compile_for(const struct compiler *c, int arch, const char *name, const char *source, size_t len,
		const char *include_dir, struct compilation *out, struct error *err)
{
	struct job job = { .compiler = c, .include_dir = include_dir, .arch = arch, .out = out };

	memset(out, 0, sizeof *out);
	return compile_begun(&job, name, source, len, err);
}

int compile(const struct compiler *c, const char *name, const char *source, size_t len,
	    const char *include_dir, struct compilation *out, struct error *err)
{
	return compile_for(c, 0, name, source, len, include_dir, out, err);
}

int compile_in(const struct compiler *c, const char *name, const char *source, size_t len, const char *const *folders, size_t n,
	       struct compilation *out, struct error *err)
{
	struct job job = { .compiler = c, .out = out };
	char path[PATH_MAX];
	size_t kept = 0;

	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < n && kept < COMPILE_FOLDERS; i++)
		if (realpath(folders[i], path)) {
			job.folders[kept] = arena_strdup(&out->arena, path);
			if (!job.folders[kept++]) {
				compilation_release(out);
				return error_nomem(err);
			}
		}
	return compile_begun(&job, name, source, len, err);
}

void compilation_release(struct compilation *out)
{
	arena_release(&out->arena);
	memset(out, 0, sizeof *out);
}
