/* build.c - read, compile, parse, find the kernel: see build.h. */
#include "config.h"

#include "bench/build.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "bench/foreign_source.h"
#include "bench/kernel.h"
#include "child/proc.h"
#include "ptx/inline_asm.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "source/learner_source.h"
#include "toolchain/python/numba.h"

/* The folder in which #include "x.h" searches first. */
static const char *folder_of(const char *path, struct arena *arena)
{
	size_t len = (size_t)(path_base(path) - path);

	return len ? arena_strndup(arena, path, len) : ".";
}

/* The verdict for a step's error: a machine error stays the machine's. */
static enum verdict unless_machine(const struct error *err, enum verdict v)
{
	if (proc_interrupted())
		return VERDICT_INTERRUPTED;
	return err->party == PARTY_MACHINE ? VERDICT_MACHINE_FAILED : v;
}

/* The parameters in Numba's terms, in the format of numba.h. */
static const char *numba_parameters(const struct exercise *e, struct arena *arena)
{
	static const char *const types[VALUE_TYPE_COUNT] = {
		[VALUE_INT] = "int32", [VALUE_UINT] = "uint32", [VALUE_FLOAT] = "float32", [VALUE_DOUBLE] = "float64",
		[VALUE_UCHAR] = "uint8", [VALUE_CHAR] = "int8", [VALUE_SHORT] = "int16", [VALUE_USHORT] = "uint16",
		[VALUE_LONGLONG] = "int64", [VALUE_ULONGLONG] = "uint64",
	};
	struct buf text = BUF_INIT;
	const char *kept;

	for (size_t i = 0; i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];

		buf_printf(&text, "%s%s:%s:%d:%c", i ? "," : "", p->name, types[p->type], p->result ? 0 : p->dimensions,
			   p->result ? '=' : p->role == PARAM_OUT || p->role == PARAM_INOUT ? 'w' : 'r');
	}
	kept = text.failed ? NULL : arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return kept;
}

int build_numba_kernel(const struct exercise *e, struct arena *arena, struct numba_kernel *out)
{
	*out = (struct numba_kernel){ .name = e->kernel, .parameters = numba_parameters(e, arena),
				      .kind = e->kind == EXERCISE_HOST ? "host" : e->ufunc };
	return out->parameters ? 0 : -1;
}

static int compile_python(struct build *b, const struct exercise *e, const struct compiler *compiler, const char *folder,
			  struct arena *arena, struct error *err)
{
	struct numba_kernel kernel;

	if (build_numba_kernel(e, arena, &kernel))
		return error_nomem(err);
	if (numba_compile(compiler, &kernel, b->path, buf_text(&b->source), b->source.len, folder, &b->compilation, err))
		return -1;
	return e->kind == EXERCISE_HOST && b->compilation.ok ? host_python(b, e, compiler, folder, kernel.parameters, arena,
									   err) : 0;
}

static enum verdict compile_source(struct build *b, const struct exercise *e, const char *path, const struct compiler *compiler,
				   int arch, struct arena *arena, struct error *err)
{
	const char *folder = folder_of(path, arena);
	struct compilation *c = &b->compilation;

	if (!folder) {
		error_nomem(err);
		return VERDICT_MACHINE_FAILED;
	}
	if (e->python ? compile_python(b, e, compiler, folder, arena, err)
		      : compile_for(compiler, arch, path, buf_text(&b->source), b->source.len, folder, c, err))
		return unless_machine(err, VERDICT_OUR_BUG);
	if (c->ok)
		return VERDICT_PASSED;
	for (size_t i = 0; i < c->ndiagnostics; i++)
		if (c->diagnostics[i].level == DIAGNOSTIC_ERROR) {
			error_set(err, PARTY_LEARNER, "%s", c->diagnostics[i].text);
			error_at(err, c->diagnostics[i].file, c->diagnostics[i].line);
			error_remedy(err, "%s", c->diagnostics[i].hint ? c->diagnostics[i].hint : "");
			return !c->no_kernel ? VERDICT_COMPILE_ERROR : e->kind == EXERCISE_HOST ? VERDICT_NO_FUNCTION :
			       VERDICT_NO_KERNEL;
		}
	error_set(err, PARTY_LEARNER, "the compiler rejects the file and gives no reason");
	return VERDICT_COMPILE_ERROR;
}

