/*
 * nvrtc.c - NVRTC on the virtual machine: run-time compilation, by the installed compiler.
 *
 * The text is compiled like an exercise's (toolchain.h), with the same cache. Options that define
 * names become #define lines at its beginning; the vm chooses the architecture and the level. A name
 * expression (`add<float>`) becomes a variable that holds its address: the variable's initial value has
 * its name in PTX.
 *
 * A confined program, one that `warpbook check` judges, may start no compiler: it hands its text to its parent (nvrtc_ask.h).
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/call.h"
#include "cudart/check/parent.h"
#include "cudart/journal.h"
#include "cudart/libs/nvrtc_ask.h"
#include "ptx/ptx.h"

#pragma GCC visibility push(default)
#include "cudart/include/nvrtc.h"
#pragma GCC visibility pop

#define NAMES_MAX 256

struct _nvrtcProgram {
	struct buf source, log;
	char *name;
	char *header_names[REQUEST_HEADERS], *headers[REQUEST_HEADERS];
	size_t nheaders;
	char *ptx;
	size_t ptx_len;
	char *expressions[NAMES_MAX], *lowered[NAMES_MAX];
	size_t nexpressions;
	bool compiled, wants_cubin;
};

const char *nvrtcGetErrorString(nvrtcResult result)
{
	static const char *const names[] = {
		"NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
		"NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION",
		"NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
		"NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
		"NVRTC_ERROR_INTERNAL_ERROR", "NVRTC_ERROR_TIME_FILE_WRITE_FAILED", "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
		"NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED", "NVRTC_ERROR_PCH_CREATE", "NVRTC_ERROR_CANCELLED",
		"NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED",
	};

	return (unsigned)result < sizeof names / sizeof *names ? names[result] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
	if (!major || !minor)
		return NVRTC_ERROR_INVALID_INPUT;
	*major = 13;
	*minor = 0;
	return NVRTC_SUCCESS;
}

/* ---- programs ---------------------------------------------------------------------------------------- */

static nvrtcResult keep_headers(nvrtcProgram p, int count, const char *const *headers, const char *const *names)
{
	if (count > 0 && (!headers || !names))
		return NVRTC_ERROR_INVALID_INPUT;
	if (count > REQUEST_HEADERS)
		return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
	for (int i = 0; i < count; i++) {
		if (!headers[i] || !names[i] || !request_header_name(names[i]))
			return NVRTC_ERROR_INVALID_INPUT;
		p->header_names[i] = strdup(names[i]);
		p->headers[i] = strdup(headers[i]);
		p->nheaders++;
		if (!p->header_names[i] || !p->headers[i])
			return NVRTC_ERROR_OUT_OF_MEMORY;
	}
	return NVRTC_SUCCESS;
}

static void made(nvrtcProgram p, void *frame)
{
	struct call call = { .name = "nvrtcCreateProgram" };

	call_site_find(&call.site, frame);
	runtime_lock();
	journal_made(JOURNAL_PROGRAM, p, &call);
	runtime_unlock();
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int count, const char *const *headers,
			       const char *const *header_names)
{
	nvrtcProgram p;
	nvrtcResult result;

	if (!program || !source)
		return NVRTC_ERROR_INVALID_INPUT;
	p = calloc(1, sizeof *p);
	if (!p)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	buf_puts(&p->source, source);
	p->name = strdup(name && *name ? name : "default_program");
	result = p->name && !p->source.failed ? keep_headers(p, count, headers, header_names) : NVRTC_ERROR_OUT_OF_MEMORY;
	if (result != NVRTC_SUCCESS)
		nvrtcDestroyProgram(&p);
	else
		made(p, __builtin_frame_address(0));
	*program = p;
	return result;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
	nvrtcProgram p = program ? *program : NULL;

	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	runtime_lock();
	journal_gone(JOURNAL_PROGRAM, p);
	runtime_unlock();
	for (size_t i = 0; i < p->nheaders; i++) {
		free(p->header_names[i]);
		free(p->headers[i]);
	}
	for (size_t i = 0; i < p->nexpressions; i++) {
		free(p->expressions[i]);
		free(p->lowered[i]);
	}
	buf_release(&p->source);
	buf_release(&p->log);
	free(p->name);
	free(p->ptx);
	free(p);
	*program = NULL;
	return NVRTC_SUCCESS;
}

