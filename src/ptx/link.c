/*
 * link.c - links several modules into one.
 *
 * Parses each text by itself, and sorts all names that the modules define or declare. Keeps one
 * definition of each name, and redirects operands, aliases and initialisers of all modules to
 * it. The linked module owns the others, and lists their remaining functions and variables.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "ptx/parse.h"
#include "ptx/ptx.h"

/* The rank of a definition: the highest wins. */
enum rank { DECLARED, COMMON, WEAK, STRONG, LOCAL };

/* A function or variable of one of the texts. */
struct entry {
	const char *name;               /* as in the text */
	size_t part, order;
	struct ptx_var *var;
	struct ptx_function *function;  /* one of the two */
	enum rank rank;
};

struct linker {
	struct ptx_module *m;
	bool (*is_known)(const char *function);
	struct entry *entries;
	size_t n;
	struct error *err;
};

static enum rank rank_of(bool is_extern, enum ptx_linkage linkage)
{
	static const enum rank ranks[] = {
		[PTX_LOCAL_LINKAGE] = LOCAL, [PTX_VISIBLE] = STRONG, [PTX_WEAK_LINKAGE] = WEAK, [PTX_COMMON] = COMMON,
	};

	return is_extern ? DECLARED : ranks[linkage];
}

static int by_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : x->order < y->order ? -1 : 1;
}

static int entries_collect(struct linker *l)
{
	const struct ptx_module *m = l->m;
	size_t room = 1;

	for (size_t p = 0; p < m->nparts; p++)
		room += m->parts[p]->nvars + m->parts[p]->nfunctions;
	l->entries = calloc(room, sizeof *l->entries);
	if (!l->entries)
		return error_nomem(l->err);
	for (size_t p = 0; p < m->nparts; p++) {
		const struct ptx_module *part = m->parts[p];

		for (size_t k = 0; k < part->nvars; k++, l->n++)
			l->entries[l->n] = (struct entry){ part->vars[k]->name, p, l->n, .var = part->vars[k],
				.rank = rank_of(part->vars[k]->is_extern, part->vars[k]->linkage) };
		for (size_t k = 0; k < part->nfunctions; k++, l->n++) {
			struct ptx_function *f = part->functions[k];

			l->entries[l->n] = (struct entry){ f->name, p, l->n, .function = f,
				.rank = rank_of(f->is_extern && !f->alias, f->linkage) };
		}
	}
	vm_assert(l->n + 1 == room);
	qsort(l->entries, l->n, sizeof *l->entries, by_name);
	return 0;
}

/* The entries of a name: [first, the result). */
static size_t group_end(const struct linker *l, size_t first)
{
	size_t end = first;

	vm_assert(first < l->n);
	while (end < l->n && !strcmp(l->entries[end].name, l->entries[first].name))
		end++;
	return end;
}

/* The index where the entries of a name begin, or would begin. */
static size_t group_find(const struct linker *l, const char *name)
{
	ORDER_SEARCH(first, l->n, mid, strcmp(l->entries[mid].name, name) < 0)

	vm_assert(first == l->n || strcmp(l->entries[first].name, name) >= 0);
	vm_assert(first == 0 || strcmp(l->entries[first - 1].name, name) < 0);
	return first;
}

static bool name_is_taken(const struct linker *l, const char *name)
{
	size_t at = group_find(l, name);

	return at < l->n && !strcmp(l->entries[at].name, name);
}

/* ---- errors ---- */

static const char *part_name(const struct linker *l, size_t part)
{
	return l->m->parts[part]->name;
}

/* "twice(int)" of a mangled name, appended with quotes. */
static void name_put(const char *name, struct buf *out)
{
	buf_putc(out, '\'');
	if (ptx_demangle(name, out) < 0)
		buf_puts(out, name);
	buf_putc(out, '\'');
}

static int symbol_error(struct linker *l, const struct entry *a, const struct entry *b, const char *what)
{
	struct buf name = BUF_INIT;

	name_put(a->name, &name);
	error_set(l->err, PARTY_LEARNER, "%s %s '%s' and '%s'", buf_text(&name), what, part_name(l, a->part),
		  part_name(l, b->part));
	buf_release(&name);
	return -1;
}