/* The learner's own names if they can be read, else the exercise's. */
static int name_parameters(struct build *b, const struct exercise *e, struct arena *arena, struct error *err)
{
	const char **names = NULL, **labels = arena_array(arena, e->nparams + 1, sizeof *labels);
	size_t n, passed;
	int line;

	if (!labels)
		return error_nomem(err);
	passed = e->nparams - e->params[e->nparams - 1].result;
	n = e->python ? (names = arena_array(arena, passed + 1, sizeof *names),
			 names && numba_names(&b->compilation, passed, names, arena) ? passed : 0)
	  : e->kind == EXERCISE_HOST
		    ? source_function_params(buf_text(&b->source), b->source.len, e->kernel, arena, &names, &line)
		    : source_kernel_params(buf_text(&b->source), b->source.len, e->kernel, arena, &names, &line);
	for (size_t i = 0; i < passed; i++)
		labels[i] = n == passed && names[i][0] ? names[i] : e->params[i].name;
	if (passed < e->nparams && !(labels[passed] = arena_printf(arena, "what %s() returns", e->kernel)))
		return error_nomem(err);
	b->labels = labels;
	return 0;
}

/* The source has a kernel of that name that is missing from the PTX: says why. */
static void explain_left_out(const struct build *b, const struct exercise *e, struct arena *arena, struct error *err)
{
	const char **names = NULL;
	size_t n = source_kernels(buf_text(&b->source), b->source.len, arena, &names);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(names[i], e->kernel)) {
			error_set(err, PARTY_LEARNER, "the compiler left the kernel `%s` out", e->kernel);
			error_remedy(err, "is it a template, `static`, or inside an #if? Declare a plain `__global__ void %s`",
				     e->kernel);
			return;
		}
}

/*
 * Numba's PTX is well formed and for an old architecture, of which the vm knows each name. If that of a Python file is neither,
 * the file wrote it, or changed Numba. A known instruction in a form that the vm lacks is ours to add.
 */
static bool python_is_wrong(const struct build *b, struct error *err)
{
	static const char rejected[] = " is not supported by the vm", directive[] = "the directive ";
	const char *text = err->text, *colon = !strncmp(text, "PTX line ", 9) ? strstr(text, ": ") : NULL;
	char said[sizeof err->text];
	int line = strcmp(err->file, b->path) ? 0 : err->line;

	text = colon ? colon + 2 : text;
	if (err->party != PARTY_US || (strstr(text, "supported by the vm") && strncmp(text, directive, sizeof directive - 1) &&
				       (!strstr(text, rejected) || ptx_knows_opcode(text))))
		return false;
	snprintf(said, sizeof said, "%s", text);
	error_set(err, PARTY_LEARNER, "the PTX of this kernel is not what Numba makes: %s", said);
	error_at(err, b->path, line);
	error_remedy(err, "does code outside the kernel change Numba, or does the file write PTX of its own?");
	return true;
}

/* Too many bytes of variables for the vm: names the first one's line. */
static bool variables_exceed(const struct build *b, const struct ptx_module *m, struct error *err)
{
	const struct ptx_var *v = simt_variable_beyond(m, err);

	if (v)
		error_at(err, b->path, source_variable_line(buf_text(&b->source), b->source.len, v->name));
	return v != NULL;
}