/* ---- compiling ------------------------------------------------------------------------------------------ */

/* The meaning of NVRTC's options for the vm. */
enum option { OPTION_DEFINE, OPTION_UNDEFINE, OPTION_PRE_INCLUDE, OPTION_INCLUDE, OPTION_ARCH, OPTION_HARMLESS, OPTION_LESS_EXACT,
	      OPTION_MARKS, OPTION_LINKED, OPTION_UNKNOWN };

#define BOTH(name, option, has_value) { "--" name, option, has_value }, { "-" name, option, has_value }
static const struct { const char *name; enum option option; bool has_value; } options_known[] = {
	{ "-D", OPTION_DEFINE, true }, { "--define-macro", OPTION_DEFINE, true },
	{ "-U", OPTION_UNDEFINE, true }, { "--undefine-macro", OPTION_UNDEFINE, true },
	{ "-include", OPTION_PRE_INCLUDE, true }, { "--pre-include", OPTION_PRE_INCLUDE, true },
	{ "-I", OPTION_INCLUDE, true }, { "--include-path", OPTION_INCLUDE, true },
	{ "-arch", OPTION_ARCH, true }, { "--gpu-architecture", OPTION_ARCH, true },
	BOTH("std", OPTION_HARMLESS, true), BOTH("maxrregcount", OPTION_HARMLESS, true),
	{ "-Xptxas", OPTION_HARMLESS, true }, { "--ptxas-options", OPTION_HARMLESS, true },
	{ "-lineinfo", OPTION_HARMLESS, false }, { "--generate-line-info", OPTION_HARMLESS, false },
	{ "-G", OPTION_HARMLESS, false }, { "--device-debug", OPTION_HARMLESS, false },
	BOTH("dopt", OPTION_HARMLESS, true), { "-dopt", OPTION_HARMLESS, false }, { "--dopt", OPTION_HARMLESS, false },
	{ "--Ofast-compile", OPTION_HARMLESS, true }, { "-Ofc", OPTION_HARMLESS, true },
	{ "-rdc=false", OPTION_HARMLESS, false }, { "--relocatable-device-code=false", OPTION_HARMLESS, false },
	{ "-ewp", OPTION_HARMLESS, false }, { "--extensible-whole-program", OPTION_HARMLESS, false },
	{ "-extra-device-vectorization", OPTION_HARMLESS, false }, { "--extra-device-vectorization", OPTION_HARMLESS, false },
	BOTH("restrict", OPTION_HARMLESS, false), BOTH("modify-stack-limit", OPTION_HARMLESS, true),
	BOTH("jump-table-density", OPTION_HARMLESS, true), { "-jtd", OPTION_HARMLESS, true },
	BOTH("device-stack-protector", OPTION_HARMLESS, true), BOTH("no-cache", OPTION_HARMLESS, false),
	BOTH("frandom-seed", OPTION_HARMLESS, true), BOTH("split-compile", OPTION_HARMLESS, true),
	BOTH("builtin-move-forward", OPTION_HARMLESS, true), BOTH("builtin-initializer-list", OPTION_HARMLESS, true),
	BOTH("pch", OPTION_HARMLESS, false), BOTH("create-pch", OPTION_HARMLESS, true), BOTH("use-pch", OPTION_HARMLESS, true),
	BOTH("pch-dir", OPTION_HARMLESS, true), BOTH("pch-verbose", OPTION_HARMLESS, true),
	BOTH("pch-messages", OPTION_HARMLESS, true), BOTH("instantiate-templates-in-pch", OPTION_HARMLESS, true),
	{ "-w", OPTION_HARMLESS, false }, { "--disable-warnings", OPTION_HARMLESS, false },
	BOTH("Wreorder", OPTION_HARMLESS, false), BOTH("diag-error", OPTION_HARMLESS, true),
	BOTH("diag-suppress", OPTION_HARMLESS, true), BOTH("diag-warn", OPTION_HARMLESS, true),
	BOTH("brief-diagnostics", OPTION_HARMLESS, true), BOTH("display-error-number", OPTION_HARMLESS, false),
	{ "-err-no", OPTION_HARMLESS, false }, { "--no-display-error-number", OPTION_HARMLESS, false },
	{ "-no-err-no", OPTION_HARMLESS, false }, { "--optimization-info", OPTION_HARMLESS, true },
	{ "-opt-info", OPTION_HARMLESS, true }, BOTH("time", OPTION_HARMLESS, true),
	BOTH("fdevice-time-trace", OPTION_HARMLESS, true), BOTH("minimal", OPTION_HARMLESS, false),
	BOTH("device-int128", OPTION_HARMLESS, false), BOTH("device-float128", OPTION_HARMLESS, false),
	{ "--version-ident", OPTION_HARMLESS, true }, { "-dQ", OPTION_HARMLESS, true },
	{ "--no-source-include", OPTION_HARMLESS, false }, { "-no-source-include", OPTION_HARMLESS, false },
	BOTH("fmad=true", OPTION_HARMLESS, false),
	BOTH("use_fast_math", OPTION_LESS_EXACT, false), BOTH("ftz", OPTION_LESS_EXACT, true),
	BOTH("prec-div", OPTION_LESS_EXACT, true), BOTH("prec-sqrt", OPTION_LESS_EXACT, true),
	{ "-default-device", OPTION_MARKS, false }, { "--device-as-default-execution-space", OPTION_MARKS, false },
	{ "-dlto", OPTION_LINKED, false }, { "--dlink-time-opt", OPTION_LINKED, false },
	BOTH("gen-opt-lto", OPTION_LINKED, false), BOTH("optix-ir", OPTION_LINKED, false),
	{ "-dc", OPTION_LINKED, false }, { "--device-c", OPTION_LINKED, false },
	{ "-rdc=true", OPTION_LINKED, false }, { "--relocatable-device-code=true", OPTION_LINKED, false },
};

