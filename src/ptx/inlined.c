/*
 * inlined.c - see inlined.h.
 *
 * An inlined call's entry has one range of the text, from its first instruction to its last. What the compiler moved in between
 * is in that range, too, so a range alone proves nothing: an entry owns a .loc in its range only if the .loc's line is the
 * function's own, which is the case if no other function's declaration lies between the two. If two entries, none within the
 * other, claim a .loc, nobody gets it: no call is better than a wrong one.
 *
 * Each call becomes a .loc of its own, before all others, with the place of the call; `outer` leads there. So chains end, as each
 * goes to a smaller index.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "ptx/dwarf.h"
#include "ptx/inlined.h"

#define STEPS_MOST (1u << 24) /* for a hostile text */

struct declaration { int file, line; };

struct inlines {
	struct dwarf dwarf;
	struct declaration *declared; size_t ndeclared;
	int *owner;                  /* for each .loc: its entry, -1: none, -2: several */
	int *site;                   /* for each entry: the index of its new .loc; -1: none */
	int nsites;
};

static int by_declaration(const void *a, const void *b)
{
	const struct declaration *x = a, *y = b;

	return x->file != y->file ? (x->file > y->file) - (x->file < y->file) : (x->line > y->line) - (x->line < y->line);
}

static const struct dwarf_entry *origin_of(const struct dwarf *d, const struct dwarf_entry *e)
{
	const struct dwarf_entry *origin = e->origin ? dwarf_entry_at(d, e->origin) : NULL;

	return origin ? origin : e;
}

/* A lambda lies within another function, whose lines go on behind it: where it ends is not known. */
static bool is_lambda(const struct dwarf_entry *e)
{
	return e->name && !strcmp(e->name, "operator()") && (!e->linkage || strstr(e->linkage, "Ul"));
}

static void declarations_read(struct inlines *in)
{
	struct dwarf *d = &in->dwarf;

	in->declared = arena_array(&d->arena, d->n + 1, sizeof *in->declared);
	for (size_t k = 0; in->declared && k < d->n; k++)
		if (d->entries[k].tag == DWARF_SUBPROGRAM && d->entries[k].decl_line && !is_lambda(&d->entries[k]))
			in->declared[in->ndeclared++] = (struct declaration){ d->entries[k].decl_file, d->entries[k].decl_line };
	if (in->ndeclared)
		qsort(in->declared, in->ndeclared, sizeof *in->declared, by_declaration);
}

/* The line of the last declaration in the file before that line, or in it; 0: none. */
static int declared_before(const struct inlines *in, int file, int line)
{
	ORDER_SEARCH(after, in->ndeclared, mid, in->declared[mid].file < file ||
		     (in->declared[mid].file == file && in->declared[mid].line <= line))

	return after && in->declared[after - 1].file == file ? in->declared[after - 1].line : 0;
}

/* Is the .loc's line a line of that function, and of none in whose code it was inlined? */
static bool is_line_of(const struct inlines *in, const struct dwarf_entry *e, const struct ptx_loc *l)
{
	const struct dwarf_entry *f = origin_of(&in->dwarf, e);
	int declared = declared_before(in, l->file, l->line);

	if (!l->line || !declared || f->decl_file != l->file || f->decl_line != declared)
		return false;
	for (int k = e->parent; k >= 0; k = in->dwarf.entries[k].parent) {
		const struct dwarf_entry *outer = origin_of(&in->dwarf, &in->dwarf.entries[k]);

		if (outer->decl_line == declared && outer->decl_file == l->file)
			return false;
	}
	return true;
}

static bool is_within(const struct dwarf *d, int inner, int outer)
{
	while (inner > outer)
		inner = d->entries[inner].parent;
	return inner == outer;
}

/* The first .loc after that line of the text. */
static size_t loc_after(const struct ptx_module *m, int text_line)
{
	ORDER_SEARCH(first, m->nlocs, mid, m->locs[mid].text_line < text_line)

	return first;
}

