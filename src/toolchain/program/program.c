/*
 * program.c - a whole build: compiles every source to an object, joins relocatable modules, links, and decides which party is
 * responsible if a step fails.
 *
 * With nvcc an object takes one command. clang without a toolkit needs two: the device side gives PTX, which
 * goes into a container (fatbin.h), and the host side embeds the container.
 */
#include "config.h"

#include "toolchain/trouble.h"
#include "toolchain/program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/path.h"
#include "child/proc.h"
#include "child/sandbox.h"
#include "toolchain/fatbin.h"
#include "toolchain/files_read.h"
#include "toolchain/fitted.h"
#include "toolchain/growth.h"
#include "toolchain/messages.h"
#include "toolchain/prelude.h"
#include "toolchain/program/program_command.h"
#include "toolchain/program/program_link.h"

#define WALL_SECONDS 1800 /* a build that takes longer shows that the machine is too busy */
#define IDLE_SECONDS 30
#define CPU_SECONDS 300
#define CPU_SECONDS_UNTRUSTED 120
#define MEMORY_BYTES ((uint64_t)8 << 30)
#define FILE_BYTES ((uint64_t)512 << 20)
#define PTX_BYTES ((size_t)64 << 20)
#define RAW_BYTES ((size_t)256 << 10)

extern char **environ;

struct build {
	const struct program_job *job;
	struct program_place place;
	struct program_unit *units;
	struct program *out;
	struct arena *arena;        /* the program's */
	const char **envp;
	struct buf commands, raw;
	struct message_places places;
	unsigned cpu_seconds;       /* the limit of the last command's processes */
	int costly_line;            /* of the statement that used up its time or memory; 0: none */
	const char *costly_file;    /* its file; NULL: the unit's own */
	struct error *err;
};

/* ---- before ---------------------------------------------------------------------------- */

/* True for a name that command lines, makefiles and comma-separated lists read correctly. */
static bool name_is_plain(const char *name)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+-";

	return name[0] != '-' && !name[strspn(name, plain)];
}

static const char *in_folder(struct build *b, const char *fmt, size_t number)
{
	char name[32];

	snprintf(name, sizeof name, "%zu%s", number, fmt);
	return arena_printf(b->arena, "%s/%s", b->place.folder, name);
}

/* A #line gives the copy's lines the source's own name and numbers. */
static int copy_make(struct build *b, struct program_unit *u, const struct buf *bytes)
{
	static const char *const suffix[] = { ".cu", ".cpp", ".c" };
	const char *name = u->source->name, *folder;
	char target[PATH_MAX];
	struct buf text = BUF_INIT;
	size_t len = (size_t)(path_base(name) - name);
	int status;

	u->input = in_folder(b, suffix[u->source->kind], u->number);
	u->quoted = in_folder(b, ".dir", u->number);
	folder = len ? arena_strndup(b->arena, name, len) : ".";
	if (!u->input || !u->quoted || !folder)
		return error_nomem(b->err);
	if (!realpath(folder, target) || symlink(target, u->quoted))
		return error_errno(b->err, "cannot link to '%s'", folder);
	buf_puts(&text, "#line 1 \"");
	for (const char *p = name; *p; p++)
		buf_putc(&text, (unsigned char)*p < ' ' || *p == '"' || *p == '\\' || *p == 0x7F ? '_' : *p);
	buf_puts(&text, "\"\n");
	buf_append(&text, buf_text(bytes), bytes->len);
	status = text.failed ? error_nomem(b->err) : file_write_scratch(u->input, text.data, text.len, b->err);
	buf_release(&text);
	return status;
}

static int unit_make(struct build *b, size_t i)
{
	struct program_unit *u = &b->units[i];
	struct buf bytes = BUF_INIT;
	int status;

	*u = (struct program_unit){ .source = &b->job->words->sources[i], .number = i };
	u->input = u->source->name;
	u->object = in_folder(b, ".o", i);
	u->deps = in_folder(b, ".d", i);
	u->device_deps = in_folder(b, ".device.d", i);
	u->ptx = in_folder(b, ".ptx", i);
	u->fatbin = in_folder(b, ".fatbin", i);
	if (!u->object || !u->deps || !u->device_deps || !u->ptx || !u->fatbin)
		return error_nomem(b->err);
	status = file_read(u->source->name, SOURCE_MAX_BYTES, &bytes, b->err);
	if (status)
		b->err->party = PARTY_LEARNER; /* the learner named the file */
	else if (!name_is_plain(u->source->name))
		status = copy_make(b, u, &bytes);
	buf_release(&bytes);
	return status;
}

