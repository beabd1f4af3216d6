/* debugger_names.c - the learner's own variables, if the build has their names: see debug/variables.h. */
#include "config.h"

#include "debug/debugger_show.h"
#include "debug/debugger_state.h"
#include "debug/debugger_value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"

#define ELEMENTS_MOST 16

const struct debug_variable *variable_named(struct debugger *d, const struct simt_step *s, const char *name, size_t len)
{
	const struct debug_variable *x;

	for (size_t k = 0; d->variables && s && (x = debug_variable_at(d->variables, s, k)); k++)
		if (strlen(x->name) == len && !memcmp(x->name, name, len))
			return x;
	return NULL;
}

bool bits_value(const struct debug_type *t, const uint8_t *bytes, struct value *v)
{
	uint64_t bits = 0;
	double x;
	float f;

	*v = (struct value){ 0 };
	memcpy(&bits, bytes, t->size < 8 ? t->size : 8);
	memcpy(&f, bytes, t->size >= sizeof f ? sizeof f : 0);
	if (t->kind == DEBUG_REAL && t->size == 4) {
		*v = (struct value){ .is_real = true, .r = (double)f };
	} else if (t->kind == DEBUG_REAL && t->size == 8) {
		memcpy(&x, bytes, sizeof x);
		*v = (struct value){ .is_real = true, .r = x };
	} else if (t->kind == DEBUG_SIGNED && t->size < 8) {
		v->i = (int64_t)(bits << (64 - 8 * t->size)) >> (64 - 8 * t->size);
	} else if (t->kind == DEBUG_STRUCT || t->kind == DEBUG_REAL) {
		return false;
	} else {
		v->i = (int64_t)bits;
	}
	return true;
}

/* Prints an address as its element: "&out[5]". */
static void pointer_put(struct debugger *d, uint64_t at, struct buf *out)
{
	struct element e;

	if (element_at(d, at, &e)) {
		buf_puts(out, "&");
		element_put(&e, out);
	} else {
		buf_printf(out, "0x%" PRIx64, at);
	}
}

static void scalar_put(struct debugger *d, const struct debug_type *t, const uint8_t *bytes, struct buf *out)
{
	struct value v;

	if (t->kind == DEBUG_STRUCT) {
		buf_puts(out, "{");
		for (size_t k = 0; k < t->nmembers; k++) {
			buf_printf(out, "%s%s = ", k ? ", " : "", t->members[k].name);
			scalar_put(d, &t->members[k].type, bytes + t->members[k].offset, out);
		}
		buf_puts(out, "}");
	} else if (!bits_value(t, bytes, &v)) {
		buf_puts(out, "?");
	} else if (t->kind == DEBUG_POINTER) {
		pointer_put(d, (uint64_t)v.i, out);
	} else if (t->kind == DEBUG_BOOL) {
		buf_puts(out, v.i ? "true" : "false");
	} else if (v.is_real) {
		buf_printf(out, t->size == 8 ? "%.17g" : "%.9g", v.r);
	} else if (t->kind == DEBUG_UNSIGNED) {
		buf_printf(out, "%" PRIu64, (uint64_t)v.i);
	} else {
		buf_printf(out, "%" PRId64, v.i);
	}
}

static uint64_t variable_elements(const struct debug_type *t)
{
	uint64_t n = 1;

	for (size_t k = 0; k < 3 && t->shape[k]; k++)
		n = n > UINT32_MAX ? n : n * t->shape[k];
	return n;
}

bool variable_put(struct debugger *d, const struct simt_step *s, const struct debug_variable *x, struct buf *out)
{
	uint64_t n = variable_elements(&x->type);
	uint8_t bytes[4096];
	bool any = false;

	if (x->type.size > sizeof bytes)
		return false;
	if (x->type.shape[0])
		buf_puts(out, "{");
	for (uint64_t k = 0; k < n && k < ELEMENTS_MOST; k++) {
		buf_puts(out, k ? ", " : "");
		if (debug_variable_read(d->variables, x, s, d->lane, k * x->type.size, bytes, x->type.size) < x->type.size) {
			buf_putc(out, '?');
			continue;
		}
		any = true;
		scalar_put(d, &x->type, bytes, out);
	}
	if (x->type.shape[0])
		buf_puts(out, n > ELEMENTS_MOST ? ", ...}" : "}");
	return any;
}

void variables_put(struct debugger *d, const struct simt_step *s, struct buf *out)
{
	const struct debug_variable *x;

	for (size_t k = 0; d->variables && (x = debug_variable_at(d->variables, s, k)); k++) {
		struct buf text = BUF_INIT;
		struct element e;

		if (variable_named(d, s, x->name, strlen(x->name)) == x && pointer_element(d, s, d->lane, x, &e)) {
			buf_printf(out, "%s = ", x->name);
			elements_put(d, &e, out);
			continue;
		}
		/* Shared arrays are listed with the arrays; a name that an inner scope hides is left out. */
		if (variable_named(d, s, x->name, strlen(x->name)) == x && variable_put(d, s, x, &text))
			buf_printf(out, "%s = %s\n", x->name, buf_text(&text));
		else if (variable_named(d, s, x->name, strlen(x->name)) == x && !debug_variable_is_shared(x))
			buf_printf(out, "%s%s\n", x->name,
				   debug_variable_is_unset(x, s, d->lane) ? _(" = not set yet")
					   : _(" has no value at this step"));
		buf_release(&text);
	}
}

/* The meaning of a word of an argument: see record.h. */
static void word_put(const struct job_arg *a, size_t word, struct buf *out)
{
	static const char *const words[] = { "meminfo", "parent", "size", "itemsize", "data" };
	const size_t fixed = sizeof words / sizeof *words;

	buf_puts(out, a->label);
	if (a->dimensions && word < fixed)
		buf_printf(out, ".%s", words[word]);
	else if (a->dimensions)
		buf_printf(out, ".%s[%zu]", word - fixed < a->dimensions ? "shape" : "strides", (word - fixed) % a->dimensions);
}

/* The argument that contains the parameter with that number, which becomes the number of a word in it; NULL: none. */
static const struct job_arg *argument_of(const struct job_case *c, size_t *word)
{
	for (size_t k = 0; k < c->nargs; k++) {
		size_t words = c->args[k].dimensions ? NUMBA_ARRAY_WORDS(c->args[k].dimensions) : 1;

		if (*word < words)
			return &c->args[k];
		*word -= words;
	}
	return NULL;
}

void parameter_name(const struct debugger *d, struct buf *instr)
{
	static const char mark[] = "_param_";
	const char *text = buf_text(instr), *open = strchr(text, '['), *shut = open ? strpbrk(open, "]+") : NULL, *at = NULL;
	const struct job_arg *a;
	struct buf named = BUF_INIT;
	size_t word;

	if (!shut || !d->exercise || !d->exercise->python)
		return;
	for (const char *next = open; (next = strstr(next + 1, mark)) && next < shut;)
		at = next;
	word = at ? strtoul(at + sizeof mark - 1, NULL, 10) : 0;
	a = at ? argument_of(&d->of.job.cases[0], &word) : NULL;
	if (!a)
		return;
	buf_append(&named, text, (size_t)(open + 1 - text));
	word_put(a, word, &named);
	buf_puts(&named, shut);
	buf_clear(instr);
	buf_puts(instr, buf_text(&named));
	buf_release(&named);
}
