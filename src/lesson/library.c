/* library.c - collects the texts, and finds words in them: see library.h. */
#include "config.h"

#include "lesson/library.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "catalog/catalog.h"
#include "desk/notes.h"
#include "lesson/flow.h"
#include "lesson/internal.h"

#define WIDTH_ANY  1000000
#define BULLET     "• "
#define WORDS_MOST 12
#define WORD_BYTES 64

/* ---- texts ------------------------------------------------------------------------- */

static void add_blank(struct buf *out)
{
	if (out->len && out->data[out->len - 1] != ' ')
		buf_putc(out, ' ');
}

/* Adds all of it, and joins blanks into one. */
static void add_text(const char *text, struct buf *out)
{
	for (; text && *text; text++) {
		if (strchr(" \t\n", *text))
			add_blank(out);
		else
			buf_putc(out, *text);
	}
}

/* Adds prose, without its markup. */
static void add_prose(const char *text, struct buf *out)
{
	struct arena arena = { 0 };
	struct flow f = { .a = &arena, .width = WIDTH_ANY };

	if (!text)
		return;
	markup_flow(&f, STYLE_PLAIN, text, 0);
	for (size_t i = 0; i < f.nlines; i++) {
		add_blank(out);
		for (size_t k = 0; k < f.lines[i].nspans; k++)
			add_text(f.lines[i].spans[k].text + (strncmp(f.lines[i].spans[k].text, BULLET, strlen(BULLET)) ? 0 :
							     strlen(BULLET)), out);
	}
	out->failed |= arena.failed;
	arena_release(&arena);
}

void step_words(const struct step *s, bool answers, struct buf *out)
{
	if (s->kind == STEP_CODE || s->kind == STEP_EXPERIMENT)
		add_text(s->text, out);
	else
		add_prose(s->text, out);
	add_prose(s->caption, out);
	for (size_t i = 0; i < s->nchoices; i++) {
		add_prose(s->choices[i].text, out);
		if (answers)
			add_prose(s->choices[i].why, out);
	}
	for (size_t i = 0; i < s->norder + (answers && s->nblank); i++) {
		add_blank(out);
		add_text(i < s->norder ? s->order[i] : s->blank[0], out);
	}
	if (answers)
		add_prose(s->why, out);
	for (size_t i = 0; i < s->npoints; i++)
		add_prose(s->points[i], out);
	for (size_t i = 0; i < s->table.rows * s->table.cols; i++) {
		add_blank(out);
		add_prose(s->table.cells[i], out);
	}
	for (size_t i = 0; i < s->npictures; i++)
		add_prose(s->pictures[i].title, out);
}

/* ---- gathering ------------------------------------------------------------------------ */

struct gathering { struct library *l; size_t cap; };

/* Takes over the text, which may be empty, and empties it. */
static void reading_add(struct gathering *g, struct reading r, struct buf *text)
{
	struct reading *place = arena_push(&g->l->arena, &g->l->readings, &g->l->nreadings, &g->cap, sizeof *place);

	r.text = arena_strdup(&g->l->arena, buf_text(text));
	r.title = r.title ? arena_strdup(&g->l->arena, r.title) : "";
	if (text->failed)
		g->l->arena.failed = true;
	buf_clear(text);
	if (place)
		*place = r;
}

static void gather_terms(struct gathering *g)
{
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < g->l->glossary->nterms; i++) {
		const struct term *t = &g->l->glossary->terms[i];

		add_prose(t->text, &text);
		for (size_t k = 0; k < t->nforms; k++) {
			if (!k)
				buf_printf(&text, " %s ", _("Also:"));
			buf_printf(&text, "%s%s", k ? ", " : "", t->forms[k]);
		}
		reading_add(g, (struct reading){ .kind = READING_TERM, .title = t->name }, &text);
	}
	buf_release(&text);
}

static void gather_steps(struct gathering *g, const char *id)
{
	struct buf text = BUF_INIT, title = BUF_INIT;
	struct lesson *l;
	struct error ignored;

	if (lesson_open(&l, id, &ignored))
		return;
	for (size_t i = 0; i < l->nsteps; i++) {
		step_words(&l->steps[i], false, &text);
		buf_clear(&title);
		add_prose(step_title(&l->steps[i]), &title);
		if (l->steps[i].kind != STEP_EXERCISE) /* its task is a separate text */
			reading_add(g, (struct reading){ .kind = READING_STEP, .lesson = id, .step = (int)i + 1,
							 .title = title.len ? buf_text(&title) : l->title }, &text);
		buf_clear(&text);
	}
	lesson_close(l);
	buf_release(&title);
	buf_release(&text);
}