static int undefined(struct linker *l, size_t part, const char *symbol, const struct ptx_instr *user)
{
	struct ptx_place at = user ? ptx_instr_place(l->m->parts[part], user) : (struct ptx_place){ NULL, 0, 0 };
	struct buf name = BUF_INIT;

	name_put(symbol, &name);
	error_set(l->err, PARTY_LEARNER, "%s is used in '%s', but %s", buf_text(&name), part_name(l, part),
		  l->m->nparts > 1 ? "none of the files that are linked defines it" : "it is not defined");
	buf_release(&name);
	error_remedy(l->err, "add the file that defines it, or define it");
	return at.line && at.file ? error_at(l->err, at.file, at.line) : -1;
}

/* ---- choosing definitions ---- */

static bool params_fit(const struct ptx_var *a, size_t na, const struct ptx_var *b, size_t nb)
{
	if (na != nb)
		return false;
	for (size_t k = 0; k < na; k++)
		if (a[k].size != b[k].size || a[k].align != b[k].align)
			return false;
	return true;
}

static bool entries_fit(const struct entry *kept, const struct entry *e)
{
	const struct ptx_function *f = kept->function, *g = e->function;

	if (!f)
		return kept->var->space == e->var->space && e->var->size <= kept->var->size;
	return f->is_entry == g->is_entry && params_fit(f->params, f->nparams, g->params, g->nparams) &&
	       params_fit(f->rets, f->nrets, g->rets, g->nrets);
}

static bool is_better(const struct entry *a, const struct entry *b)
{
	if (a->rank != b->rank)
		return a->rank > b->rank;
	return a->var && b->var && a->rank <= COMMON && a->var->size > b->var->size;
}

/* Replaces all entries of a shared name by one. */
static int group_resolve(struct linker *l, size_t first, size_t end)
{
	struct entry *kept = NULL;

	vm_assert(first < end && end <= l->n);
	for (size_t k = first; k < end; k++) {
		struct entry *e = &l->entries[k];

		if (e->rank == LOCAL)
			continue;
		if (kept && !e->var != !kept->var)
			return symbol_error(l, kept, e, "is a function in one but a variable in the other of");
		if (kept && kept->rank == STRONG && e->rank == STRONG)
			return symbol_error(l, kept, e, "is defined in both");
		if (!kept || is_better(e, kept))
			kept = e;
	}
	for (size_t k = first; kept && k < end; k++) {
		struct entry *e = &l->entries[k];

		if (e == kept || e->rank == LOCAL)
			continue;
		if (!entries_fit(kept, e)) {
			if (kept->rank == DECLARED) /* it may be a function that the vm provides: each text keeps its own */
				continue;
			return symbol_error(l, kept, e, "is declared differently in");
		}
		if (e->var)
			e->var->instead = kept->var;
		else
			e->function->instead = kept->function;
	}
	return 0;
}

/* Renames private names that several texts use, or that a shared name also uses; the first keeps its name. */
static int locals_rename(struct linker *l, size_t first, size_t end)
{
	bool is_taken = false;

	for (size_t k = first; k < end; k++)
		is_taken |= l->entries[k].rank != LOCAL;
	for (size_t k = first; k < end; k++) {
		struct entry *e = &l->entries[k];
		const char *name = NULL;

		if (e->rank != LOCAL)
			continue;
		for (size_t n = e->part; is_taken && (!name || name_is_taken(l, name)); n += l->m->nparts)
			if (!(name = arena_printf(&l->m->arena, "%s$%zu", e->name, n)))
				return error_nomem(l->err);
		is_taken = true;
		if (!name)
			continue;
		if (e->var)
			e->var->name = name;
		else
			e->function->name = name;
	}
	return 0;
}

/* ---- redirecting to the definitions ---- */

static struct ptx_function *function_meant(const struct ptx_function *f)
{
	vm_assert(!f->instead || !f->instead->instead);
	return f->instead ? f->instead : (struct ptx_function *)(uintptr_t)f;
}

static int function_lead(struct linker *l, size_t part, struct ptx_operand *o, const struct ptx_instr *user)
{
	const struct ptx_function *f = function_meant(o->function);

	o->function = f;
	o->name = f->name;
	if (f->is_extern && !f->alias && !(l->is_known && l->is_known(f->name)))
		return undefined(l, part, f->name, user);
	return 0;
}

static int operand_lead(struct linker *l, size_t part, struct ptx_operand *o, const struct ptx_instr *user)
{
	if (o->kind == PTX_O_FUNC && o->function && function_lead(l, part, o, user) < 0)
		return -1;
	if (o->var && o->var->instead)
		o->var = o->var->instead;
	vm_assert(!o->var || !o->var->instead);
	if (o->var && o->var->is_extern && o->var->space != PTX_SHARED)
		return undefined(l, part, o->var->name, user);
	for (int k = 0; k < o->nelems; k++)
		if (operand_lead(l, part, &o->elems[k], user) < 0)
			return -1;
	return 0;
}