/* The caller's environment, except for the language of messages and the folder for temporary files. */
static const char **environment_make(struct build *b)
{
	static const char *const ours[] = { "LC_ALL=", "LANGUAGE=", "TMPDIR=", "CCACHE_DISABLE=" };
	size_t n = 0, count = 0;
	const char **envp;

	while (environ[count])
		count++;
	envp = arena_array(b->arena, count + 4, sizeof *envp);
	for (size_t i = 0; envp && i < count; i++) {
		bool replaced = false;

		for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
			replaced |= !strncmp(environ[i], ours[k], strlen(ours[k]));
		if (!replaced)
			envp[n++] = environ[i];
	}
	if (envp) {
		envp[n++] = "LC_ALL=C.UTF-8";
		envp[n++] = arena_printf(b->arena, "TMPDIR=%s", b->place.folder);
	}
	return envp;
}

static int places_find(struct build *b)
{
	struct program_place *p = &b->place;
	const char **foreign = arena_array(b->arena, 4, sizeof *foreign), *toolkit = b->job->compiler->toolkit;
	size_t n = 0;

	if (!foreign)
		return error_nomem(b->err);
	if (!b->job->for_gpu && program_runtime(p->runtime, sizeof p->runtime, b->err))
		return -1;
	if ((b->job->compiler->kind == COMPILER_CLANG || b->job->fuse) && program_headers(p->headers, p->api, b->err))
		return -1;
	if (b->job->compiler->kind == COMPILER_CLANG) {
		program_cccl(p->cccl);
		foreign[n++] = p->headers;
		foreign[n++] = p->api;
		if (*p->cccl)
			foreign[n++] = p->cccl;
	}
	if (*toolkit && strcmp(toolkit, "/usr") != 0)
		foreign[n++] = arena_printf(b->arena, "%s/", toolkit);
	b->places = (struct message_places){ foreign, n };
	return 0;
}

static int build_begin(struct build *b)
{
	size_t n = b->job->words->nsources;

	if (path_temp_dir(b->place.folder, sizeof b->place.folder, "warpbook-program", b->err)) {
		b->place.folder[0] = '\0';
		return -1;
	}
	b->units = arena_array(b->arena, n + 1, sizeof *b->units);
	b->envp = environment_make(b);
	if (!b->units || !b->envp)
		return error_nomem(b->err);
	for (size_t i = 0; i < n; i++)
		if (unit_make(b, i))
			return -1;
	if (places_find(b))
		return -1;
	return b->job->compiler->kind != COMPILER_CLANG || b->job->dry_run ? 0 :
	       fitted_headers(b->job, &b->place, b->arena, b->err);
}

/* ---- one command ------------------------------------------------------------------------ */

/* What a command of the build may access: *s, or NULL for everything. */
static const struct sandbox *sandbox_make(const struct program_job *job, const struct program_place *p, struct sandbox *s)
{
	if (!job->sandbox)
		return NULL;
	*s = *job->sandbox;
	sandbox_allow(s, p->folder, SANDBOX_SCRATCH);
	sandbox_allow(s, job->output, SANDBOX_READ | SANDBOX_WRITE);
	if (p->device_prelude)
		sandbox_allow(s, p->device_prelude, SANDBOX_READ);
	if (p->host_prelude)
		sandbox_allow(s, p->host_prelude, SANDBOX_READ);
	sandbox_allow(s, p->runtime, SANDBOX_READ);
	sandbox_allow(s, p->headers, SANDBOX_READ);
	if (*p->cccl)
		sandbox_allow(s, p->cccl, SANDBOX_READ);
	program_allow_headers(s, p->api);
	return s;
}

/* A class may hand in many files that keep a compiler busy. */
static unsigned cpu_limit(const struct build *b)
{
	return b->job->sandbox ? CPU_SECONDS_UNTRUSTED : CPU_SECONDS;
}

/* The limits of the last command. */
static struct trouble_limits limits_of(const struct build *b)
{
	const char *time = arena_printf(b->arena, "%u seconds of processor time", b->cpu_seconds);

	return (struct trouble_limits){ time ? time : "the time", "8 GiB", "512 MiB", b->cpu_seconds, MEMORY_BYTES,
					"--compiler NAME" };
}

