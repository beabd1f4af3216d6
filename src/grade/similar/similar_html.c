/*
 * similar_html.c - both sources of each alike pair, side by side, on one self-contained page.
 *
 * Equal runs of words have a colour, the same on both sides. Code given by the task is dim. A bar at a line's left means that
 * the compiler's output for it also occurs in the other file.
 */
#include "config.h"

#include "grade/similar/similar.h"

#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"

#define PAIRS_MOST   100  /* on the page */
#define LINES_MOST   2000 /* of a file */
#define COLUMNS_MOST 300  /* of a line: bytes */
#define WORDS_MOST   4000 /* of a file, in which equal runs are searched */
#define TILE_LEAST   8    /* words */
#define TILES_MOST   60
#define COLOURS      8

static const char style[] =
	":root{color-scheme:light dark;--paper:#fdfcf9;--ink:#22262b;--dim:#6a6f75;--line:#d9d6cd;--bar:#a8321f;"
	"--c0:#ffe08a;--c1:#c6e6b8;--c2:#cfe0f7;--c3:#f3cfe3;--c4:#ffd2b3;--c5:#d9d2f5;--c6:#bfe8e4;--c7:#e6dfb8}"
	"@media(prefers-color-scheme:dark){:root{--paper:#16191d;--ink:#dcdfe3;--dim:#959da6;--line:#363c44;--bar:#f09a86;"
	"--c0:#5a4710;--c1:#22482a;--c2:#1f3c5c;--c3:#56263f;--c4:#5a3416;--c5:#3a3163;--c6:#134944;--c7:#47431c}}"
	"body{margin:0 auto;max-width:110rem;padding:0 1rem 3rem;background:var(--paper);color:var(--ink);font:1rem/1.5 "
	"system-ui,sans-serif}table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .9rem .2rem 0;border-bottom:1px "
	"solid var(--line)}td.n{text-align:right}.pair{display:grid;grid-template-columns:1fr "
	"1fr;gap:1rem}@media(max-width:60rem){.pair{grid-template-columns:1fr}}"
	".pair>div{min-width:0}pre{overflow-x:auto;border:1px solid var(--line);padding:.5rem 0;margin:.3rem 0;font:.85rem/1.4 "
	"monospace}pre span.l{display:block;border-left:.3rem solid transparent;padding-left:.5rem;min-height:1.4em}pre "
	"span.k{border-left-color:var(--bar)}i{font-style:normal;color:var(--dim)}.scroll{overflow-x:auto}summary{cursor:pointer;padding:.4rem 0}"
	"b.t0{background:var(--c0)}b.t1{background:var(--c1)}b.t2{background:var(--c2)}b.t3{background:var(--c3)}"
	"b.t4{background:var(--c4)}b.t5{background:var(--c5)}b.t6{background:var(--c6)}b.t7{background:var(--c7)}b{font-weight:inherit}";

static void put_text(struct buf *out, const char *text, size_t n)
{
	struct buf clean = BUF_INIT;

	text_sanitise(text, n, &clean);
	for (const char *p = buf_text(&clean); *p; p++)
		if (*p == '<')
			buf_puts(out, "&lt;");
		else if (*p == '>')
			buf_puts(out, "&gt;");
		else if (*p == '&')
			buf_puts(out, "&amp;");
		else if (*p == '"')
			buf_puts(out, "&quot;");
		else
			buf_putc(out, *p);
	out->failed |= clean.failed;
	buf_release(&clean);
}

static void put_owner(struct buf *out, const struct similar_file *f)
{
	if (f->from) {
		put_text(out, path_base(f->from), strlen(path_base(f->from)));
		buf_putc(out, '/');
	}
	put_text(out, f->whose, strlen(f->whose));
}

/* ---- one side -------------------------------------------------------------------------------------- */

struct side {
	const struct similar_file *file;
	struct buf text;
	struct normal row;
	unsigned char *marks;   /* by byte of the text: 1 + colour, DIM if the task gives it, or 0 */
	bool *lines; size_t nlines; /* by line from 1: the other file has the same compiler output */
};
#define DIM 255

static int side_open(struct side *s, const struct similar_file *f, struct arena *arena)
{
	s->file = f;
	if (file_read(f->path, SOURCE_MAX_BYTES, &s->text, NULL))
		buf_puts(&s->text, _("(the file cannot be read any more)"));
	if ((grade_is_python(f->path) ? normal_read_python : normal_read)(buf_text(&s->text), s->text.len, arena, &s->row))
		return -1;
	s->row.n = s->row.n > WORDS_MOST ? WORDS_MOST : s->row.n;
	s->nlines = LINES_MOST + 1;
	s->marks = arena_array(arena, s->text.len + 1, 1);
	s->lines = arena_array(arena, s->nlines + 1, sizeof *s->lines);
	return s->marks && s->lines ? 0 : -1;
}