static void owners_find(struct inlines *in, const struct ptx_module *m)
{
	const struct dwarf *d = &in->dwarf;
	unsigned steps = 0;

	for (size_t e = 0; e < d->n; e++) {
		const struct dwarf_entry *call = &d->entries[e];

		if (call->tag != DWARF_INLINED || !call->low || !call->high || !call->call_line || is_lambda(origin_of(d, call)))
			continue;
		for (size_t k = loc_after(m, call->low); k < m->nlocs && m->locs[k].text_line < call->high; k++) {
			if (++steps > STEPS_MOST)
				return;
			if (is_line_of(in, call, &m->locs[k]))
				in->owner[k] = in->owner[k] == -1 || (in->owner[k] >= 0 && is_within(d, (int)e, in->owner[k]))
					? (int)e : -2;
		}
	}
}

/* Numbers the entry and those around it that are calls; an outer one comes first. */
static void site_number(struct inlines *in, int e)
{
	const struct dwarf_entry *entries = in->dwarf.entries;

	if (e < 0 || entries[e].tag != DWARF_INLINED || in->site[e] >= 0)
		return;
	site_number(in, entries[e].parent);
	in->site[e] = in->nsites++;
}

/* Where the entry's call is, and how its own function was called. */
static void call_set(const struct inlines *in, struct ptx_module *m, struct ptx_loc *l, int e)
{
	const struct dwarf_entry *call = &in->dwarf.entries[e], *f = origin_of(&in->dwarf, call);
	const char *name = f->linkage ? f->linkage : f->name;

	l->outer = in->site[e];
	l->function = name ? arena_strdup(&m->arena, name) : NULL;
	l->inlined_file = call->call_file;
	l->inlined_line = call->call_line;
	l->inlined_column = call->call_column;
}

static void sites_insert(struct inlines *in, struct ptx_module *m)
{
	struct ptx_loc *locs = arena_array(&m->arena, m->nlocs + (size_t)in->nsites + 1, sizeof *locs);
	int n = in->nsites;

	if (!locs)
		return;
	for (size_t e = 0; e < in->dwarf.n; e++) {
		const struct dwarf_entry *call = &in->dwarf.entries[e];

		if (in->site[e] < 0)
			continue;
		locs[in->site[e]] = (struct ptx_loc){ .file = call->call_file, .line = call->call_line,
						      .column = call->call_column, .outer = -1 };
		if (call->parent >= 0 && in->site[call->parent] >= 0)
			call_set(in, m, &locs[in->site[e]], call->parent);
	}
	memcpy(locs + n, m->locs, m->nlocs * sizeof *locs);
	for (size_t k = 0; k < m->nlocs; k++)
		if (in->owner[k] >= 0)
			call_set(in, m, &locs[n + (int)k], in->owner[k]);
	m->locs = locs;
	m->nlocs += (size_t)n;
	for (size_t k = 0; k < m->nfunctions; k++) {
		struct ptx_function *f = m->functions[k];

		f->first_loc += n;
		f->end_loc += n;
		for (size_t i = 0; i < f->ninstrs; i++)
			f->instrs[i].loc += f->instrs[i].loc >= 0 ? n : 0;
	}
}

static bool names_calls(const struct ptx_module *m)
{
	for (size_t k = 0; k < m->nlocs; k++)
		if (m->locs[k].inlined_line)
			return true;
	return false;
}

void inlined_resolve(struct ptx_module *m, const char *text, size_t len)
{
	struct inlines in = { .nsites = 0 };

	if (!m->nlocs || names_calls(m))
		return;
	dwarf_read(&in.dwarf, text, len);
	declarations_read(&in);
	in.owner = arena_array(&in.dwarf.arena, m->nlocs, sizeof *in.owner);
	in.site = arena_array(&in.dwarf.arena, in.dwarf.n + 1, sizeof *in.site);
	if (in.owner && in.site && !in.dwarf.arena.failed) {
		memset(in.owner, -1, m->nlocs * sizeof *in.owner);
		memset(in.site, -1, in.dwarf.n * sizeof *in.site);
		owners_find(&in, m);
		for (size_t k = 0; k < m->nlocs; k++)
			site_number(&in, in.owner[k]);
		if (in.nsites)
			sites_insert(&in, m);
	}
	dwarf_release(&in.dwarf);
}
