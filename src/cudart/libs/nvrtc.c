/*
 * nvrtc.c - NVRTC on the virtual machine: run-time compilation, by the installed compiler.
 *
 * It compiles the text like an exercise's (toolchain.h), with the same cache. Options that define names become
 * #define lines at its beginning; the vm chooses the architecture and the level. A name expression (`add<float>`)
 * becomes a variable that holds its address: the variable's initial value has its name in PTX.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "ptx/ptx.h"
#include "toolchain/toolchain.h"

#pragma GCC visibility push(default)
#include "cudart/include/nvrtc.h"
#pragma GCC visibility pop

#define NAMES_MAX 256

struct _nvrtcProgram {
	struct buf source, log;
	char *name, *folder;      /* folder: of its headers; NULL if it has none */
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
		"NVRTC_ERROR_INTERNAL_ERROR",
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

/* "a/b.h": the folder a in the program's own. */
static bool make_parents(char *path)
{
	char *slash = strrchr(path, '/');
	bool ok;

	*slash = '\0';
	ok = path_make_dirs(path, NULL) == 0;
	*slash = '/';
	return ok;
}

/* Headers passed as text are written to a temporary folder that exists as long as the program. */
static nvrtcResult write_headers(nvrtcProgram p, int count, const char *const *headers, const char *const *names)
{
	char folder[512], path[1024];

	if (count <= 0)
		return NVRTC_SUCCESS;
	if (!headers || !names)
		return NVRTC_ERROR_INVALID_INPUT;
	if (path_temp_dir(folder, sizeof folder, "warpbook-nvrtc", NULL))
		return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
	p->folder = strdup(folder);
	for (int i = 0; i < count; i++) {
		if (!names[i] || strstr(names[i], "..") || *names[i] == '/' || !path_join(path, sizeof path, folder, names[i]))
			return NVRTC_ERROR_INVALID_INPUT;
		if (!make_parents(path) || file_write(path, headers[i], strlen(headers[i]), NULL))
			return NVRTC_ERROR_PROGRAM_CREATION_FAILURE;
	}
	return p->folder ? NVRTC_SUCCESS : NVRTC_ERROR_OUT_OF_MEMORY;
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
	result = p->name ? write_headers(p, count, headers, header_names) : NVRTC_ERROR_OUT_OF_MEMORY;
	if (result != NVRTC_SUCCESS)
		nvrtcDestroyProgram(&p);
	*program = p;
	return result;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
	nvrtcProgram p = program ? *program : NULL;

	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (p->folder)
		path_remove_tree(p->folder, NULL);
	for (size_t i = 0; i < p->nexpressions; i++) {
		free(p->expressions[i]);
		free(p->lowered[i]);
	}
	buf_release(&p->source);
	buf_release(&p->log);
	free(p->name);
	free(p->folder);
	free(p->ptx);
	free(p);
	*program = NULL;
	return NVRTC_SUCCESS;
}

/* ---- compiling ------------------------------------------------------------------------------------------ */

/* The meaning of NVRTC's options for the vm. */
enum option { OPTION_DEFINE, OPTION_INCLUDE, OPTION_ARCH, OPTION_HARMLESS, OPTION_LESS_EXACT, OPTION_UNKNOWN };

