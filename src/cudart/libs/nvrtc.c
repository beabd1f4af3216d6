/*
 * nvrtc.c - NVRTC on the virtual machine: a program's own compiling, by the compiler that is installed.
 *
 * The text is compiled as an exercise's is (toolchain.h), whose cache answers a second time. Options that define
 * names become #define lines in front; those that choose an architecture or a level are the vm's own choice. A name
 * expression (`add<float>`) becomes a variable that holds its address: what it is called in PTX stands in the
 * variable's initial value.
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
	bool compiled;
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

/* Headers that come as text lie in a folder of their own while the program lives. */
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

/* "-DNAME=VALUE" and "--define-macro=NAME"; true if it is one. */
static bool put_definition(const char *option, struct buf *out)
{
	const char *at = !strncmp(option, "-D", 2) ? option + 2 : !strncmp(option, "--define-macro=", 15) ? option + 15 : NULL;
	size_t len;

	if (!at)
		return false;
	len = strcspn(at, "=");
	buf_printf(out, "#define %.*s %s\n", (int)len, at, at[len] ? at + len + 1 : "1");
	return true;
}

/* Those that mean nothing here are taken; what would change the code's meaning is not passed over. */
static bool is_harmless(const char *option)
{
	static const char *const known[] = {
		"--gpu-architecture", "-arch", "--std", "-std", "-lineinfo", "--generate-line-info", "-G", "--device-debug", "-default-device",
		"--maxrregcount", "-w", "--disable-warnings", "-rdc=false", "--relocatable-device-code=false", "--include-path",
		"-I", "--extra-device-vectorization", "-ewp", "--restrict", "-restrict", "--fmad=true", "-fmad=true",
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strncmp(option, known[i], strlen(known[i])))
			return true;
	return false;
}

/* What the compiler said, as its own lines. */
static void keep_log(nvrtcProgram p, const struct compilation *c)
{
	for (size_t i = 0; i < c->ndiagnostics; i++) {
		const struct diagnostic *d = &c->diagnostics[i];

		buf_printf(&p->log, "%s(%d): %s: %s\n", d->file ? d->file : p->name, d->line,
			   d->level == DIAGNOSTIC_ERROR ? "error" : d->level == DIAGNOSTIC_WARNING ? "warning" : "note", d->text);
	}
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

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options)
{
	struct buf text = BUF_INIT;
	struct compiler compiler;
	struct compilation c;
	struct error err;
	nvrtcResult result = NVRTC_SUCCESS;

	if (!program || (count > 0 && !options))
		return program ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM;
	for (int i = 0; i < count; i++)
		if (!put_definition(options[i], &text) && !is_harmless(options[i])) {
			/* "-arch" and "-I" may have their value behind them. */
			if (i && (!strcmp(options[i - 1], "-arch") || !strcmp(options[i - 1], "-I") || !strcmp(options[i - 1], "-D")))
				continue;
			buf_printf(&program->log, "error: the option '%s' is not known to the virtual machine's NVRTC\n", options[i]);
			result = NVRTC_ERROR_INVALID_OPTION;
		}
	if (result == NVRTC_SUCCESS && compiler_find(&compiler, NULL, &err)) {
		buf_printf(&program->log, "error: %s\n", err.text);
		result = NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
	}
	buf_printf(&text, "#line 1 \"%s\"\n%s\n", program->name, buf_text(&program->source));
	for (size_t i = 0; i < program->nexpressions; i++)
		buf_printf(&text, "extern \"C\" __device__ void *warpbook_name_%zu;\n__device__ void *warpbook_name_%zu = (void *)(%s);\n",
			   i, i, program->expressions[i]);
	if (result == NVRTC_SUCCESS &&
	    compile(&compiler, program->name, buf_text(&text), text.len, program->folder, &c, &err)) {
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

/* ---- what came of it -------------------------------------------------------------------------------------- */

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

/* There is no machine code here: a program that asks for it gets none, and PTX does as well. */
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
	if (!program || !size)
		return NVRTC_ERROR_INVALID_PROGRAM;
	*size = 0;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
	return program ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM;
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
