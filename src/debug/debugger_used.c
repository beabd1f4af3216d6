/*
 * debugger_used.c - the elements that a line of the source names: "x[i]" and "tile[r][c]" in "out[i] = x[i] * tile[r][c];".
 *
 * The text is read, not compiled: brackets that hold more than the debugger's expressions (a call, a cast) have no element.
 */
#include "config.h"

#include "debug/debugger_state.h"
#include "debug/debugger_value.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

#define USES_MOST 12

/* The length of "x[i][j]", from its name to the last bracket; 0: it is something else. */
static size_t use_length(const char *at, const char *end)
{
	const char *p = at;
	int depth = 0;
	bool any = false;

	while (p < end && text_is_word(*p))
		p++;
	for (; p < end && (depth || *p == '['); p++) {
		depth += (*p == '[') - (*p == ']');
		any = any || *p == '[';
	}
	return any && !depth ? (size_t)(p - at) : 0;
}

static bool is_listed(const struct use *list, size_t n, const char *text)
{
	for (size_t k = 0; k < n; k++)
		if (!strcmp(list[k].text, text))
			return true;
	return false;
}

size_t uses_of_line(struct debugger *d, int line, struct arena *arena, const struct use **list)
{
	struct use *uses = arena_array(arena, USES_MOST, sizeof *uses);
	size_t len = 0, n = 0;
	const char *text = line ? source_line(&d->source, line, &len) : NULL, *end = text + len;
	const char comment = d->exercise && d->exercise->python ? '#' : '/';

	*list = uses;
	for (const char *p = text; uses && text && p < end && n < USES_MOST; p++) {
		size_t use;
		const char *kept;

		if (*p == comment && (comment == '#' || (p + 1 < end && p[1] == '/')))
			break;
		if (!isalpha((unsigned char)*p) && *p != '_')
			continue;
		/* The elements of `a.x[3]` and `p->x[3]` have no name of their own. */
		use = p > text && (text_is_word(p[-1]) || p[-1] == '.' || p[-1] == '>') ? 0 : use_length(p, end);
		kept = use ? arena_strndup(arena, p, use) : NULL;
		if (kept && !is_listed(uses, n, kept))
			uses[n++].text = kept;
		while (p + 1 < end && text_is_word(p[1]))
			p++;
	}
	return n;
}

bool element_at(struct debugger *d, uint64_t at, struct element *e)
{
	for (size_t k = 0; array_at(d, k, &e->array); k++) {
		if (e->array.is_shared || !e->array.elem || at < e->array.at || at >= e->array.at + e->array.bytes)
			continue;
		e->index = (at - e->array.at) / e->array.elem;
		return true;
	}
	return false;
}

bool pointer_element(struct debugger *d, const struct simt_step *s, unsigned lane, const struct debug_variable *x,
		     struct element *e)
{
	uint64_t at = 0;

	return x->type.kind == DEBUG_POINTER && !x->type.shape[0] &&
	       debug_variable_read(d->variables, x, s, lane, 0, &at, sizeof at) == sizeof at && element_at(d, at, e);
}

/* "p[i]" of a pointer: so many elements after the one to which it points. */
static bool pointed_element(struct debugger *d, const struct simt_step *s, unsigned lane, const char *index, struct element *e)
{
	const char *end;
	struct value v;
	struct error ignored;
	const uint64_t n = e->array.bytes / e->array.elem;

	if (value_of(d, s, lane, index + 1, &end, &v, &ignored) || strcmp(end, "]") || v.is_real)
		return false;
	if (v.i < 0 ? (uint64_t)-v.i > e->index : (uint64_t)v.i >= n - e->index)
		return false;
	e->index += (uint64_t)v.i;
	return true;
}

bool use_element(struct debugger *d, const struct simt_step *s, unsigned lane, const struct use *u, struct element *e)
{
	const size_t len = strcspn(u->text, "[");
	const struct debug_variable *x = variable_named(d, s, u->text, len);
	const unsigned focus = d->lane;
	struct error ignored;
	bool found;

	if (x && !debug_variable_is_shared(x))
		return pointer_element(d, s, lane, x, e) && pointed_element(d, s, lane, u->text + len, e);
	if (!array_named(d, u->text, len, &e->array))
		return false;
	d->lane = lane; /* the focus of element_read */
	found = !element_read(d, u->text, NULL, e, &ignored);
	d->lane = focus;
	return found;
}