/* A text that begins with a #line has the lines of the file that this names. */
static void costly_find(struct build *b, const struct growth *g, const struct program_unit *u, const struct proc_result *result)
{
	const char *name = u->source->name;
	size_t len = (size_t)(path_base(name) - name);
	const char *folder = u->quoted ? NULL : len ? arena_strndup(b->arena, name, len) : ".";
	struct buf source = BUF_INIT;
	static const char begin[] = "#line 1 \"";
	const char *text;

	b->costly_file = NULL;
	if (file_read(name, SOURCE_MAX_BYTES, &source, NULL) == 0)
		b->costly_line = growth_line(g, result, u->input, buf_text(&source), source.len, folder);
	text = buf_text(&source);
	if (b->costly_line > 1 && !strncmp(text, begin, sizeof begin - 1)) {
		text += sizeof begin - 1;
		b->costly_file = arena_strndup(b->arena, text, strcspn(text, "\"\n"));
		b->costly_line--;
	}
	buf_release(&source);
}

/* u: the unit that it compiles; NULL: none. */
static int command_run(struct build *b, const struct program_unit *u, const struct word_list *command, struct proc_result *result,
		       struct buf *raw)
{
	struct sandbox sandbox;
	struct proc_job run = {
		.argv = command->list, .envp = b->envp, .sandbox = sandbox_make(b->job, &b->place, &sandbox),
		.limits = { .wall_seconds = WALL_SECONDS, .idle_seconds = IDLE_SECONDS, .cpu_seconds = cpu_limit(b),
			    .memory_bytes = MEMORY_BYTES, .file_bytes = FILE_BYTES, .stdout_bytes = RAW_BYTES / 4,
			    .stderr_bytes = RAW_BYTES },
		.doubt = growth_seconds, .doubt_seconds = GROWTH_DOUBT_SECONDS,
	};
	struct growth growth = { .compiler = b->job->compiler, .run = &run, .folder = b->place.folder,
				 .is_bounded = b->job->sandbox != NULL };

	run.doubt_ctx = &growth;

	if (!command->list)
		return error_nomem(b->err);
	for (size_t i = 0; i < command->n; i++)
		buf_printf(&b->commands, "%s%s", i ? " " : "", command->list[i]);
	buf_putc(&b->commands, '\n');
	if (b->job->dry_run) {
		*result = (struct proc_result){ .end = PROC_EXITED };
		return 0;
	}
	if (proc_run(&run, result, b->err))
		return -1;
	growth_settle(&growth, result);
	b->cpu_seconds = growth_limit(&growth);
	b->costly_line = 0;
	if (u)
		costly_find(b, &growth, u, result);
	buf_printf(raw, "%s%s", buf_text(&result->out), buf_text(&result->err));
	return raw->failed ? error_nomem(b->err) : 0;
}

/* Does the command succeed? */
static bool command_works(struct build *b, struct word_list command)
{
	struct proc_result result;
	struct buf raw = BUF_INIT;
	bool works = false;

	command = words_end(command, b->arena);
	if (command_run(b, NULL, &command, &result, &raw) == 0) {
		works = result.end == PROC_EXITED && result.code == 0;
		proc_result_release(&result);
	}
	buf_release(&raw);
	return works;
}

/*
 * The control of trouble.h: the same command with an empty file, and without the learner's folder, which may have a header that
 * breaks ours. For a linker (no unit): it makes a library of nothing.
 */
static bool control_works(struct build *b, const struct program_unit *u, const struct word_list *command)
{
	const char *nothing = arena_printf(b->arena, "%s/nothing.cu", b->place.folder);
	const char *library = arena_printf(b->arena, "%s/nothing.so", b->place.folder);
	const char *const joins[] = { command->list[0], "-shared", "-x", "c", nothing, "-o", library };
	struct word_list control = { NULL, 0, 0 };

	if (!nothing || !library || file_write_scratch(nothing, "\n", 1, NULL))
		return false;
	for (size_t i = 0; u && i < command->n; i++) {
		const char *word = command->list[i];

		if (!strncmp(word, "-I", 2))
			i += !word[2];
		else
			words_add(&control, b->arena, strcmp(word, u->input) ? word : nothing);
	}
	for (size_t i = 0; !u && i < sizeof joins / sizeof *joins; i++)
		words_add(&control, b->arena, joins[i]);
	return command_works(b, control);
}