/* An option's value is appended to it, follows "=", or is the next word: moves *at to it. */
static enum option option_read(const char *const *words, int count, int *at, const char **value)
{
	const char *word = words[*at];

	for (size_t i = 0; i < sizeof options_known / sizeof *options_known; i++) {
		size_t len = strlen(options_known[i].name);

		if (strncmp(word, options_known[i].name, len))
			continue;
		if (!word[len] && options_known[i].has_value && *at + 1 < count)
			*value = words[++*at];
		else if (!word[len] && !options_known[i].has_value)
			*value = "";
		else if (options_known[i].has_value && (word[len] == '=' || len == 2))
			*value = word + len + (word[len] == '=');
		else
			continue;
		return options_known[i].option;
	}
	return OPTION_UNKNOWN;
}

/* "NAME=VALUE", "NAME", "NAME(x)=VALUE". */
static void put_definition(const char *text, struct buf *out)
{
	const size_t len = strcspn(text, "=");

	buf_printf(out, "#define %.*s %s\n", (int)len, text, text[len] ? text + len + 1 : "1");
}

/* Definitions go to `text`, folders of headers to the request. */
static nvrtcResult options_read(nvrtcProgram p, int count, const char *const *words, struct buf *text, struct request *r)
{
	nvrtcResult result = NVRTC_SUCCESS;

	for (int i = 0; i < count; i++) {
		const char *word = words[i], *value = "";

		switch (option_read(words, count, &i, &value)) {
		case OPTION_DEFINE:
			put_definition(value, text);
			break;
		case OPTION_UNDEFINE:
			buf_printf(text, "#undef %s\n", value);
			break;
		case OPTION_PRE_INCLUDE:
			buf_printf(text, "#include \"%s\"\n", value);
			break;
		case OPTION_INCLUDE:
			if (r->nfolders < COMPILE_FOLDERS)
				r->folders[r->nfolders++] = value;
			else
				buf_printf(&p->log, "note: %s has no effect: there are %d folders of headers already\n", word,
					   COMPILE_FOLDERS);
			if (parent_answers())
				buf_printf(&p->log, "note: %s has no effect in an exercise: pass headers as texts\n", word);
			break;
		case OPTION_ARCH:
			p->wants_cubin = !strncmp(value, "sm_", 3);
			break;
		case OPTION_HARMLESS:
			break;
		case OPTION_LESS_EXACT:
			buf_printf(&p->log, "note: %s has no effect here: the virtual machine computes exactly\n", word);
			break;
		case OPTION_MARKS:
			buf_printf(&p->log, "note: %s has no effect here: mark functions of the device with __device__\n", word);
			break;
		case OPTION_LINKED:
			buf_printf(&p->log, "error: the virtual machine's NVRTC compiles whole programs to PTX: leave out "
					    "'%s'\n", word);
			result = NVRTC_ERROR_INVALID_OPTION;
			break;
		case OPTION_UNKNOWN:
			buf_printf(&p->log, "error: the virtual machine's NVRTC does not know the option '%s'\n", word);
			result = NVRTC_ERROR_INVALID_OPTION;
			break;
		}
	}
	return result;
}

