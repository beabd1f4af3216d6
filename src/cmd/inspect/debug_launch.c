/*
 * debug_launch.c - see debug_launch.h. It runs a program as often as necessary, in a process of its own, and the program's
 * runtime records the data that the debugger requests (cudart/check/recorded.h):
 *
 *	build -> run: a line for each launch -> choose one -> run: that launch whole -> debugger_open_launch
 *	the build for stepping -------------------------> run: the same launch -> debugger_open_launch, kept if it does the same
 */
#include "config.h"

#include "cmd/inspect/debug_launch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "bench/bench.h"
#include "bench/host_program.h"
#include "catalog/catalog.h"
#include "child/proc.h"
#include "cmd/own_file.h"
#include "cmd/program/run_cc.h"
#include "hand/args.h"
#include "hand/machine.h"
#include "source/learner_source.h"
#include "toolchain/program/program_cache.h"
#include "words/dim.h"

#define RECORD_MOST ((size_t)600 << 20)
#define SAID_MOST   1000 /* of the output of a program that launched no kernel */

/* One build's recorded launch. */
struct recorded {
	struct buf file;             /* in the runtime's format; for a kernel in a file its saved memory */
	json_t *head;
	struct hand_file vm;           /* PTX text and module: for the parameters' names */
	struct debugger_launch launch;
};
struct debug_launch {
	struct arena arena;
	struct run_cc cc[2];
	struct recorded of[2];       /* of the optimised build, and of the one for stepping */
	struct buf source;
	const char *of_case;         /* for a host exercise; otherwise NULL */
	char folder[PATH_MAX];       /* "": none */
};

void debug_launch_release(struct debug_launch *l)
{
	if (!l)
		return;
	for (int k = 0; k < 2; k++) {
		buf_release(&l->of[k].file);
		json_decref(l->of[k].head);
		hand_file_release(&l->of[k].vm);
		run_cc_close(&l->cc[k]);
	}
	buf_release(&l->source);
	if (l->folder[0])
		path_remove_tree(l->folder, NULL);
	arena_release(&l->arena);
	free(l);
}

bool debug_is_program(const char *path)
{
	struct buf text = BUF_INIT;
	struct arena arena = { 0 };
	const char **names;
	int line = 0;

	if (!file_read(path, SOURCE_MAX_BYTES, &text, NULL))
		source_function_params(buf_text(&text), text.len, "main", &arena, &names, &line);
	buf_release(&text);
	arena_release(&arena);
	return line > 0;
}

/* ---- parameters ------------------------------------------------------------------------ */

/* The array type for a type of the vm's numbers; -1: none. */
static int value_type_of(const struct number_row *row)
{
	static const struct { const char *name; enum value_type type; } types[] = {
		{ "f32", VALUE_FLOAT }, { "f64", VALUE_DOUBLE }, { "i32", VALUE_INT }, { "u32", VALUE_UINT },
			{ "i64", VALUE_LONGLONG },
		{ "u64", VALUE_ULONGLONG }, { "i16", VALUE_SHORT }, { "u16", VALUE_USHORT }, { "i8", VALUE_CHAR },
		{ "u8", VALUE_UCHAR },
	};

	for (size_t k = 0; row && k < sizeof types / sizeof *types; k++)
		if (!strcmp(types[k].name, row->name))
			return (int)types[k].type;
	return -1;
}

static const struct debugger_param *params_of(const struct hand_params *params, const struct hand_arg *args, struct arena *arena)
{
	struct debugger_param *list = arena_array(arena, params->n + 1, sizeof *list);

	for (size_t k = 0; list && k < params->n; k++) {
		const struct hand_param *p = &params->list[k];
		const struct number_row *type = args && args[k].kind == ARG_BUFFER ? args[k].type : p->type;
		const char *name = args && args[k].kind == ARG_BUFFER && !*p->name ? args[k].label : p->name;

		list[k] = (struct debugger_param){
			.name = *name ? name : arena_printf(arena, "arg%zu", k + 1), .offset = p->offset,
			.size = (uint32_t)p->size, .is_pointer = p->is_pointer ||
			(args ? args[k].kind != ARG_VALUE : p->may_be_pointer && !p->type), .type = value_type_of(type),
			.elem = type ? type->bytes : 4,
		};
	}
	return list;
}