static void mark_words(struct side *s, size_t first, size_t n, int mark)
{
	size_t from = s->row.words[first].at, end = s->row.words[first + n - 1].at + s->row.words[first + n - 1].len;

	memset(s->marks + from, mark, end - from);
}

/* A word counts as given if every run that contains it does. */
static void mark_given(struct side *s, const struct similar_exercise *x, struct arena *arena)
{
	bool *own = arena_array(arena, s->row.n + 1, sizeof *own);

	for (size_t i = 0; own && i + NORMAL_RUN <= s->row.n; i++) {
		struct normal run = { s->row.words + i, NORMAL_RUN, false };
		struct arena scratch = { 0 };
		struct prints p;

		if (normal_prints(&run, &scratch, &p) == 0 && !prints_have(&x->given[0].prints[BY_WORDS], p.list[0].hash) &&
		    !prints_have(&x->given[1].prints[BY_WORDS], p.list[0].hash))
			memset(own + i, true, NORMAL_RUN);
		arena_release(&scratch);
	}
	for (size_t i = 0; own && i < s->row.n; i++)
		if (!own[i])
			mark_words(s, i, 1, DIM);
}

static void mark_lines(struct side *s, const struct similar_file *other)
{
	const struct prints *p = &s->file->prints[BY_CODE];

	for (size_t i = 0; i < p->n; i++)
		if (p->list[i].line > 0 && (size_t)p->list[i].line < s->nlines &&
		    prints_have(&other->prints[BY_CODE], p->list[i].hash))
			s->lines[p->list[i].line] = true;
}

static void put_line(struct buf *out, const struct side *s, size_t from, size_t end)
{
	size_t cut = end - from > COLUMNS_MOST ? from + COLUMNS_MOST : end;

	for (size_t i = from, run; i < cut; i = run) {
		unsigned char mark = s->marks[i];

		for (run = i; run < cut && s->marks[run] == mark;)
			run++;
		if (mark == DIM)
			buf_puts(out, "<i>");
		else if (mark)
			buf_printf(out, "<b class=\"t%d\">", mark - 1);
		put_text(out, s->text.data + i, run - i);
		buf_puts(out, mark == DIM ? "</i>" : mark ? "</b>" : "");
	}
	if (cut < end)
		buf_puts(out, " <i>...</i>");
}

static void put_side(struct buf *out, const struct side *s)
{
	size_t at = 0, line = 1;

	buf_puts(out, "<div><strong>");
	put_owner(out, s->file);
	buf_puts(out, "</strong> <i>");
	put_text(out, s->file->path, strlen(s->file->path));
	buf_puts(out, "</i><pre tabindex=\"0\">");
	for (; at < s->text.len && line <= LINES_MOST; line++) {
		const char *newline = memchr(s->text.data + at, '\n', s->text.len - at);
		size_t end = newline ? (size_t)(newline - s->text.data) : s->text.len;

		buf_printf(out, "<span class=\"l%s\">", s->lines[line] ? " k" : "");
		put_line(out, s, at, end);
		buf_puts(out, "</span>");
		at = end + 1;
	}
	buf_puts(out, at < s->text.len ? "<i>...</i></pre></div>\n" : "</pre></div>\n");
}

/* ---- a pair, the page ---------------------------------------------------------------------------------- */

static void put_percent(struct buf *out, double share)
{
	if (share < 0)
		buf_puts(out, "-");
	else
		buf_printf(out, "%.0f&#8239;%%", share * 100);
}

static int put_pair(struct buf *out, const struct similar_exercise *x, const struct similar_pair *p)
{
	struct arena arena = { 0 };
	struct side a = { 0 }, b = { 0 };
	struct tile *tiles;
	size_t n;
	int status = side_open(&a, p->a, &arena) || side_open(&b, p->b, &arena) ||
		     normal_tiles(&a.row, &b.row, TILE_LEAST, TILES_MOST, &arena, &tiles, &n);

	for (size_t i = 0; !status && i < n; i++) {
		mark_words(&a, tiles[i].first_a, tiles[i].n, 1 + (int)(i % COLOURS));
		mark_words(&b, tiles[i].first_b, tiles[i].n, 1 + (int)(i % COLOURS));
	}
	if (!status) {
		mark_given(&a, x, &arena);
		mark_given(&b, x, &arena);
		mark_lines(&a, p->b);
		mark_lines(&b, p->a);
		buf_puts(out, "<details><summary>");
		put_text(out, x->x->id, strlen(x->x->id));
		buf_puts(out, x->python ? " (Python): " : ": ");
		put_owner(out, p->a);
		buf_puts(out, _(" and "));
		put_owner(out, p->b);
		buf_puts(out, _(", words "));
		put_percent(out, p->share[BY_WORDS]);
		buf_puts(out, _(", code "));
		put_percent(out, p->share[BY_CODE]);
		buf_puts(out, p->same_row ? _(", the same except for names, numbers and layout") : "");
		buf_puts(out, "</summary><div class=\"pair\">\n");
		put_side(out, &a);
		put_side(out, &b);
		buf_puts(out, "</div></details>\n");
	}
	buf_release(&a.text);
	buf_release(&b.text);
	arena_release(&arena);
	return status ? -1 : 0;
}