static const struct { const char *name; enum option option; bool has_value; } options_known[] = {
	{ "-D", OPTION_DEFINE, true }, { "--define-macro", OPTION_DEFINE, true },
	{ "-I", OPTION_INCLUDE, true }, { "--include-path", OPTION_INCLUDE, true },
	{ "-arch", OPTION_ARCH, true }, { "--gpu-architecture", OPTION_ARCH, true },
	{ "--std", OPTION_HARMLESS, true }, { "-std", OPTION_HARMLESS, true }, { "--maxrregcount", OPTION_HARMLESS, true },
	{ "-lineinfo", OPTION_HARMLESS, false }, { "--generate-line-info", OPTION_HARMLESS, false },
	{ "-G", OPTION_HARMLESS, false }, { "--device-debug", OPTION_HARMLESS, false },
	{ "-w", OPTION_HARMLESS, false }, { "--disable-warnings", OPTION_HARMLESS, false },
	{ "-rdc=false", OPTION_HARMLESS, false }, { "--relocatable-device-code=false", OPTION_HARMLESS, false },
	{ "-ewp", OPTION_HARMLESS, false }, { "--extra-device-vectorization", OPTION_HARMLESS, false },
	{ "--restrict", OPTION_HARMLESS, false }, { "-restrict", OPTION_HARMLESS, false },
	{ "--fmad=true", OPTION_HARMLESS, false }, { "-fmad=true", OPTION_HARMLESS, false },
	{ "--use_fast_math", OPTION_LESS_EXACT, false }, { "-use_fast_math", OPTION_LESS_EXACT, false },
	{ "--ftz", OPTION_LESS_EXACT, true }, { "-ftz", OPTION_LESS_EXACT, true },
	{ "--prec-div", OPTION_LESS_EXACT, true }, { "-prec-div", OPTION_LESS_EXACT, true },
	{ "--prec-sqrt", OPTION_LESS_EXACT, true }, { "-prec-sqrt", OPTION_LESS_EXACT, true },
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

/* Definitions go to `text`; the folder for headers is the program's own, or the one that an option names. */
static nvrtcResult options_read(nvrtcProgram p, int count, const char *const *words, struct buf *text, const char **headers)
{
	nvrtcResult result = NVRTC_SUCCESS;

	*headers = p->folder;
	for (int i = 0; i < count; i++) {
		const char *word = words[i], *value = "";

		switch (option_read(words, count, &i, &value)) {
		case OPTION_DEFINE:
			put_definition(value, text);
			break;
		case OPTION_INCLUDE:
			*headers = *headers ? *headers : value;
			break;
		case OPTION_ARCH:
			p->wants_cubin = !strncmp(value, "sm_", 3);
			break;
		case OPTION_HARMLESS:
			break;
		case OPTION_LESS_EXACT:
			buf_printf(&p->log, "note: %s has no effect here: the virtual machine computes exactly\n", word);
			break;
		case OPTION_UNKNOWN:
			buf_printf(&p->log, "error: the virtual machine's NVRTC does not know the option '%s'\n", word);
			result = NVRTC_ERROR_INVALID_OPTION;
			break;
		}
	}
	return result;
}

/* Keeps the compiler's messages, each as a line. */
static void keep_log(nvrtcProgram p, const struct compilation *c)
{
	for (size_t i = 0; i < c->ndiagnostics; i++) {
		const struct diagnostic *d = &c->diagnostics[i];

		buf_printf(&p->log, "%s(%d): %s: %s\n", d->file ? d->file : p->name, d->line,
			   d->level == DIAGNOSTIC_ERROR ? "error" : d->level == DIAGNOSTIC_WARNING ? "warning" : "note", d->text);
	}
}

/* The variable is no longer needed: replaces its line by blanks, so that the program gets only its own text. */
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

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options)
{
	struct buf text = BUF_INIT;
	struct compiler compiler;
	struct compilation c;
	struct error err;
	const char *headers;
	nvrtcResult result;

	if (!program || (count > 0 && !options))
		return program ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM;
	result = options_read(program, count, options, &text, &headers);
	if (result == NVRTC_SUCCESS && compiler_find(&compiler, NULL, &err)) {
		buf_printf(&program->log, "error: %s\n", err.text);
		result = NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
	}
	buf_printf(&text, "#line 1 \"%s\"\n%s\n", program->name, buf_text(&program->source));
	for (size_t i = 0; i < program->nexpressions; i++)
		buf_printf(&text, "extern \"C\" __device__ void *warpbook_name_%zu;\n__device__ void *warpbook_name_%zu = (void *)(%s);\n",
			   i, i, program->expressions[i]);
	if (result == NVRTC_SUCCESS &&
	    compile(&compiler, program->name, buf_text(&text), text.len, headers, &c, &err)) {
		buf_printf(&program->log, "error: %s\n", err.text);
		result = NVRTC_ERROR_INTERNAL_ERROR;
	} else if (result == NVRTC_SUCCESS) {
		keep_log(program, &c);
		if (c.ok) {
			program->ptx = strndup(c.ptx, c.ptx_len);
			program->ptx_len = c.ptx_len;
			find_names(program);
		} else {
			result = NVRTC_ERROR_COMPILATION;
		}
		compilation_release(&c);
	}
	program->compiled = true;
	buf_release(&text);
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
