/*
 * parse_loc.c - .file, .loc and the learner's place.
 *
 * nvcc gives an instruction's chain of inlined calls (inlined_at); for clang's, inlined.c reads it from the debug information.
 * One rule gives the same place for both. The program's own files
 * are the main file of a function, the one its first .loc names, and its own headers (foreign_path.h). An instruction belongs to
 * the innermost line of its inlining chain that is in one of them; if there is
 * none, to the last line before it that was. So a line of a toolkit's header, and the
 * line 0 of compiler-generated code, become the learner's own line,
 * while a function of the learner's keeps its own lines when it is inlined.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign_path.h"
#include "base/limits.h"
#include "ptx/grammar.h"
#include "ptx/inlined.h"
#include "ptx/parse.h"
#include "ptx/ptx.h"

#define CALL_SITE_REACH 64 /* how far back, in .loc directives, to search for the call site of an inlined one */

/* Compilers write the bytes of other alphabets as "\303\266"; here they become these bytes again. All other escapes stay. */
static void name_decode(char *name)
{
	char *to = name;

	for (const char *at = name; *at; to++)
		if (at[0] == '\\' && (at[1] == '2' || at[1] == '3') && at[2] >= '0' && at[2] <= '7' && at[3] >= '0' &&
		    at[3] <= '7') {
			*to = (char)((at[1] - '0') << 6 | (at[2] - '0') << 3 | (at[3] - '0'));
			at += 4;
		} else {
			*to = *at++;
		}
	*to = '\0';
}

/* .file 1 "add.cu", 1700000000, 1234 */
int parse_file(struct parser *p)
{
	struct ptx_module *m = p->m;
	uint64_t index, ignored;
	char *name;

	if (parse_count(p, MAX_FILES, &index))
		return -1;
	while (m->nfiles <= index)
		if (!arena_push(p->arena, &m->files, &m->nfiles, &p->cap_files, sizeof *m->files))
			return parse_nomem(p);
	vm_assert(index < m->nfiles);
	if (p->t.kind != T_STRING)
		return parse_unexpected(p, "a file's name");
	if (!(name = arena_strndup(p->arena, p->t.text, p->t.len)))
		return parse_nomem(p);
	name_decode(name);
	m->files[index] = name;
	parse_next(p);
	while (parse_accept(p, ','))
		if (parse_count(p, UINT64_MAX, &ignored))
			return -1;
	return 0;
}

#define LINE_MOST 1000000000 /* what a #line says can be more: no file has so many */

static int parse_position(struct parser *p, int *file, int *line, int *column)
{
	uint64_t f, l, c;

	if (parse_count(p, MAX_FILES, &f) || parse_count(p, UINT64_MAX, &l) || parse_count(p, UINT64_MAX, &c))
		return -1;
	*file = (int)f;
	*line = (int)(l < LINE_MOST ? l : LINE_MOST);
	*column = (int)(c < LINE_MOST ? c : LINE_MOST);
	return 0;
}

/* The .loc of the call site, which comes shortly before; -1 if not found. */
static int find_call_site(const struct parser *p, int index)
{
	const struct ptx_loc *locs = p->m->locs, *inner = &locs[index];
	int reach = index - CALL_SITE_REACH;

	vm_assert(p->f && index >= 0 && (size_t)index < p->m->nlocs);
	for (int i = index - 1; i >= p->f->first_loc && i >= reach; i--)
		if (locs[i].file == inner->inlined_file && locs[i].line == inner->inlined_line
		    && locs[i].column == inner->inlined_column)
			return i;
	return -1;
}

/* function_name LABEL, inlined_at FILE LINE COLUMN */
static int parse_inlined(struct parser *p, struct ptx_loc *loc)
{
	int64_t offset;

	while (parse_accept(p, ',')) {
		if (token_is(&p->t, "function_name")) {
			parse_next(p);
			if (p->t.kind != T_IDENT)
				return parse_unexpected(p, "a label of .debug_str");
			if (!(loc->function = arena_strndup(&p->work, p->t.text, p->t.len)))
				return parse_nomem(p);
			parse_next(p);
			if (parse_signed_terms(p, &offset))
				return -1;
		} else if (token_is(&p->t, "inlined_at")) {
			parse_next(p);
			if (parse_position(p, &loc->inlined_file, &loc->inlined_line, &loc->inlined_column))
				return -1;
		} else {
			return parse_unexpected(p, "function_name or inlined_at");
		}
	}
	return 0;
}