#define CLANG_FOR_THRUST 15 /* older ones take many minutes for most of Thrust's algorithms */

/* The line of the first #include of Thrust; 0: none. */
static int thrust_line(const char *source, size_t len)
{
	int line = 1;

	for (const char *p = source, *end = source + len, *next; p < end; p = next, line++) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));

		next = stop ? stop + 1 : end;
		p += strspn(p, " \t");
		if (p < next && *p == '#' && memmem(p, (size_t)(next - p), "<thrust/", 8))
			return line;
	}
	return 0;
}

/*
 * If an old clang did not finish, and the file includes Thrust: reports that at the
 * line of the #include. 0: it does not; -1: out of memory.
 */
static int thrust_blame(struct build *b, const char *name)
{
	struct compilation *said = &b->out->said;
	struct buf source = BUF_INIT;
	struct message_reader r = { .label = name, .name = name, .source = "" };
	int line = 0, status = 1;

	if (b->job->compiler->kind == COMPILER_CLANG && b->job->compiler->major < CLANG_FOR_THRUST &&
	    !file_read(name, SOURCE_MAX_BYTES, &source, NULL))
		line = thrust_line(buf_text(&source), source.len);
	buf_release(&source);
	if (!line)
		return 0;
	if (message_add(&r, DIAGNOSTIC_ERROR, arena_printf(&said->arena, "clang %d does not finish with Thrust within %s",
							   b->job->compiler->major,
							    limits_of(b).time), "a newer clang does (Debian: clang-19), and so "
										 "does nvcc: name it with --compiler", said))
		status = error_nomem(b->err);
	else
		said->diagnostics[said->ndiagnostics - 1].line = line;
	return status;
}

/* The command failed: decides whether the source, its size or the machine is the cause. Returns 0, -1 or TROUBLE_ACCUSES. */
static int failure_explain(struct build *b, const char *name, const struct word_list *command, const struct proc_result *result,
			   const struct buf *raw)
{
	struct message_reader r = { .label = name, .name = name, .source = "" };
	const struct trouble_limits limits = limits_of(b);
	const char *objection;
	enum trouble trouble;
	int status;

	if (result->end == PROC_INTERRUPTED)
		return error_set(b->err, PARTY_MACHINE, "interrupted while compiling '%s'", name);
	status = trouble_of_machine(result, buf_text(raw), &b->out->said, &limits, b->err);
	if (status)
		return status;
	trouble = trouble_find(result, buf_text(raw), &b->out->said, &limits);
	if (trouble == TROUBLE_CODE)
		return messages_blame_us(&b->out->said, buf_text(raw), b->job->compiler,
					 (const char *[]){ b->place.headers, b->place.api, NULL }, b->err) ? TROUBLE_ACCUSES : 0;
	if (trouble == TROUBLE_TIME && (status = thrust_blame(b, name)))
		return status < 0 ? -1 : 0;
	if (trouble == TROUBLE_OUTPUT)
		return error_set(b->err, PARTY_LEARNER, "cannot write '%s': does its folder exist, and may you write there?",
				 b->job->output);
	objection = trouble == TROUBLE_UNKNOWN ? trouble_of_assembler(buf_text(raw), &b->out->said.arena) : "";
	if (*objection)
		return message_add(&r, DIAGNOSTIC_ERROR, objection, message_hint(objection), &b->out->said) ?
		       error_nomem(b->err) : 0;
	if (trouble_has_text(trouble)) {
		status = trouble_report(trouble, &limits, b->place.folder, &r, b->costly_line, &b->out->said, b->err);
		if (!status && b->costly_line && b->costly_file)
			b->out->said.diagnostics[b->out->said.ndiagnostics - 1].file = b->costly_file;
		return status;
	}
	return trouble_complain(command->list[0], buf_text(raw), b->place.folder, "run `warpbook doctor`", b->err);
}

/* Reads the messages about the unit's source, or the linker's. */
static int messages_take(struct build *b, const struct program_unit *u, const struct buf *raw)
{
	struct message_reader r = { .places = &b->places };
	struct buf source = BUF_INIT;
	int status;

	buf_puts(&b->raw, buf_text(raw));
	if (!u)
		return link_messages_read(b->job->words, b->units, buf_text(raw), &b->out->said) ? error_nomem(b->err) : 0;
	r.label = r.name = u->source->name;
	file_read(u->source->name, SOURCE_MAX_BYTES, &source, NULL);
	r.source = buf_text(&source);
	r.len = source.len;
	status = messages_read(&r, buf_text(raw), &b->out->said) ? error_nomem(b->err) : 0;
	buf_release(&source);
	return status;
}