/* ---- a program's build -------------------------------------------------------------------- */

/* The source to build: a program in one file, and the folder of the files that it includes; "": its own. */
struct program_file { const char *path, *folder; };

/* The build for stepping has its own key in the cache. */
static int program_built(struct run_cc *b, const struct program_file *file, bool for_stepping, const char *compiler, char *out,
			 size_t size)
{
	const char *words[4] = { file->path, "-I", file->folder };
	const size_t n = file->folder[0] ? 3 : 1;
	struct program_entry entry;
	struct buf said = BUF_INIT;
	struct error err = { 0 };
	struct program p;
	int status = run_cc_open(b, NULL, compiler, words, n);

	if (status != EXIT_DONE)
		return status;
	b->compiler.for_stepping = for_stepping;
	if (for_stepping)
		words[n] = "(for stepping)";
	if (program_cache_place(&entry, &b->compiler, words, for_stepping ? n + 1 : n, false, &err))
		return report_error(&err);
	if (!program_cache_find(&entry, &said)) {
		struct program_job job = { .compiler = &b->compiler, .words = &b->words, .output = entry.building };

		if (program_build(&job, &p, &err))
			return report_error(&err);
		if (!p.said.ok)
			status = run_cc_failed(b, &p, stderr);
		else if (program_cache_keep(&entry, &p, "[]\n", &err))
			status = report_error(&err);
		if (status)
			unlink(entry.building);
		program_release(&p);
	}
	buf_release(&said);
	snprintf(out, size, "%s", entry.path);
	return status;
}

/* ---- its runs ------------------------------------------------------------------------------- */

extern char **environ;

/* Stores the runtime's record in *file; launch 0: a line for each launch. */
static int program_run(struct debug_launch *l, const char *program, uint64_t launch, int nwords, char **words, struct buf *file,
		       struct buf *said, struct error *err)
{
	const char **argv = arena_array(&l->arena, (size_t)nwords + 2, sizeof *argv);
	struct proc_job job = { .argv = argv, .limits = { .stdout_bytes = SAID_MOST, .stderr_bytes = SAID_MOST } };
	struct proc_result result;
	char record[PATH_MAX], number[24];

	if (!argv || !path_join(record, sizeof record, l->folder, "launches"))
		return error_nomem(err);
	argv[0] = program;
	for (int k = 0; k < nwords; k++)
		argv[k + 1] = words[k];
	snprintf(number, sizeof number, "%llu", (unsigned long long)launch);
	unlink(record);
	setenv("WARPBOOK_RECORD", record, 1);
	setenv("WARPBOOK_RECORD_LAUNCH", number, 1);
	setenv("WARPBOOK_CHECK", "all", 1);
	unsetenv("WARPBOOK_JSON");
	unsetenv("WARPBOOK_SARIF");
	job.envp = (const char *const *)environ;
	if (proc_run(&job, &result, err))
		return -1;
	buf_append(said, buf_text(&result.err), result.err.len);
	if (!result.err.len)
		buf_append(said, buf_text(&result.out), result.out.len);
	if (result.end == PROC_INTERRUPTED) {
		proc_result_release(&result);
		return error_set(err, PARTY_MACHINE, "interrupted");
	}
	proc_result_release(&result);
	return path_exists(record) ? file_read(record, RECORD_MOST, file, err) : 0;
}

static int nothing_launched(const struct debug_launch *l, const char *path, const struct buf *said, uint64_t launch, size_t n,
			    struct error *err)
{
	size_t len = strcspn(buf_text(said), "\n");

	if (launch && n)
		error_set(err, PARTY_LEARNER, "'%s' has no launch %llu: it launches %zu kernel%s", path_base(path),
			  (unsigned long long)launch, n, n == 1 ? "" : "s");
	else if (launch)
		error_set(err, PARTY_LEARNER, "'%s' does not come to launch %llu", path_base(path), (unsigned long long)launch);
	else
		error_set(err, PARTY_LEARNER, "'%s' launches no kernel", path_base(path));
	if (n)
		error_remedy(err, "`--launch` takes 1 to %zu", n);
	else if (l->of_case)
		error_remedy(err, "with the case %s; --case N chooses another", l->of_case);
	else if (launch)
		error_remedy(err, "without --launch the greeting says how many there are");
	else if (len)
		error_remedy(err, "it said: %.*s", (int)(len < 200 ? len : 200), buf_text(said));
	else
		error_remedy(err, "does it need arguments? They follow the file: warpbook debug prog.cu 1000");
	return error_word(err);
}