int parse_loc(struct parser *p)
{
	struct ptx_loc *loc = arena_push(p->arena, &p->m->locs, &p->m->nlocs, &p->cap_locs, sizeof *loc);

	if (!loc)
		return parse_nomem(p);
	loc->outer = -1;
	loc->text_line = p->t.line;
	if (parse_position(p, &loc->file, &loc->line, &loc->column) || parse_inlined(p, loc))
		return -1;
	p->loc = (int)p->m->nlocs - 1;
	if (loc->inlined_line)
		loc->outer = find_call_site(p, p->loc);
	vm_assert(loc->outer < p->loc); /* so that every chain ends */
	return 0;
}

/* ---- .section --------------------------------------------------------------------- */

/* .b8 102,111,111,0: the string's bytes go to out. */
static int parse_bytes(struct parser *p, struct buf *out)
{
	uint64_t byte;

	do {
		if (parse_count(p, 255, &byte))
			return -1;
		if (byte)
			buf_putc(out, (char)byte);
	} while (parse_accept(p, ','));
	return 0;
}

/* The names that .loc's function_name refers to: label, bytes, label, bytes, ... */
static int parse_debug_str(struct parser *p, struct buf *bytes)
{
	bool taken;

	while (!parse_accept(p, '}')) {
		struct token label = p->t;
		struct symbol *s;

		if (parse_expect(p, T_IDENT, "a label") || parse_expect(p, ':', "':'"))
			return -1;
		buf_clear(bytes);
		while (parse_accept_directive(p, "b8"))
			if (parse_bytes(p, bytes))
				return -1;
		s = names_declare(&p->strings, label.text, label.len, SYM_LABEL, false, &taken);
		if (taken)
			return parse_error(p, label.line, -1, "'%.*s' is declared twice",
					   (int)label.len, label.text);
		if (!s || bytes->failed || !(s->name = arena_strdup(p->arena, buf_text(bytes))))
			return parse_nomem(p);
	}
	return 0;
}

int parse_section(struct parser *p)
{
	struct buf bytes = BUF_INIT;
	struct token name = p->t;
	int result;

	if (name.kind != T_DOTTED && name.kind != T_IDENT)
		return parse_unexpected(p, "a section's name");
	parse_next(p);
	if (p->t.kind != '{')
		return parse_unexpected(p, "'{'");
	p->has_entries |= token_is(&name, "debug_info");
	if (!token_is(&name, "debug_str")) {
		if (!lex_skip_braces(&p->lx))
			return parse_error(p, name.line, -1, "the section .%.*s is not closed",
					   (int)name.len, name.text);
		parse_next(p);
		return 0;
	}
	parse_next(p);
	result = parse_debug_str(p, &bytes);
	buf_release(&bytes);
	return result;
}

/* ---- places ------------------------------------------------------------------------- */

struct position { int file, line, column; };

/* True for warpbook's copy of a single kernel for a compilation: the learner has no such file. */
static bool is_copy(const char *path)
{
	return strstr(path, "/warpbook-compile") || !strncmp(path, "./inc/", 6);
}

/* For each file of the module: does its path belong to the program's own? NULL: out of memory. */
static bool *files_own(const struct ptx_module *m)
{
	bool *own = calloc(m->nfiles + 1, sizeof *own);

	for (size_t i = 0; own && i < m->nfiles; i++)
		own[i] = m->files[i] && strchr(m->files[i], '/') && !path_is_foreign(m->files[i]) && !is_copy(m->files[i]);
	return own;
}

static bool is_own(const struct ptx_module *m, const bool *own, int file, int main_file)
{
	return file == main_file || (file >= 0 && (size_t)file < m->nfiles && own && own[file]);
}

/* The innermost line of the chain in one of the program's own files; line 0 if none is. */
static struct position chain_place(const struct ptx_module *m, const bool *own, int loc, int main_file)
{
	for (int i = loc; i >= 0; i = m->locs[i].outer) {
		const struct ptx_loc *l = &m->locs[i];

		vm_assert((size_t)i < m->nlocs && l->outer < i);
		if (l->line && is_own(m, own, l->file, main_file))
			return (struct position){ l->file, l->line, l->column };
		if (l->outer < 0 && l->inlined_line && is_own(m, own, l->inlined_file, main_file))
			return (struct position){ l->inlined_file, l->inlined_line, l->inlined_column };
	}
	return (struct position){ 0, 0, 0 };
}