static void put_exercise(struct buf *out, const struct similar_exercise *x)
{
	buf_puts(out, "<tr><td>");
	put_text(out, x->x->id, strlen(x->x->id));
	buf_puts(out, x->python ? " (Python)" : "");
	buf_printf(out, "</td><td class=\"n\">%zu</td><td class=\"n\">%zu</td>", x->n, x->compared);
	if (x->too_short) {
		buf_puts(out, "<td colspan=\"5\">");
		buf_puts(out, _("too short to tell"));
		buf_puts(out, "</td></tr>\n");
		return;
	}
	buf_printf(out, "<td class=\"n\">%zu</td>", x->nalike);
	for (int way = 0; way < SIMILAR_WAYS; way++) {
		buf_puts(out, "<td class=\"n\">");
		put_percent(out, x->independent[way]);
		buf_puts(out, "</td><td class=\"n\">");
		put_percent(out, x->threshold[way] > 1 ? -1 : x->threshold[way]);
		buf_puts(out, "</td>");
	}
	buf_puts(out, "</tr>\n");
}

/* "05_shared_memory/smooth: 11 students, one source: ann, ben, ..." */
static void put_rings(struct buf *out, const struct similar_exercise *x)
{
	for (size_t i = 0; i < x->nrings; i++) {
		const struct similar_ring *r = &x->rings[i];

		buf_puts(out, "<p>");
		put_text(out, x->x->id, strlen(x->x->id));
		buf_printf(out, _("%s: <strong>%zu students, one source</strong>: "), x->python ? " (Python)" : "", r->n);
		for (size_t k = 0; k < r->n; k++) {
			buf_puts(out, k ? ", " : "");
			put_owner(out, r->files[k]);
		}
		buf_puts(out, "</p>\n");
	}
}

int similar_html(const struct similar *s, const char *title, struct buf *out, struct error *err)
{
	static const char *const heads[] = {
		N_("exercise"), N_("files"), N_("pairs"), N_("alike"), N_("words: independent answers"), N_("alike from"),
		N_("code: independent answers"), N_("alike from"),
	};
	size_t shown = 0, all = 0;

	buf_printf(out, "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
		   "content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\"><title>%s</title>"
		   "<style>", language_now() ? language_now() : "en", _("Similar submissions"));
	buf_puts(out, style);
	buf_printf(out, "</style></head><body><h1>%s</h1>\n<p>", _("Similar submissions"));
	put_text(out, title, strlen(title));
	buf_printf(out, "</p><p>%s</p>\n<div class=\"scroll\" tabindex=\"0\"><table><tr>",
		   _("Being alike is no proof: look at both before you speak to anyone. What the task gives is dim and does not "
		     "count. Equal runs of words have the same colour on both sides. A bar at a line's left says that the "
		     "compiler made something of it that the other file has too."));
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		buf_printf(out, "<th>%s</th>", _(heads[i]));
	buf_puts(out, "</tr>\n");
	for (size_t i = 0; i < s->n; i++)
		if (s->exercises[i].n > 1)
			put_exercise(out, &s->exercises[i]);
	buf_puts(out, "</table></div>\n");
	for (size_t i = 0; i < s->n; i++)
		put_rings(out, &s->exercises[i]);
	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->exercises[i].npairs; k++) {
			if (!s->exercises[i].pairs[k].alike || s->exercises[i].too_short)
				continue;
			all++;
			if (shown < PAIRS_MOST && ++shown && put_pair(out, &s->exercises[i], &s->exercises[i].pairs[k]))
				return error_nomem(err);
		}
	if (all > shown)
		buf_printf(out, _("<p>%zu more pairs are alike; the page shows %zu.</p>\n"), all - shown, shown);
	buf_puts(out, "</body></html>\n");
	return 0;
}