static int function_relocate(struct linker *l, size_t part, struct ptx_function *f, int first_loc)
{
	f->alias = f->alias ? function_meant(f->alias) : NULL;
	f->first_loc += first_loc;
	f->end_loc += first_loc;
	for (size_t k = 0; k < f->ninstrs; k++) {
		struct ptx_instr *i = &f->instrs[k];

		for (int o = 0; o < i->nops; o++)
			if (operand_lead(l, part, &i->ops[o], i) < 0)
				return -1;
	}
	for (size_t p = 0; p < f->nprotos; p++)
		for (size_t k = 0; k < f->prototypes[p]->ncallees; k++)
			if (function_lead(l, part, &f->prototypes[p]->callees[k], NULL) < 0)
				return -1;
	return 0;
}

/* Redirects an initialiser, which names its targets. */
static int initialiser_lead(struct linker *l, size_t part, struct ptx_var *v)
{
	for (size_t k = 0; k < v->naddrs; k++) {
		const char *symbol = v->addrs[k].symbol;
		const struct entry *e = NULL;

		for (size_t at = group_find(l, symbol); at < l->n && !strcmp(l->entries[at].name, symbol); at++)
			if (l->entries[at].part == part)
				e = &l->entries[at];
		if (!e)
			continue;
		if (e->var) {
			const struct ptx_var *to = e->var->instead ? e->var->instead : e->var;

			v->addrs[k].symbol = to->name;
			if (to->is_extern)
				return undefined(l, part, symbol, NULL);
		} else {
			const struct ptx_function *to = function_meant(e->function);

			v->addrs[k].symbol = to->name;
			if (to->is_extern && !to->alias)
				return undefined(l, part, symbol, NULL);
		}
	}
	return 0;
}

/* ---- the module ---- */

/* Gives a text without .loc its own lines, so that findings name them as if it were not linked. */
static int locs_make(struct ptx_module *part)
{
	size_t n = 0;

	for (size_t k = 0; k < part->nfunctions; k++)
		n += part->functions[k]->ninstrs;
	if (part->nlocs || !n)
		return 0;
	part->files = arena_array(&part->arena, 1, sizeof *part->files);
	part->locs = arena_array(&part->arena, n, sizeof *part->locs);
	if (!part->files || !part->locs)
		return -1;
	part->files[0] = part->name;
	part->nfiles = 1;
	for (size_t k = 0; k < part->nfunctions; k++) {
		struct ptx_function *f = part->functions[k];

		f->first_loc = (int)part->nlocs;
		for (size_t i = 0; i < f->ninstrs; i++) {
			int line = f->instrs[i].line;

			f->instrs[i].loc = (int)part->nlocs;
			part->locs[part->nlocs++] = (struct ptx_loc){ .line = line, .outer = -1, .place_line = line };
		}
		f->end_loc = (int)part->nlocs;
	}
	return 0;
}

/*
 * A number that the part's list of files does not have becomes the part's 0 (no
 * file, or the text itself): a later part may use the number.
 */
static void file_shift(int *file, int files, size_t nfiles)
{
	*file = files + (*file >= 0 && (size_t)*file < nfiles ? *file : 0);
}

static void loc_shift(struct ptx_loc *l, int files, size_t nfiles, int locs)
{
	file_shift(&l->file, files, nfiles);
	file_shift(&l->inlined_file, files, nfiles);
	file_shift(&l->place_file, files, nfiles);
	if (l->outer >= 0)
		l->outer += locs;
}

static int part_add(struct linker *l, size_t at)
{
	struct ptx_module *m = l->m, *part = m->parts[at];
	int files = (int)m->nfiles, locs = (int)m->nlocs;

	for (size_t k = 0; k < part->nfiles; k++)
		m->files[m->nfiles++] = part->files[k];
	if (!part->nfiles)
		m->files[m->nfiles++] = NULL;
	for (size_t k = 0; k < part->nlocs; k++) {
		m->locs[m->nlocs] = part->locs[k];
		loc_shift(&m->locs[m->nlocs++], files, part->nfiles, locs);
	}
	for (size_t k = 0; k < part->nvars; k++) {
		if (initialiser_lead(l, at, part->vars[k]) < 0)
			return -1;
		if (!part->vars[k]->instead)
			m->vars[m->nvars++] = part->vars[k];
	}
	for (size_t k = 0; k < part->nfunctions; k++) {
		struct ptx_function *f = part->functions[k];

		if (f->instead)
			continue;
		if (function_relocate(l, at, f, locs) < 0)
			return -1;
		m->functions[m->nfunctions++] = f;
	}
	return 0;
}