/* Chooses the launch to step through, and counts all launches. */
static int launch_choose(const struct debug_launch *l, const char *path, struct buf *file, const struct buf *said,
			 uint64_t wanted, uint64_t *launch, size_t *count, struct error *err)
{
	size_t n = 0, first_bad = 0;

	for (char *at = file->data, *end; at && (end = strchr(at, '\n')); at = end + 1) {
		json_t *j = json_loadb(at, (size_t)(end - at), 0, NULL);

		n++;
		if (!first_bad && json_integer_value(json_object_get(j, "errors")) > 0)
			first_bad = n;
		json_decref(j);
	}
	*count = n;
	*launch = wanted ? wanted : first_bad ? first_bad : 1;
	return *launch > n ? nothing_launched(l, path, said, wanted, n, err) : 0;
}

static struct dim3u dim_of(const json_t *j)
{
	struct dim3u v = { 0, 0, 0 };
	uint32_t *parts[] = { &v.x, &v.y, &v.z };

	for (size_t k = 0; k < 3; k++)
		*parts[k] = (uint32_t)json_integer_value(json_array_get(j, k));
	return v;
}

/* Reads the file that most of the kernel's lines come from; the program's own file if that fails. */
static int source_read(struct debug_launch *l, const struct ptx_module *m, const struct ptx_function *kernel, const char *path,
		       const char **own, struct error *err)
{
	const char *file = NULL;

	for (size_t k = 0; k < kernel->ninstrs && !file; k++)
		file = ptx_instr_place(m, &kernel->instrs[k]).file;
	if (l->source.len && !file)
		return 0;
	*own = arena_strdup(&l->arena, path_base(file ? file : path));
	buf_clear(&l->source);
	if (file && strcmp(path_base(file), path_base(path)) && !file_read(file, SOURCE_MAX_BYTES, &l->source, NULL))
		return 0;
	buf_clear(&l->source);
	return file_read(path, SOURCE_MAX_BYTES, &l->source, err);
}

static int written_read(struct debug_launch *l, struct recorded *r, struct error *err)
{
	const json_t *all = json_object_get(r->head, "written"), *j;
	struct debugger_written *list = arena_array(&l->arena, json_array_size(all) + 1, sizeof *list);
	size_t k;

	if (!list)
		return error_nomem(err);
	json_array_foreach(all, k, j)
		list[r->launch.nwritten++] = (struct debugger_written){
			.from = (uint64_t)json_integer_value(json_object_get(j, "from")),
			.to = (uint64_t)json_integer_value(json_object_get(j, "to")),
			.by = json_string_value(json_object_get(j, "by")),
			.line = (int)json_integer_value(json_object_get(j, "line")),
		};
	r->launch.written = list;
	return 0;
}