/*
 * One run of the command: 1 if it succeeded, 0 if the source is at fault, -1 if the machine is, TROUBLE_ACCUSES with `raw` kept.
 */
static int command_try(struct build *b, const struct program_unit *u, const struct word_list *command, struct buf *raw)
{
	struct proc_result result;
	int status = -1;

	if (command_run(b, u, command, &result, raw))
		return -1;
	if (messages_take(b, u, raw) == 0)
		status = result.end == PROC_EXITED && result.code == 0 ? 1 :
			failure_explain(b, u ? u->source->name : b->job->output, command, &result, raw);
	proc_result_release(&result);
	return status;
}

/* The command for a unit, or the linker's (no unit): 1 if it succeeded, 0 if the source is at fault, -1 if the machine is. */
static int step_run(struct build *b, const struct program_unit *u, struct word_list command)
{
	const char *name = u ? u->source->name : b->job->output;
	const struct message_reader r = { .label = name, .name = name, .source = "" };
	const size_t before = b->out->said.ndiagnostics;
	struct buf raw = BUF_INIT;
	int status = command_try(b, u, &command, &raw);

	if (status == TROUBLE_ACCUSES && control_works(b, u, &command)) {
		b->out->said.ndiagnostics = before;
		buf_clear(&raw);
		status = command_try(b, u, &command, &raw);
		if (status == TROUBLE_ACCUSES)
			status = trouble_reject(buf_text(&raw), &r, &b->out->said, b->err);
	}
	buf_release(&raw);
	return status == TROUBLE_ACCUSES ? -1 : status;
}

/*
 * The same for a command that can be left out: 0 if it failed, so that the whole command follows; -2 if it
 * reached a limit of time, which the whole command would, too, and the error is reported.
 */
static int step_try(struct build *b, const struct program_unit *u, struct word_list command)
{
	struct proc_result result;
	struct buf raw = BUF_INIT;
	int status = 0;

	if (command_run(b, u, &command, &result, &raw) == 0) {
		const struct trouble_limits limits = limits_of(b);
		enum trouble trouble = trouble_find(&result, buf_text(&raw), &b->out->said, &limits);

		if (result.end == PROC_EXITED && result.code == 0)
			status = messages_take(b, u, &raw) == 0;
		else if (trouble == TROUBLE_TIME || trouble == TROUBLE_GROWTH)
			status = failure_explain(b, u->source->name, &command, &result, &raw) ? -1 : -2;
		proc_result_release(&result);
	}
	buf_release(&raw);
	return status;
}

/* ---- objects ------------------------------------------------------------------------------ */

static int container_write(struct build *b, const struct program_unit *u)
{
	struct buf ptx = BUF_INIT, container = BUF_INIT;
	int status = file_read(u->ptx, PTX_BYTES, &ptx, b->err);

	if (status == 0) {
		if (b->job->words->relocatable)
			program_static_names(&ptx);
		fatbin_put_ptx(&container, buf_text(&ptx), ptx.len, b->job->words->arch, u->source->name);
		status = container.failed ? error_nomem(b->err)
					  : file_write_scratch(u->fatbin, container.data, container.len, b->err);
	}
	buf_release(&ptx);
	buf_release(&container);
	return status;
}

/* The product is PTX or a container of it, not an object. */
static bool is_device_product(const struct program_words *words)
{
	return !words->compile_only && (words->product == PRODUCT_PTX || words->product == PRODUCT_FATBIN);
}

typedef struct word_list side_command(const struct program_job *job, const struct program_place *place,
				      const struct program_unit *u, struct arena *arena);

struct prelude_run {
	struct build *build;
	struct word_list command;
};

static bool prelude_make(void *ctx)
{
	struct prelude_run *run = ctx;

	return command_works(run->build, run->command);
}

static struct word_list prelude_command(struct build *b, side_command *side, const char *made, const char *deps)
{
	static const struct program_source source = { "warpbook_prelude.h", SOURCE_CUDA };
	const char *const input = arena_printf(b->arena, "%s/%s", b->place.headers, source.name);
	const struct program_unit u = { .source = &source, .input = input, .object = made, .ptx = made, .deps = deps,
					.device_deps = deps, .is_prelude = true };