static void gather_exercise(struct gathering *g, const char *lesson, const char *id)
{
	struct buf text = BUF_INIT, task = BUF_INIT;
	struct exercise *e;
	struct error ignored;

	if (exercise_open(&e, id, &ignored))
		return;
	exercise_task_text(e, &task);
	add_prose(buf_text(&task), &text);
	reading_add(g, (struct reading){ .kind = READING_TASK, .lesson = lesson, .exercise = id, .title = e->title }, &text);
	for (int i = 0; i < 3; i++) {
		if (!e->hints[i])
			continue;
		add_prose(e->hints[i], &text);
		reading_add(g, (struct reading){ .kind = READING_HINT, .lesson = lesson, .exercise = id, .hint = i + 1,
						 .title = e->title },
			    &text);
	}
	exercise_close(e);
	buf_release(&task);
	buf_release(&text);
}

static int gather(struct gathering *g, struct error *err)
{
	struct arena *a = &g->l->arena;
	struct catalog c;
	const char **ids;
	size_t n;

	if (glossary_open(&g->l->glossary, err) || lesson_list(a, &ids, &n, err) || catalog_open(&c, err))
		return -1;
	gather_terms(g);
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(ids[i]);

		gather_steps(g, ids[i]);
		for (size_t k = 0; k < c.nids; k++)
			if (!strncmp(c.ids[k], ids[i], len) && c.ids[k][len] == '/')
				gather_exercise(g, ids[i], arena_strdup(a, c.ids[k]));
	}
	catalog_release(&c);
	return a->failed ? error_nomem(err) : 0;
}

int library_open(struct library **out, struct error *err)
{
	struct gathering g = { .l = calloc(1, sizeof *g.l) };

	*out = NULL;
	if (!g.l)
		return error_nomem(err);
	if (gather(&g, err)) {
		library_close(g.l);
		return -1;
	}
	*out = g.l;
	return 0;
}

/* A part extends to the next heading, of any level. */
static void gather_notes(struct gathering *g, const char *lesson, const char *text)
{
	struct buf part = BUF_INIT, title = BUF_INIT;

	while (*text) {
		size_t n = strcspn(text, "\n"), signs = strspn(text, "#");

		if (signs && text[signs] == ' ') {
			if (part.len)
				reading_add(g, (struct reading){ .kind = READING_NOTE, .lesson = lesson,
								 .title = buf_text(&title) }, &part);
			buf_clear(&title);
			buf_append(&title, text + signs + 1, n - signs - 1);
		} else if (n) {
			add_blank(&part);
			buf_append(&part, text, n);
		}
		text += n + (text[n] == '\n');
	}
	if (part.len)
		reading_add(g, (struct reading){ .kind = READING_NOTE, .lesson = lesson, .title = buf_text(&title) }, &part);
	buf_release(&part);
	buf_release(&title);
}

int library_notes(struct library **out, const struct workspace *w, struct error *err)
{
	struct gathering g = { .l = calloc(1, sizeof *g.l) };
	struct buf text = BUF_INIT;
	const char **ids;
	char path[PATH_MAX];
	size_t n = 0;

	*out = NULL;
	if (!g.l)
		return error_nomem(err);
	if (w->root[0] && lesson_list(&g.l->arena, &ids, &n, err)) {
		library_close(g.l);
		return -1;
	}
	/* Leaves out an unreadable file: the key `N` shows the reason. */
	for (size_t i = 0; i < n; i++) {
		buf_clear(&text);
		if (notes_exist(w, ids[i]) && !notes_path(w, ids[i], path, sizeof path) &&
		    !file_read(path, NOTES_MAX_BYTES, &text, NULL))
			gather_notes(&g, ids[i], buf_text(&text));
	}
	buf_release(&text);
	if (g.l->arena.failed) {
		library_close(g.l);
		return error_nomem(err);
	}
	*out = g.l;
	return 0;
}

void library_close(struct library *l)
{
	if (!l)
		return;
	if (l->glossary)
		glossary_close(l->glossary);
	arena_release(&l->arena);
	free(l);
}

/* ---- searching --------------------------------------------------------------------------- */

struct query { char words[WORDS_MOST][WORD_BYTES], phrase[WORDS_MOST * WORD_BYTES]; size_t n; };

static void query_read(struct query *q, const char *text)
{
	size_t used = 0;

	memset(q, 0, sizeof *q);
	while (q->n < WORDS_MOST) {
		size_t len;

		text += strspn(text, " \t\n");
		len = strcspn(text, " \t\n");
		if (!len)
			return;
		for (size_t i = 0; i < len && i + 1 < WORD_BYTES; i++)
			q->words[q->n][i] = (char)tolower((unsigned char)text[i]);
		used += (size_t)snprintf(q->phrase + used, sizeof q->phrase - used, "%s%s", q->n ? " " : "", q->words[q->n]);
		q->n++;
		text += len;
	}
}

static bool is_inside_word(const char *text, const char *at)
{
	return at > text && (isalnum((unsigned char)at[-1]) || (unsigned char)at[-1] >= 0x80) &&
	       (isalnum((unsigned char)*at) || (unsigned char)*at >= 0x80);
}