static int recorded_read(struct debug_launch *l, struct recorded *r, const char *path, uint64_t number, size_t count,
			 bool for_stepping, struct error *err)
{
	const char *end = r->file.len ? memchr(r->file.data, '\n', r->file.len) : NULL, *why, *at = end ? end + 1 : NULL;
	const struct ptx_function *kernel;
	struct hand_params params;
	size_t sizes[3] = { 0 }, line;

	r->head = end ? json_loadb(r->file.data, (size_t)(end - r->file.data), 0, NULL) : NULL;
	if (!r->head)
		return error_set(err, PARTY_LEARNER, "'%s' does not come to launch %llu", path_base(path),
				 (unsigned long long)number);
	why = json_string_value(json_object_get(r->head, "obstacle"));
	if (why) {
		error_set(err, PARTY_US, "the debugger cannot step through launch %llu: %s", (unsigned long long)number, why);
		return error_remedy(err, "--launch N chooses another");
	}
	for (size_t k = 0; k < 3; k++)
		sizes[k] = (size_t)json_integer_value(json_array_get(json_object_get(r->head, "sizes"), k));
	if (sizes[0] + sizes[1] + sizes[2] > r->file.len - (size_t)(at - r->file.data))
		return error_set(err, PARTY_MACHINE, "the launch was written down in part only: is %s full?", l->folder);
	line = (size_t)json_integer_value(json_object_get(r->head, "line"));
	r->launch = (struct debugger_launch){
		.ptx = at, .ptx_len = sizes[0], .params = (const uint8_t *)at + sizes[0], .params_len = sizes[1],
		.memory = at + sizes[0] + sizes[1], .memory_len = sizes[2],
		.kernel = json_string_value(json_object_get(r->head, "kernel")), .grid = dim_of(json_object_get(r->head, "grid")),
		.block = dim_of(json_object_get(r->head, "block")),
		.shared = (uint32_t)json_integer_value(json_object_get(r->head, "shared")),
		.variables_at = (uint64_t)json_integer_value(json_object_get(r->head, "variables")),
		.order_seed = (uint64_t)json_integer_value(json_object_get(r->head, "order")),
		.fuse = json_is_true(json_object_get(r->head, "fuse")), .has_variables = for_stepping,
		.cooperative = json_is_true(json_object_get(r->head, "cooperative")),
	};
	r->launch.title = count ? arena_printf(&l->arena, "launch %llu of %zu", (unsigned long long)number, count)
				: arena_printf(&l->arena, "launch %llu", (unsigned long long)number);
	if (line)
		r->launch.title = arena_printf(&l->arena, "%s, from line %zu", r->launch.title, line);
	if (l->of_case)
		r->launch.title = arena_printf(&l->arena, "%s, %s", l->of_case, r->launch.title);
	r->vm = (struct hand_file){ .path = path, .is_cuda = true, .ptx = at, .ptx_len = sizes[0] };
	r->vm.module = ptx_parse(at, sizes[0], path_base(path), err);
	kernel = r->vm.module ? ptx_find_function(r->vm.module, r->launch.kernel) : NULL;
	if (!kernel || source_read(l, r->vm.module, kernel, path, &r->launch.own, err))
		return -1;
	buf_append(&r->vm.text, buf_text(&l->source), l->source.len);
	r->launch.text = buf_text(&r->vm.text);
	r->launch.text_len = r->vm.text.len;
	if (hand_params_read(&r->vm, kernel, &l->arena, &params, err) || written_read(l, r, err))
		return -1;
	r->launch.list = params_of(&params, NULL, &l->arena);
	r->launch.nlist = params.n;
	return r->launch.list && r->launch.title ? 0 : error_nomem(err);
}

static int program_failed(struct debug_launch *l, struct error *err)
{
	debug_launch_release(l);
	return proc_interrupted() ? EXIT_INTERRUPTED : report_error(err);
}