	return input && made && deps ? side(b->job, &b->place, &u, b->arena) : (struct word_list){ NULL, 0, 0 };
}

static const char *prelude_find(struct build *b, side_command *side)
{
	const char *made = arena_printf(b->arena, "%s/prelude.pch", b->place.folder),
		*deps = arena_printf(b->arena, "%s/prelude.d", b->place.folder);
	const struct word_list words = prelude_command(b, side, "prelude", "prelude.d");
	struct prelude_run run = { b, prelude_command(b, side, made, deps) };
	const struct prelude p = { b->job->compiler, words.list, words.n, prelude_make, &run, made, deps };

	if (b->job->dry_run || b->job->fuse || !words.list || !run.command.list)
		return NULL;
	return prelude_path(&p, b->arena);
}

/*
 * One side of a source by clang. With a precompiled header most of the work is
 * done; what does not compile with it is compiled without.
 */
static int side_compile(struct build *b, const struct program_unit *u, bool host)
{
	side_command *const side = host ? program_command_host : program_command_device;
	const char **prelude = host ? &b->place.host_prelude : &b->place.device_prelude;
	int status;

	if (b->job->prelude && u->source->kind == SOURCE_CUDA) {
		*prelude = prelude_find(b, side);
		status = *prelude ? step_try(b, u, side(b->job, &b->place, u, b->arena)) : 0;
		if (status)
			return status == -2 ? 0 : status;
		*prelude = NULL;
	}
	return step_run(b, u, side(b->job, &b->place, u, b->arena));
}

static int unit_compile(struct build *b, const struct program_unit *u)
{
	const struct program_job *job = b->job;
	int status;

	if (job->compiler->kind == COMPILER_NVCC)
		return step_run(b, u, program_command_nvcc(job, &b->place, u, b->arena));
	if (u->source->kind == SOURCE_CUDA) {
		status = side_compile(b, u, false);
		if (status <= 0)
			return status;
		if (!job->dry_run && (!is_device_product(job->words) || job->words->product == PRODUCT_FATBIN) &&
		    container_write(b, u))
			return -1;
		if (is_device_product(job->words))
			return 1;
	}
	return side_compile(b, u, true);
}

/* Compiles every source even after a failure, to report all errors at once. */
static int units_compile(struct build *b)
{
	int all = 1;

	for (size_t i = 0; i < b->job->words->nsources; i++) {
		int status = unit_compile(b, &b->units[i]);

		if (status < 0)
			return -1;
		if (status == 0)
			all = 0;
	}
	return all;
}

/* ---- the linker ----------------------------------------------------------------------------- */

static int program_link(struct build *b)
{
	const struct program_job *job = b->job;
	const char *joined = NULL;

	if (job->words->product == PRODUCT_ARCHIVE)
		return step_run(b, NULL, program_command_archive(job, b->units, b->arena));
	if (program_joint(job, &b->place, b->units, b->envp, b->arena, &joined, b->err))
		return -1;
	if (job->words->product == PRODUCT_DEVICE_LINK)
		return step_run(b, NULL, program_command_joint(job, joined, b->arena));
	return step_run(b, NULL, program_command_link(job, &b->place, b->units, joined, b->arena));
}

/* Moves the product of a source to its place: dir/x.cu -> x.o in the current folder, unless -o or -odir name another. */
static int object_keep(struct build *b, const struct program_unit *u)
{
	const struct program_words *words = b->job->words;
	const char *base = path_base(u->source->name), *dot = strrchr(base, '.'), *to = b->job->output;
	const char *made = !is_device_product(words) ? u->object : words->product == PRODUCT_PTX ? u->ptx : u->fatbin;
	const char *suffix = !is_device_product(words) ? "o" : words->product == PRODUCT_PTX ? "ptx" : "fatbin";
	struct buf bytes = BUF_INIT;
	int status;

	if (!to)
		to = arena_printf(b->arena, "%s%s%.*s.%s", words->folder ? words->folder : "", words->folder ? "/" : "",
				  (int)(dot ? dot - base : (ptrdiff_t)strlen(base)), base, suffix);
	status = !to ? error_nomem(b->err) : file_read(made, FILE_BYTES, &bytes, b->err);
	if (status == 0)
		status = file_write(to, buf_text(&bytes), bytes.len, b->err);
	buf_release(&bytes);
	return status;
}

/* ---- the files read -------------------------------------------------------------------------- */

