/*
 * kernel.c - see kernel.h. A C++ kernel's mangled name encodes its parameter types, which are compared as words. An
 * `extern "C"` name does not; then the sizes of its .param list are compared.
 */
#include "config.h"

#include "bench/kernel.h"

#include <string.h>

#include "worker/record.h"

#define MAX_NAMES 6 /* kernels listed in a message */

/* The exercise's declaration: "add(float *out, const float *a, int n)". */
static const char *declaration_of(const struct exercise *e, struct arena *arena)
{
	struct buf text = BUF_INIT;
	const char *copy;

	buf_printf(&text, "%s(", e->kernel);
	for (size_t i = 0; i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];

		buf_printf(&text, "%s%s%s %s%s", i ? ", " : "", p->role == PARAM_IN ? "const " : "",
			   value_type_name(p->type), p->role == PARAM_SCALAR ? "" : "*", p->name);
	}
	buf_puts(&text, ")");
	copy = text.failed ? NULL : arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return copy;
}

/* ---- one parameter -------------------------------------------------------------------- */

/* Drops qualifiers and blanks: "float const*" and "const float *" both become "float*". */
static void type_normalise(const char *type, size_t len, struct buf *out)
{
	static const char *const qualifiers[] = { "const", "volatile", "restrict", "__restrict__", "__restrict" };
	size_t i = 0;

	buf_clear(out);
	while (i < len) {
		size_t n = strcspn(type + i, " *&,()");
		bool drop = n == 0;

		if (n > len - i)
			n = len - i;
		for (size_t q = 0; q < sizeof qualifiers / sizeof *qualifiers; q++)
			drop = drop || (strlen(qualifiers[q]) == n && !memcmp(type + i, qualifiers[q], n));
		if (!drop) {
			if (out->len)
				buf_putc(out, ' ');
			buf_append(out, type + i, n);
		}
		i += n;
		for (; i < len && strchr(" *&()", type[i]); i++)
			if (type[i] != ' ')
				buf_putc(out, type[i]);
	}
}

/* Types that differ in name only, on the machines we know. */
static bool type_matches(const char *got, const char *want, bool pointer)
{
	static const char *const twins[][2] = {
		{ "long", "long long" }, { "unsigned long", "unsigned long long" }, { "signed char", "char" },
	};
	size_t n = strlen(got) - (pointer ? 1 : 0);

	if (pointer && (got[0] == '\0' || got[n] != '*'))
		return false;
	for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
		if (!strcmp(want, twins[i][1]) && strlen(twins[i][0]) == n && !strncmp(got, twins[i][0], n))
			return true;
	return strlen(want) == n && !strncmp(got, want, n);
}

/* Compares "add(float*, float const*, int)" with the exercise's list. */
static bool signature_matches(const struct exercise *e, const char *signature)
{
	const char *p = strchr(signature, '('), *end = p ? strrchr(p, ')') : NULL;
	struct buf type = BUF_INIT;
	bool matches = end;
	size_t count = 0;

	for (p = p ? p + 1 : p; matches && p < end; count++) {
		size_t len = strcspn(p, ",)");

		type_normalise(p, len, &type);
		matches = count < e->nparams && !type.failed &&
			  type_matches(buf_text(&type), value_type_name(e->params[count].type),
				       e->params[count].role != PARAM_SCALAR);
		p += len + 1;
		p += strspn(p, " ");
	}
	buf_release(&type);
	return matches && count == e->nparams;
}

/* Numba passes a descriptor for each array, as shown in worker/record.h. */
static bool numba_sizes_match(const struct exercise *e, const struct ptx_function *f)
{
	size_t n = 0;

	for (size_t i = 0; i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];
		const size_t words = p->dimensions ? NUMBA_ARRAY_WORDS(p->dimensions) : 1;

		for (size_t k = 0; k < words; k++, n++)
			if (n >= f->nparams || f->params[n].size != (p->dimensions ? 8 : value_type_bytes(p->type)))
				return false;
	}
	return n == f->nparams;
}

static bool sizes_match(const struct exercise *e, const struct ptx_function *f)
{
	if (e->python)
		return numba_sizes_match(e, f);
	if (f->nparams != e->nparams)
		return false;
	for (size_t i = 0; i < e->nparams; i++) {
		const struct exercise_param *p = &e->params[i];

		if (f->params[i].size != (p->role == PARAM_SCALAR ? value_type_bytes(p->type) : sizeof(void *)))
			return false;
	}
	return true;
}