/* Takes over `l`, which has its folder. path: the source of its lines. */
static int program_open(struct debug_launch *l, const struct program_file *file, const char *path,
			const struct debug_words *given, int nwords, char **words, struct debugger **d, struct debug_launch **out)
{
	struct buf list = BUF_INIT, said = BUF_INIT;
	struct debugger *checked = NULL, *stepping = NULL;
	char program[PATH_MAX];
	struct error err = { 0 };
	uint64_t launch = given->launch;
	size_t count = 0;
	int status;

	status = program_built(&l->cc[0], file, false, given->compiler, program, sizeof program);
	if (status) {
		debug_launch_release(l);
		return status;
	}
	if ((!launch && (program_run(l, program, 0, nwords, words, &list, &said, &err) ||
			 launch_choose(l, path, &list, &said, given->launch, &launch, &count, &err))) ||
	    program_run(l, program, launch, nwords, words, &l->of[0].file, &said, &err))
		status = -1;
	else if (!l->of[0].file.len)
		status = nothing_launched(l, path, &said, launch, 0, &err);
	else if (recorded_read(l, &l->of[0], path, launch, count, false, &err) ||
		 debugger_open_launch(&checked, &l->of[0].launch, &err))
		status = -1;
	buf_release(&list);
	buf_release(&said);
	if (status)
		return program_failed(l, &err);
	/* If there is no build for stepping, the debugger steps through the optimised one, and the greeting says so. */
	if (given->build != DEBUGGER_CHECKED) {
		status = program_built(&l->cc[1], file, true, given->compiler, program, sizeof program);
		if (status || program_run(l, program, launch, nwords, words, &l->of[1].file, &said, &err) ||
		    recorded_read(l, &l->of[1], path, launch, count, true, &err) ||
		    debugger_open_launch(&stepping, &l->of[1].launch, &err)) {
			buf_release(&said);
			if (given->build == DEBUGGER_STEPPING) {
				debugger_close(checked);
				if (!status)
					return program_failed(l, &err);
				debug_launch_release(l);
				return status;
			}
			debugger_note(checked, "this is the optimised build that `run` runs: there is none for stepping");
		} else if (debugger_is_same(checked, stepping) || given->build == DEBUGGER_STEPPING) {
			debugger_note(stepping, debugger_is_same(checked,
								 stepping) ? DEBUGGER_SAME("run") : DEBUGGER_DIFFERENT("run"));
			debugger_close(checked);
			checked = stepping;
			stepping = NULL;
		} else {
			debugger_note(checked, DEBUGGER_OPTIMISED("run"));
		}
		debugger_close(stepping);
		buf_release(&said);
	}
	*d = checked;
	*out = l;
	return EXIT_DONE;
}

static struct debug_launch *launch_new(struct error *err)
{
	struct debug_launch *l = calloc(1, sizeof *l);

	if (!l)
		error_nomem(err);
	else if (!path_temp_dir(l->folder, sizeof l->folder, "warpbook-debug", err))
		return l;
	free(l);
	return NULL;
}

int debug_program_open(const char *path, const struct debug_words *given, int nwords, char **words, struct debugger **d,
		       struct debug_launch **out)
{
	const struct program_file file = { path, "" };
	struct error err = { 0 };
	struct debug_launch *l = launch_new(&err);

	*out = NULL;
	return l ? program_open(l, &file, path, given, nwords, words, d, out) : report_error(&err);
}

/* ---- a host exercise ---------------------------------------------------------------------------- */

static const struct exercise_case *case_choose(const struct bench *b, const char *wanted, struct error *err)
{
	size_t number = wanted ? strtoul(wanted, NULL, 10) : 1;

	for (size_t i = 0; wanted && i < b->ncases; i++)
		if (!strcmp(b->cases[i].name, wanted))
			return &b->cases[i];
	if (number >= 1 && number <= b->ncases)
		return &b->cases[number - 1];
	error_set(err, PARTY_LEARNER, "there is no case '%.60s'", wanted);
	error_remedy(err, "the cases are 1, %s, to %zu, %s", b->cases[0].name, b->ncases, b->cases[b->ncases - 1].name);
	error_word(err);
	return NULL;
}

int debug_host_open(struct exercise *e, const char *path, const struct debug_words *given, struct debugger **d,
		    struct debug_launch **out)
{
	struct error err = { 0 };
	struct debug_launch *l = launch_new(&err);
	char written[PATH_MAX], number[24], here[PATH_MAX], full[PATH_MAX];
	const struct program_file file = { written, here };
	const struct exercise_case *c;
	struct bench bench;

	*out = NULL;
	if (!l)
		return report_error(&err);
	if (!realpath(path, full)) {
		error_errno(&err, "cannot read '%s'", path);
		return program_failed(l, &err);
	}
	snprintf(here, sizeof here, "%.*s", (int)(path_base(full) - full), full);
	if (bench_open(&bench, e, given->seed, false, &l->arena, &err) || !(c = case_choose(&bench, given->case_wanted, &err)) ||
	    host_program_write(e, c, full, l->folder, written, sizeof written, &err))
		return program_failed(l, &err);
	l->of_case = c->name;
	snprintf(number, sizeof number, "%d", e->devices);
	if (e->devices)
		setenv("WARPBOOK_DEVICES", number, 1);
	return program_open(l, &file, full, given, 0, NULL, d, out);
}

