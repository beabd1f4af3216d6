/*
 * params.c - a kernel's parameters: sizes from PTX, types from the mangled name, names from
 * the source. Only the sizes are always known.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "hand/args.h"
#include "source/learner_source.h"

/* ---- types, from "void scale<float>(float*, float const*, int)" ------------------------- */

const char *hand_kernel_signature(const struct ptx_function *f, struct arena *arena)
{
	struct buf text = BUF_INIT;
	const char *copy;

	if (ptx_demangle(f->name, &text)) {
		buf_clear(&text);
		buf_puts(&text, f->name);
	}
	copy = text.failed ? NULL : arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return copy ? copy : f->name;
}

/* The text after the bracket that opens the parameter list; NULL if there is none. */
static const char *parameter_list(const char *signature)
{
	int angle = 0;

	for (const char *p = signature; *p; p++) {
		angle += *p == '<';
		angle -= *p == '>' && angle > 0;
		if (*p == '(' && angle == 0 && strncmp(p, "(anonymous", 10))
			return p + 1;
	}
	return NULL;
}

/* The length of the parameter's text that begins at p. */
static size_t parameter_length(const char *p)
{
	int depth = 0;
	size_t n = 0;

	for (; p[n]; n++) {
		if (strchr("<([{", p[n]))
			depth++;
		if (depth == 0 && (p[n] == ',' || p[n] == ')'))
			break;
		if (strchr(">)]}", p[n]))
			depth--;
	}
	return n;
}

/* Removes a word such as const from the type's text, in place; true if the text contained it. */
static bool word_drop(char *text, const char *word)
{
	size_t n = strlen(word);
	bool found = false;

	for (char *p; (p = strstr(text, word));) {
		char *rest = p + n;

		if (p > text && p[-1] == ' ')
			p--;
		memmove(p, rest, strlen(rest) + 1);
		found = true;
	}
	return found;
}

/* Finds whether it is a pointer, whether the pointee is const, and the type of its numbers. */
static void param_type(struct hand_param *param)
{
	char text[256];
	size_t n;

	if (strlen(param->cpp) >= sizeof text)
		return;
	snprintf(text, sizeof text, "%s", param->cpp);
	word_drop(text, "__restrict__");
	word_drop(text, "restrict");
	word_drop(text, "volatile");
	n = strlen(text);
	if (n && text[n - 1] == '&')
		text[n - 1] = '*';
	param->is_pointer = n && text[n - 1] == '*';
	if (param->is_pointer)
		text[n - 1] = '\0';
	param->is_const = word_drop(text, "const") && param->is_pointer;
	n = strlen(text);
	while (n && text[n - 1] == ' ')
		text[--n] = '\0';
	param->type = number_find(text + strspn(text, " "), strlen(text + strspn(text, " ")));
	/* A float4 and other vector types are consecutive numbers. */
	if (!param->type && n > 1 && strchr("1234", text[n - 1]) && (param->type = number_find(text, n - 1)))
		param->width = (unsigned)(text[n - 1] - '0');
	param->may_be_pointer = param->is_pointer;
}

/* A name written by hand can spell types that do not match the PTX's parameters: then ignores them. */
static void type_settle(struct hand_param *param)
{
	uint64_t bytes = param->is_pointer ? sizeof(uint64_t) : param->type ? param->type->bytes * param->width : param->size;

	if (bytes == param->size)
		return;
	param->cpp = NULL;
	param->is_pointer = param->is_const = param->may_be_pointer = false;
	param->type = NULL;
	param->width = 1;
}

static int types_read(struct hand_params *params, const char *signature, struct arena *arena)
{
	const char *p = parameter_list(signature);

	for (size_t i = 0; p && i < params->n; i++) {
		size_t n = parameter_length(p);

		params->list[i].cpp = arena_strndup(arena, p, n);
		if (!params->list[i].cpp)
			return -1;
		param_type(&params->list[i]);
		type_settle(&params->list[i]);
		p += n;
		if (*p != ',')
			break;
		p += 1 + strspn(p + 1, " ");
	}
	return 0;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* True for a name that a compiler generated, which does not help the user: "_Z3addPf_param_0". */
static bool is_numbered(const char *name)
{
	const char *p = strstr(name, "_param_");

	return p && strspn(p + 7, "0123456789") == strlen(p + 7);
}

static int names_read(const struct hand_file *f, const struct ptx_function *kernel, struct hand_params *params,
		      struct arena *arena)
{
	struct buf name = BUF_INIT;
	const char **names = NULL;
	size_t n = 0;
	int line;

	for (size_t i = 0; i < params->n; i++)
		params->list[i].name = is_numbered(kernel->params[i].name) ? "" : kernel->params[i].name;
	if (!f->is_cuda)
		return 0;
	if (!ptx_demangle_name(kernel->name, &name))
		n = source_kernel_params(buf_text(&f->text), f->text.len, buf_text(&name), arena, &names, &line);
	buf_release(&name);
	for (size_t i = 0; n == params->n && i < n; i++)
		params->list[i].name = names[i];
	return arena->failed ? -1 : 0;
}

/* ---- all parameters --------------------------------------------------------------------------- */

int hand_params_read(const struct hand_file *f, const struct ptx_function *kernel, struct arena *arena,
		   struct hand_params *out, struct error *err)
{
	uint64_t at = 0;

	out->n = kernel->nparams;
	out->list = arena_array(arena, out->n + 1, sizeof *out->list);
	if (!out->list)
		return error_nomem(err);
	for (size_t i = 0; i < out->n; i++) {
		const struct ptx_var *var = &kernel->params[i];
		struct hand_param *param = &out->list[i];
		enum ptx_type type = var->type;
		const char *name = ptx_type_name(type);

		param->width = 1;
		param->size = var->size;
		param->align = var->align ? var->align : 1;
		at = (at + param->align - 1) / param->align * param->align;
		param->offset = at;
		at += param->size;
		param->may_be_pointer = !var->is_array && param->size == 8 && type != PTX_F64;
		if (!var->is_array && (type == PTX_F32 || type == PTX_F64 || type == PTX_F16 || type == PTX_BF16))
			param->type = number_find(name, strlen(name));
	}
	out->bytes = at;
	if (types_read(out, hand_kernel_signature(kernel, arena), arena) || names_read(f, kernel, out, arena))
		return error_nomem(err);
	return 0;
}