/* Stores the files that did not come with the compiler in the result. */
static int own_files_store(struct build *b)
{
	struct compiler_folders folders;
	struct word_list own = { NULL, 0, 0 };

	compiler_folders_find(b->job->compiler, &folders);
	words_add_list(&own, b->arena, &b->out->files);
	if (b->arena->failed || files_keep_own(&folders, ".", b->place.folder, b->arena, &own))
		return error_nomem(b->err);
	b->out->said.files = own.list;
	b->out->said.nfiles = own.n;
	return 0;
}

/* A precompiled header is no input of its own: the list has the headers in it. */
static void preludes_drop(struct build *b)
{
	struct word_list *files = &b->out->files;
	size_t n = 0;

	for (size_t i = 0; i < files->n; i++)
		if (!(b->place.device_prelude && !strcmp(files->list[i], b->place.device_prelude)) &&
		    !(b->place.host_prelude && !strcmp(files->list[i], b->place.host_prelude)))
			files->list[n++] = files->list[i];
	files->n = n;
}

static int files_report(struct build *b)
{
	const struct program_words *words = b->job->words;

	for (size_t i = 0; i < words->nsources; i++)
		words_add(&b->out->files, b->arena, words->sources[i].name);
	for (size_t i = 0; i < words->ninputs; i++)
		if (words->inputs[i].word && words->inputs[i].word[0] != '-')
			words_add(&b->out->files, b->arena, words->inputs[i].word);
	for (size_t i = 0; i < words->nsources; i++)
		if (files_read_list(b->units[i].deps, b->arena, &b->out->files) ||
		    files_read_list(b->units[i].device_deps, b->arena, &b->out->files))
			return error_nomem(b->err);
	preludes_drop(b);
	return own_files_store(b);
}

/* ---- the whole build ------------------------------------------------------------------------- */

static int build_for_gpu(struct build *b)
{
	const struct program_words *words = b->job->words;
	struct program_source none = { b->job->output ? b->job->output : "the program", SOURCE_CUDA };
	struct program_unit all = { .source = &none };

	if (words->nsources)
		all = b->units[0];
	return step_run(b, &all, program_command_gpu(b->job, &all, b->arena));
}

static int build_run(struct build *b)
{
	const struct program_words *words = b->job->words;
	int status;

	if (b->job->for_gpu)
		return build_for_gpu(b);
	status = units_compile(b);
	if (status <= 0)
		return status;
	if (!words->compile_only && !is_device_product(words))
		return program_link(b);
	for (size_t i = 0; i < words->nsources && !b->job->dry_run; i++)
		if (object_keep(b, &b->units[i]))
			return -1;
	return 1;
}

int program_build(const struct program_job *job, struct program *out, struct error *err)
{
	struct build b = { .job = job, .out = out, .arena = &out->said.arena, .err = err };
	double start = clock_now();
	int status;

	memset(out, 0, sizeof *out);
	status = build_begin(&b) ? -1 : build_run(&b);
	out->said.ok = status == 1;
	if (status >= 0 && !job->dry_run && files_report(&b))
		status = -1;
	if (b.place.folder[0])
		path_remove_tree(b.place.folder, NULL);
	if (status >= 0) {
		out->said.command = arena_strdup(b.arena, buf_text(&b.commands));
		out->said.raw = arena_strdup(b.arena, buf_text(&b.raw));
		if (b.commands.failed || b.raw.failed || !out->said.command || !out->said.raw)
			status = error_nomem(err);
	}
	buf_release(&b.commands);
	buf_release(&b.raw);
	out->said.seconds = clock_now() - start;
	if (status < 0)
		program_release(out);
	return status < 0 ? -1 : 0;
}

void program_release(struct program *p)
{
	compilation_release(&p->said);
	memset(p, 0, sizeof *p);
}

int program_preprocess(const struct program_job *job, struct arena *arena, struct word_list *out, struct error *err)
{
	struct program_place place = { .folder = "" };
	struct program_unit u = { .source = &job->words->sources[0], .input = job->words->sources[0].name };

	if (program_headers(place.headers, place.api, err))
		return -1;
	program_cccl(place.cccl);
	*out = program_command_host(job, &place, &u, arena);
	if (out->list && job->output) {
		words_add(out, arena, "-o");
		words_add(out, arena, job->output);
		*out = words_end(*out, arena);
	}
	return out->list ? 0 : error_nomem(err);
}