/* ---- a kernel with arguments -------------------------------------------------------------------- */

/* Puts the arguments into a saved memory, like a program's. */
static int memory_make(struct recorded *r, struct hand_arg *args, const struct hand_params *params, uint8_t *block,
		       struct error *err)
{
	struct hand_machine machine;
	int status;

	if (hand_machine_open(&machine, "vm", &r->vm, false, err))
		return -1;
	r->launch.variables_at = simt_program_variables(machine.program);
	status = hand_arguments_put(&machine, params, args, block, err) || simt_save(machine.mem, &r->file, err) ? -1 : 0;
	hand_machine_close(&machine);
	r->launch.memory = buf_text(&r->file);
	r->launch.memory_len = r->file.len;
	return status;
}

static int kernel_read(struct debug_launch *l, struct recorded *r, const struct debug_words *given, struct error *err)
{
	const struct hand_words words = { given->args.values, given->args.n };
	const struct ptx_function *kernel;
	struct hand_params params;
	struct hand_arg *args;
	uint8_t *block;

	if (dim3u_option("grid", given->grid, &r->launch.grid, err) ||
	    dim3u_option("block", given->block, &r->launch.block, err) ||
	    hand_file_parse(&r->vm, err) || !(kernel = hand_kernel_find(r->vm.module, given->kernel, err)) ||
	    hand_params_read(&r->vm, kernel, &l->arena, &params, err) ||
	    hand_args_read(&words, &params, hand_kernel_signature(kernel, &l->arena), given->seed, &l->arena, &args, err))
		return -1;
	block = arena_alloc(&l->arena, params.bytes + 1);
	r->launch.title = "launched by hand";
	r->launch.own = path_base(r->vm.path);
	r->launch.text = buf_text(&r->vm.text);
	r->launch.text_len = r->vm.text.len;
	r->launch.is_ptx = !r->vm.is_cuda;
	r->launch.ptx = r->vm.ptx;
	r->launch.ptx_len = r->vm.ptx_len;
	r->launch.kernel = kernel->name;
	r->launch.shared = (uint32_t)given->shared;
	r->launch.params = block;
	r->launch.params_len = params.bytes;
	r->launch.list = params_of(&params, args, &l->arena);
	r->launch.nlist = params.n;
	return block && r->launch.list ? memory_make(r, args, &params, block, err) : error_nomem(err);
}

/* The build with names, if it does the same as the optimised one, or if it is wanted in any case. */
static void kernel_prefer_stepping(struct debug_launch *l, const char *path, const struct debug_words *given, struct debugger **d)
{
	struct recorded *r = &l->of[1];
	struct debugger *stepping = NULL;
	struct error ignored;
	bool same;

	if (given->build == DEBUGGER_CHECKED || !l->of[0].vm.is_cuda)
		return;
	r->launch.has_variables = true;
	if (own_file_read(&r->vm, path, given->compiler, true) || kernel_read(l, r, given, &ignored) ||
	    debugger_open_launch(&stepping, &r->launch, &ignored))
		return;
	same = debugger_is_same(*d, stepping);
	if (same || given->build == DEBUGGER_STEPPING) {
		debugger_close(*d);
		*d = stepping;
		debugger_note(stepping, same ? DEBUGGER_SAME("vm run") : DEBUGGER_DIFFERENT("vm run"));
	} else {
		debugger_close(stepping);
		debugger_note(*d, DEBUGGER_OPTIMISED("vm run"));
	}
}

int debug_kernel_open(const char *path, const struct debug_words *given, struct debugger **d, struct debug_launch **out)
{
	struct debug_launch *l = calloc(1, sizeof *l);
	struct error err = { 0 };
	int status;

	*out = NULL;
	if (!l)
		return EXIT_MACHINE;
	status = own_file_read(&l->of[0].vm, path, given->compiler, false);
	if (status == EXIT_DONE && (kernel_read(l, &l->of[0], given, &err) || debugger_open_launch(d, &l->of[0].launch, &err)))
		status = report_error(&err);
	if (status) {
		debug_launch_release(l);
		return status;
	}
	kernel_prefer_stepping(l, path, given, d);
	*out = l;
	return status;
}