/* The variable has done its work: its line becomes blanks, so that the program gets only its own text. */
static void blank_variable(char *ptx, const char *name)
{
	char text[48], *at;
	size_t len;

	snprintf(text, sizeof text, "%s =", name);
	at = strstr(ptx, text);
	if (!at)
		return;
	while (at > ptx && at[-1] != '\n')
		at--;
	len = strcspn(at, ";\n");
	memset(at, ' ', at[len] == ';' ? len + 1 : len);
}

/* The symbol in the initial value of the variable made for each expression. */
static void find_names(nvrtcProgram p)
{
	struct error err;
	struct ptx_module *m = p->nexpressions ? ptx_parse(p->ptx, p->ptx_len, "kernel.ptx", &err) : NULL;

	for (size_t i = 0; m && i < p->nexpressions; i++) {
		char name[40];
		const struct ptx_var *v;

		snprintf(name, sizeof name, "warpbook_name_%zu", i);
		v = ptx_find_var(m, name);
		if (v && v->naddrs)
			p->lowered[i] = strdup(v->addrs[0].symbol);
		blank_variable(p->ptx, name);
	}
	if (m)
		ptx_free(m);
}

static nvrtcResult take_reply(nvrtcProgram p, const struct reply *reply)
{
	buf_append(&p->log, buf_text(&reply->log), reply->log.len);
	if (reply->end != REPLY_DONE)
		return reply->end == REPLY_WRONG_TEXT ? NVRTC_ERROR_COMPILATION : NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
	free(p->ptx);
	p->ptx = strndup(buf_text(&reply->ptx), reply->ptx.len);
	p->ptx_len = p->ptx ? strlen(p->ptx) : 0;
	if (!p->ptx)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	find_names(p);
	return NVRTC_SUCCESS;
}

/* Here the compiler is started; other threads of the program need not wait for it. */
static void compile_here(const struct request *r, struct reply *reply)
{
	struct compiler compiler;
	struct error err;

	runtime_unlock();
	if (compiler_find(&compiler, NULL, &err))
		buf_printf(&reply->log, "error: %s\n", err.text);
	else
		request_compile(&compiler, r, false, reply);
	runtime_lock();
}

static nvrtcResult compile_text(nvrtcProgram p, struct request *r)
{
	struct reply reply = { .end = REPLY_FAILED };
	nvrtcResult result;

	r->nheaders = p->nheaders;
	for (size_t i = 0; i < p->nheaders; i++) {
		r->header_names[i] = p->header_names[i];
		r->headers[i] = p->headers[i];
	}
	if (request_bytes(r) > REQUEST_BYTES) {
		buf_puts(&p->log, "error: the program and its headers have more than 256 KiB\n");
		return NVRTC_ERROR_COMPILATION;
	}
	if (parent_answers())
		nvrtc_ask(r, &reply);
	else
		compile_here(r, &reply);
	result = take_reply(p, &reply);
	reply_release(&reply);
	return result;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options)
{
	const struct nested_call outer = nested_call_begin_as(__func__, __builtin_frame_address(0));
	struct call call = call_enter(__func__, __builtin_frame_address(0));
	struct buf text = BUF_INIT;
	struct request request = { .name = program ? program->name : NULL };
	nvrtcResult result = !program ? NVRTC_ERROR_INVALID_PROGRAM : count > 0 && !options ? NVRTC_ERROR_INVALID_INPUT :
			     NVRTC_SUCCESS;

	if (result == NVRTC_SUCCESS)
		result = options_read(program, count, options, &text, &request);
	if (result == NVRTC_SUCCESS) {
		buf_printf(&text, "#line 1 \"%s\"\n%s\n", program->name, buf_text(&program->source));
		for (size_t i = 0; i < program->nexpressions; i++)
			buf_printf(&text, "extern \"C\" __device__ void *warpbook_name_%zu;\n"
				   "__device__ void *warpbook_name_%zu = (void *)(%s);\n", i, i, program->expressions[i]);
		request.text = buf_text(&text);
		result = text.failed ? NVRTC_ERROR_OUT_OF_MEMORY : compile_text(program, &request);
	}
	if (program)
		program->compiled = true;
	buf_release(&text);
	call_leave_quiet(&call, cudaSuccess);
	nested_call_end(outer);
	return result;
}