void places_resolve(struct parser *p)
{
	struct ptx_module *m = p->m;
	bool *own = files_own(m);

	for (size_t i = 0; i < m->nlocs; i++) {
		const char *label = m->locs[i].function;
		struct symbol *s = label ? names_find(&p->strings, label, strlen(label)) : NULL;

		m->locs[i].function = s ? s->name : NULL;
	}
	if (p->has_entries)
		inlined_resolve(m, p->text, p->len);
	for (size_t k = 0; k < m->nfunctions; k++) {
		const struct ptx_function *f = m->functions[k];
		struct position last = { 0, 0, 0 };

		vm_assert(f->first_loc <= f->end_loc && (size_t)f->end_loc <= m->nlocs);
		for (int i = f->first_loc; i < f->end_loc; i++) {
			struct ptx_loc *l = &m->locs[i];
			struct position place = chain_place(m, own, i, m->locs[f->first_loc].file);

			if (place.line)
				last = place;
			else if (!last.line)
				place = (struct position){ l->file, l->line, l->column };
			else
				place = last;
			l->place_file = place.file;
			l->place_line = place.line;
			l->place_column = place.column;
		}
	}
	free(own);
}

struct ptx_place ptx_instr_place(const struct ptx_module *m, const struct ptx_instr *i)
{
	struct ptx_place place = { NULL, 0, 0 };

	if (!m->nlocs)
		return (struct ptx_place){ m->name, i->line, 0 };
	if (i->loc < 0)
		return place;
	vm_assert((size_t)i->loc < m->nlocs);
	place.line = m->locs[i->loc].place_line;
	place.column = m->locs[i->loc].place_column;
	if (place.line && (size_t)m->locs[i->loc].place_file < m->nfiles)
		place.file = m->files[m->locs[i->loc].place_file];
	return place;
}

int ptx_instr_frames(const struct ptx_module *m, const struct ptx_instr *i, struct ptx_frame frames[PTX_FRAMES])
{
	int at = i->loc, n = 0;

	vm_assert(at < 0 || (size_t)at < m->nlocs);
	while (at >= 0 && (m->locs[at].line != m->locs[i->loc].place_line || m->locs[at].file != m->locs[i->loc].place_file))
		at = m->locs[at].outer;
	for (; at >= 0 && n < PTX_FRAMES && m->locs[at].function && m->locs[at].inlined_line; at = m->locs[at].outer)
		frames[n++] = (struct ptx_frame){ m->locs[at].function, m->locs[at].inlined_line };
	return n;
}

bool ptx_instr_is_within(const struct ptx_module *m, const struct ptx_instr *i, const char *part, const char *other)
{
	for (int at = i->loc; at >= 0; at = m->locs[at].outer)
		if (m->locs[at].function && strstr(m->locs[at].function, part) && strstr(m->locs[at].function, other))
			return true;
	return false;
}

/* .file 1 "add.cu" at the start of a line; *name is the part between the quotes. */
static bool is_file_name(const char *at, const char *end, int index, const char **name, size_t *len)
{
	unsigned long long number = 0;
	const char *quote;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	if (end - at < 5 || memcmp(at, ".file", 5))
		return false;
	for (at += 5; at < end && (*at == ' ' || *at == '\t'); at++)
		;
	for (; at < end && *at >= '0' && *at <= '9'; at++)
		number = number * 10 + (unsigned)(*at - '0');
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	if (at == end || *at != '"' || number != (unsigned long long)index)
		return false;
	*name = at + 1;
	quote = memchr(*name, '"', (size_t)(end - *name));
	*len = (size_t)((quote ? quote : *name) - *name);
	return quote != NULL;
}

/*
 * During parsing neither chains nor files are complete, because compilers write .file
 * at the end. So this uses the last line in the function's main file, and searches
 * the lines of the text for the file's name, each once: a hostile text may have millions.
 */
static bool find_file_name(const struct parser *p, int index, const char **name, size_t *len)
{
	const char *end = p->text + p->len;

	for (const char *at = p->text; at && at < end; at = (at = memchr(at, '\n', (size_t)(end - at))) ? at + 1 : NULL)
		if (is_file_name(at, end, index, name, len))
			return true;
	return false;
}

int place_find(const struct parser *p, int loc, char *file, size_t size)
{
	const struct ptx_module *m = p->m;
	int i = loc;
	const char *name;
	size_t len;

	while (i > 0 && !m->locs[i].line)
		i--;
	for (int k = i; k >= 0; k = m->locs[k].outer)
		i = k;
	if (i < 0 || !m->locs[i].line || !find_file_name(p, m->locs[i].file, &name, &len))
		return 0;
	snprintf(file, size, "%.*s", len < size ? (int)len : (int)size - 1, name);
	name_decode(file);
	return m->locs[i].line;
}