/* Drops variables that are declared but never used. */
static void declared_drop(struct ptx_module *m)
{
	size_t kept = 0;

	for (size_t k = 0; k < m->nvars; k++)
		if (!m->vars[k]->is_extern || m->vars[k]->space == PTX_SHARED)
			m->vars[kept++] = m->vars[k];
	m->nvars = kept;
}

/* Call it after all errors are reported, which refer to instructions in their own module. */
static void instructions_shift(const struct ptx_module *m)
{
	int locs = 0;

	for (size_t p = 0; p < m->nparts; p++) {
		for (size_t k = 0; k < m->parts[p]->nfunctions; k++) {
			struct ptx_function *f = m->parts[p]->functions[k];

			for (size_t i = 0; i < f->ninstrs; i++)
				f->instrs[i].loc += f->instrs[i].loc >= 0 ? locs : 0;
		}
		locs += (int)m->parts[p]->nlocs;
	}
	vm_assert((size_t)locs == m->nlocs);
}

static int module_fill(struct linker *l)
{
	struct ptx_module *m = l->m;
	size_t files = 1, locs = 1, vars = 1, functions = 1;

	for (size_t p = 0; p < m->nparts; p++) {
		const struct ptx_module *part = m->parts[p];

		if (m->nparts > 1 && locs_make(m->parts[p]) < 0)
			return error_nomem(l->err);
		files += part->nfiles ? part->nfiles : 1;
		locs += part->nlocs;
		vars += part->nvars;
		functions += part->nfunctions;
		if (part->version_major > m->version_major ||
		    (part->version_major == m->version_major && part->version_minor > m->version_minor)) {
			m->version_major = part->version_major;
			m->version_minor = part->version_minor;
		}
		m->target_sm = part->target_sm > m->target_sm ? part->target_sm : m->target_sm;
	}
	if (files > MAX_FILES) {
		error_set(l->err, PARTY_LEARNER, "the files that are linked number more than %d source files", MAX_FILES - 1);
		return error_remedy(l->err, "leave line numbers out of one: compile it without -lineinfo");
	}
	m->files = arena_array(&m->arena, files, sizeof *m->files);
	m->locs = arena_array(&m->arena, locs, sizeof *m->locs);
	m->vars = arena_array(&m->arena, vars, sizeof *m->vars);
	m->functions = arena_array(&m->arena, functions, sizeof *m->functions);
	if (!m->files || !m->locs || !m->vars || !m->functions)
		return error_nomem(l->err);
	for (size_t p = 0; p < m->nparts; p++)
		if (part_add(l, p) < 0)
			return -1;
	vm_assert(m->nfiles <= files && m->nlocs < locs && m->nvars < vars && m->nfunctions < functions);
	declared_drop(m);
	instructions_shift(m);
	return 0;
}

static int names_resolve(struct linker *l)
{
	if (entries_collect(l) < 0)
		return -1;
	for (size_t first = 0, end; first < l->n; first = end) {
		end = group_end(l, first);
		if (group_resolve(l, first, end) < 0 || locals_rename(l, first, end) < 0)
			return -1;
	}
	return 0;
}

static int parts_parse(struct ptx_module *m, const struct ptx_text *texts, size_t n, struct error *err)
{
	m->parts = arena_array(&m->arena, n + 1, sizeof *m->parts);
	if (!m->parts || !(m->name = arena_strdup(&m->arena, n ? texts[0].name : "")))
		return error_nomem(err);
	for (size_t k = 0; k < n; k++) {
		if (!(m->parts[k] = ptx_parse_part(texts[k].text, texts[k].len, texts[k].name, err)))
			return -1;
		m->nparts++;
	}
	return 0;
}

struct ptx_module *ptx_link(const struct ptx_text *texts, size_t n, bool (*is_known)(const char *function), struct error *err)
{
	struct error ignored;
	struct linker l = { .m = calloc(1, sizeof *l.m), .is_known = is_known, .err = err ? err : &ignored };
	bool good;

	if (!l.m) {
		error_nomem(err);
		return NULL;
	}
	good = parts_parse(l.m, texts, n, l.err) == 0 && names_resolve(&l) == 0 && module_fill(&l) == 0;
	free(l.entries);
	if (good)
		return l.m;
	ptx_free(l.m);
	return NULL;
}