/* ---- results ---------------------------------------------------------------------------------------------- */

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size)
{
	if (!program || !program->ptx || !size)
		return NVRTC_ERROR_INVALID_PROGRAM;
	*size = program->ptx_len + 1;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
	if (!program || !program->ptx || !ptx)
		return NVRTC_ERROR_INVALID_PROGRAM;
	memcpy(ptx, program->ptx, program->ptx_len + 1);
	return NVRTC_SUCCESS;
}

/*
 * The vm makes no machine code. A program that compiles for a real architecture (sm_90) and asks for it gets the PTX,
 * which the loading calls accept as well.
 */
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
	if (!program || !program->ptx || !size)
		return NVRTC_ERROR_INVALID_PROGRAM;
	*size = program->wants_cubin ? program->ptx_len + 1 : 0;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
	return program && program->wants_cubin ? nvrtcGetPTX(program, cubin) : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
	if (!program || !size)
		return NVRTC_ERROR_INVALID_PROGRAM;
	*size = program->log.len + 1;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
	if (!program || !log)
		return NVRTC_ERROR_INVALID_PROGRAM;
	memcpy(log, buf_text(&program->log), program->log.len + 1);
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression)
{
	if (!program || !expression)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (program->compiled)
		return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
	if (program->nexpressions == NAMES_MAX)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	program->expressions[program->nexpressions] = strdup(expression);
	return program->expressions[program->nexpressions++] ? NVRTC_SUCCESS : NVRTC_ERROR_OUT_OF_MEMORY;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name)
{
	if (!program || !expression || !name)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!program->compiled)
		return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
	for (size_t i = 0; i < program->nexpressions; i++)
		if (!strcmp(program->expressions[i], expression) && program->lowered[i]) {
			*name = program->lowered[i];
			return NVRTC_SUCCESS;
		}
	return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

/* ---- what compilations can be for ------------------------------------------------------------------------------ */

static const int archs[] = { 75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121 };

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
	if (!count)
		return NVRTC_ERROR_INVALID_INPUT;
	*count = sizeof archs / sizeof *archs;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *list)
{
	if (!list)
		return NVRTC_ERROR_INVALID_INPUT;
	memcpy(list, archs, sizeof archs);
	return NVRTC_SUCCESS;
}

/* ---- what the vm does not make: the log of the compilation that asked for it says so ------------------------------- */

nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *size)
{
	(void)size;
	return program ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *code)
{
	(void)code;
	return program ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t *size)
{
	return nvrtcGetLTOIRSize(program, size);
}

nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char *code)
{
	return nvrtcGetLTOIR(program, code);
}

/* Compilations have a cache, and need no precompiled headers. */
nvrtcResult nvrtcGetPCHHeapSize(size_t *size)
{
	if (!size)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = 0;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcSetPCHHeapSize(size_t size)
{
	(void)size;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program)
{
	return program ? NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *size)
{
	(void)size;
	return nvrtcGetPCHCreateStatus(program);
}

/* A compilation is one run of the compiler, which nothing cancels. */
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, int (*callback)(void *payload, void *reserved), void *payload)
{
	(void)payload;
	return !program ? NVRTC_ERROR_INVALID_PROGRAM : callback ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_INPUT;
}