/* The place where `word`, in small letters, begins a word of the text; NULL: none. */
static const char *find(const char *text, const char *word)
{
	for (const char *at = text; *at; at++) {
		size_t i = 0;

		while (word[i] && tolower((unsigned char)at[i]) == (unsigned char)word[i])
			i++;
		if (!word[i] && !is_inside_word(text, at))
			return at;
	}
	return NULL;
}

enum rank { IN_TITLE, SIDE_BY_SIDE, APART, NOT_THERE };

static enum rank rank_of(const struct reading *r, const struct query *q, size_t *at)
{
	const char *phrase = find(r->text, q->phrase), *first = NULL;
	bool titled = true;

	for (size_t i = 0; i < q->n; i++) {
		const char *in_text = find(r->text, q->words[i]);
		bool in_title = find(r->title, q->words[i]) != NULL;

		if (!in_text && !in_title)
			return NOT_THERE;
		first = !first ? in_text : first;
		titled = titled && in_title;
	}
	first = phrase ? phrase : first;
	*at = first ? (size_t)(first - r->text) : 0;
	return titled ? IN_TITLE : phrase ? SIDE_BY_SIDE : APART;
}

int library_search(const struct library *l, const char *words, hints_seen *seen, void *ctx, struct arena *a, struct found **list,
		   size_t *n, struct error *err)
{
	struct query q;
	enum rank *ranks = calloc(l->nreadings + 1, sizeof *ranks);
	size_t *at = calloc(l->nreadings + 1, sizeof *at), cap = 0;
	struct found *f;

	*list = NULL;
	*n = 0;
	query_read(&q, words);
	for (size_t i = 0; ranks && at && i < l->nreadings; i++) {
		const struct reading *r = &l->readings[i];

		ranks[i] = q.n == 0 || (r->kind == READING_HINT && r->hint > seen(ctx, r->exercise)) ? NOT_THERE :
			   rank_of(r, &q, &at[i]);
	}
	for (enum rank rank = IN_TITLE; ranks && at && rank < NOT_THERE; rank++)
		for (size_t i = 0; i < l->nreadings; i++)
			if (ranks[i] == rank && (f = arena_push(a, list, n, &cap, sizeof *f)))
				*f = (struct found){ &l->readings[i], at[i] };
	free(at);
	a->failed |= !ranks || !at;
	free(ranks);
	return a->failed ? error_nomem(err) : 0;
}

int found_join(struct found **list, size_t *n, const struct found *more, size_t nmore, struct arena *a, struct error *err)
{
	struct found *all = arena_array(a, *n + nmore + 1, sizeof *all);

	if (!all)
		return error_nomem(err);
	if (*n)
		memcpy(all, *list, *n * sizeof *all);
	if (nmore)
		memcpy(all + *n, more, nmore * sizeof *all);
	*list = all;
	*n += nmore;
	return 0;
}

/* Only whole words: a third of the width before the match, and as many after it as fit. */
void found_excerpt(const struct found *f, int width, struct buf *out)
{
	const char *text = f->reading->text, *from = text + f->at, *word;
	struct buf line = BUF_INIT;
	int room = width / 3;

	while (from > text && from - text + room > (long)f->at)
		from--;
	while (from > text && from[-1] != ' ')
		from++;
	if (from > text + f->at)
		from = text + f->at;
	buf_puts(&line, from > text ? "... " : "");
	for (word = from; *word; word += strspn(word, " ")) {
		size_t len = strcspn(word, " "), before = line.len;

		buf_append(&line, word, len);
		if (text_width(buf_text(&line)) > width - (word[len] ? 4 : 0)) {
			line.len = before;
			line.data[before] = '\0';
			break;
		}
		word += len;
		buf_puts(&line, *word ? " " : "");
	}
	buf_puts(&line, *word ? "..." : "");
	out->failed |= line.failed;
	buf_puts(out, buf_text(&line));
	buf_release(&line);
}

void reading_place(const struct reading *r, struct buf *out)
{
	switch (r->kind) {
	case READING_TERM: buf_puts(out, _("glossary")); break;
	case READING_STEP: buf_printf(out, _("%s, step %d"), r->lesson, r->step); break;
	case READING_TASK: buf_puts(out, r->exercise); break;
	case READING_HINT: buf_printf(out, _("%s, hint %d"), r->exercise, r->hint); break;
	case READING_NOTE: buf_printf(out, _("notes on %s"), r->lesson); break;
	}
}

const struct reading *library_next_use(const struct library *l, const struct term *t, const struct reading *after)
{
	size_t i = after ? (size_t)(after - l->readings) + 1 : 0;

	for (; i < l->nreadings; i++) {
		const struct reading *r = &l->readings[i];

		if (r->kind == READING_STEP && (!after || strcmp(r->lesson, after->lesson)) &&
		    (term_occurs(t, r->text) || term_occurs(t, r->title)))
			return r;
	}
	return NULL;
}