/*
 * How well a kernel of the right name fits: a launch by the plain name prefers a function at the top of the file to
 * an instance of a template there, and never finds one in a namespace.
 */
enum fit { FIT_NONE, FIT_NAMESPACE, FIT_TEMPLATE, FIT_PLAIN };

static enum fit kernel_fit(const struct exercise *e, const struct ptx_function *f, const struct buf *signature)
{
	const char *text = buf_text(signature);
	size_t n = strlen(e->kernel);

	if (!sizes_match(e, f))
		return FIT_NONE;
	if (!signature->len)
		return FIT_PLAIN;
	if (!signature_matches(e, text))
		return FIT_NONE;
	if (!strncmp(text, e->kernel, n) && text[n] == '(')
		return FIT_PLAIN;
	return !strncmp(text, "void ", 5) && !strncmp(text + 5, e->kernel, n) && text[5 + n] == '<'
		       ? FIT_TEMPLATE : FIT_NAMESPACE;
}

/* ---- the module's kernels ---------------------------------------------------------------- */

/* The function's own name and its signature, which is empty if the name does not encode it. */
static void function_names(const struct ptx_function *f, struct buf *name, struct buf *signature)
{
	buf_clear(name);
	buf_clear(signature);
	if (ptx_demangle_name(f->name, name)) {
		buf_clear(name);
		buf_puts(name, f->name);
	}
	if (ptx_demangle(f->name, signature) || !strchr(buf_text(signature), '('))
		buf_clear(signature);
}

static int fail_no_kernel(const struct exercise *e, const struct ptx_module *m, const char *declaration,
			     struct error *err)
{
	struct buf list = BUF_INIT, name = BUF_INIT, signature = BUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < m->nfunctions; i++) {
		if (!m->functions[i]->is_entry || n++ >= MAX_NAMES)
			continue;
		function_names(m->functions[i], &name, &signature);
		buf_printf(&list, "%s`%s`", n > 1 ? ", " : "", buf_text(&name));
	}
	if (n == 0)
		error_set(err, PARTY_LEARNER, "the file has no kernel; the exercise asks for `%s`", e->kernel);
	else
		error_set(err, PARTY_LEARNER, "the file has no kernel `%s`; it has %s%s", e->kernel, buf_text(&list),
			  n > MAX_NAMES ? " and others" : "");
	error_remedy(err, n == 1 ? "give it the name the exercise asks for: `__global__ void %s`"
				 : "write `__global__ void %s`", declaration);
	buf_release(&list);
	buf_release(&name);
	buf_release(&signature);
	return -1;
}

const char *kernel_find(const struct exercise *e, const struct ptx_module *m, struct arena *arena,
			struct error *err)
{
	const char *declaration = declaration_of(e, arena), *found = NULL;
	struct buf name = BUF_INIT, signature = BUF_INIT, other = BUF_INIT;
	enum fit best = FIT_NONE;
	bool named = false;

	if (!declaration) {
		error_nomem(err);
		return NULL;
	}
	for (size_t i = 0; i < m->nfunctions && best != FIT_PLAIN; i++) {
		const struct ptx_function *f = m->functions[i];
		enum fit fit;

		if (!f->is_entry)
			continue;
		function_names(f, &name, &signature);
		if (strcmp(buf_text(&name), e->kernel))
			continue;
		named = true;
		fit = kernel_fit(e, f, &signature);
		if (fit < best)
			continue;
		best = fit;
		found = fit > FIT_NAMESPACE ? arena_strdup(arena, f->name) : NULL;
		buf_clear(&other);
		buf_append(&other, signature.data, signature.len);
	}
	if (best == FIT_NAMESPACE) {
		error_set(err, PARTY_LEARNER, "the kernel is inside a namespace: it is `%s`", buf_text(&other));
		error_remedy(err, "declare it outside, as `__global__ void %s`", declaration);
	} else if (!found && named) {
		error_set(err, PARTY_LEARNER, "the kernel has other parameters than the exercise asks for%s%s%s",
			  other.len ? ": it is `" : "", buf_text(&other), other.len ? "`" : "");
		error_remedy(err, "declare it as `__global__ void %s`", declaration);
	} else if (!found) {
		fail_no_kernel(e, m, declaration, err);
	}
	buf_release(&name);
	buf_release(&signature);
	buf_release(&other);
	return found;
}