static enum verdict find_kernel(struct build *b, const struct exercise *e, int arch, struct arena *arena, struct error *err)
{
	struct ptx_module *m = ptx_parse(b->compilation.ptx, b->compilation.ptx_len, "kernel.ptx", err);
	const struct source own = { buf_text(&b->source), b->source.len };
	bool any = false;

	if (!m && inline_asm_is_wrong(b->compilation.ptx, b->compilation.ptx_len, b->path, &own, err))
		return VERDICT_COMPILE_ERROR;
	if (!m && e->python && python_is_wrong(b, err))
		return VERDICT_COMPILE_ERROR;
	if (!m)
		return unless_machine(err, VERDICT_UNSUPPORTED);
	if (!arch && variables_exceed(b, m, err)) {
		ptx_free(m);
		return VERDICT_COMPILE_ERROR;
	}
	b->kernel = kernel_find(e, m, arena, err);
	for (size_t i = 0; i < m->nfunctions; i++)
		any = any || m->functions[i]->is_entry;
	ptx_free(m);
	if (!b->kernel && !any && err->party == PARTY_LEARNER)
		explain_left_out(b, e, arena, err);
	return b->kernel ? VERDICT_PASSED : unless_machine(err, VERDICT_NO_KERNEL);
}

bool build_is_reference(const struct exercise *e, const char *path)
{
	return !e->solution_path || !strcmp(path, e->solution_path);
}

/*
 * Reads the learner's own file, which must be text. The reference solution may be behind a link, as some installations have it.
 */
static enum verdict source_read(struct build *b, const struct exercise *e, const char *path, const char *text, struct error *err)
{
	bool reference = build_is_reference(e, path);
	const char *is, *remedy;
	int line;

	if (text)
		buf_puts(&b->source, text);
	else if ((reference ? file_read : file_read_itself)(path, SOURCE_MAX_BYTES, &b->source, err)) {
		err->party = PARTY_LEARNER;
		return VERDICT_BAD_SOURCE;
	}
	if (source_is_text(buf_text(&b->source), b->source.len, &is, &remedy, &line))
		return VERDICT_PASSED;
	error_set(err, PARTY_LEARNER, "'%s' is %s", path, is);
	error_at(err, path, line);
	error_remedy(err, "%s", remedy);
	return VERDICT_BAD_SOURCE;
}

enum verdict build_text(struct build *b, const struct exercise *e, const char *path, const char *text,
			const struct compiler *compiler, int arch, struct arena *arena, struct error *err)
{
	enum verdict v;

	memset(b, 0, sizeof *b);
	b->path = path;
	v = source_read(b, e, path, text, err);
	if (v == VERDICT_PASSED && !e->python)
		v = foreign_include(b, e, arena, err);
	if (v != VERDICT_PASSED)
		return v;
	v = e->kind == EXERCISE_HOST && !e->python ? host_build(b, e, path, compiler, arch, arena, err)
				     : compile_source(b, e, path, compiler, arch, arena, err);
	if (v == VERDICT_PASSED || v == VERDICT_COMPILE_ERROR || v == VERDICT_NO_FUNCTION)
		v = foreign_read(b, e, arena, err) == VERDICT_PASSED ? v : VERDICT_FOREIGN_SOURCE;
	if (v == VERDICT_PASSED && e->kind == EXERCISE_KERNEL)
		v = find_kernel(b, e, arch, arena, err);
	if (v == VERDICT_PASSED && name_parameters(b, e, arena, err))
		v = VERDICT_MACHINE_FAILED;
	return v;
}

enum verdict build_run(struct build *b, const struct exercise *e, const char *path, const struct compiler *compiler, int arch,
		       struct arena *arena, struct error *err)
{
	return build_text(b, e, path, NULL, compiler, arch, arena, err);
}

void build_release(struct build *b)
{
	if (b->scratch)
		unlink(b->program);
	if (b->folder)
		path_remove_tree(b->folder, NULL);
	buf_release(&b->source);
	compilation_release(&b->compilation);
}
