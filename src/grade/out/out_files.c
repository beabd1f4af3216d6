/* out_files.c - feedback for each student, and filled tables: see out.h. */
#include "config.h"

#include "grade/out/out.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/language.h"
#include "base/path.h"
#include "base/text.h"
#include "grade/in/csv.h"
#include "grade/in/names.h"
#include "grade/points.h"

#define NAME_BYTES 80

void out_file_name(const char *id, char *out, size_t size)
{
	char name[NAME_BYTES + 1], sha[65];
	size_t n = 0;
	bool same = *id != '\0';

	for (const char *p = id; *p && n < NAME_BYTES; p++) {
		unsigned char c = (unsigned char)*p;
		bool good = isalnum(c) || c >= 0x80 || (n && strchr("._-@+", c)) || c == '_';

		name[n++] = good ? (char)c : '_';
		same = same && good;
	}
	if (n == NAME_BYTES) { /* do not end in the middle of a character */
		while (n && ((unsigned char)name[n - 1] & 0xC0) == 0x80)
			n--;
		n -= n && (unsigned char)name[n - 1] >= 0xC0;
		same = false;
	}
	name[n] = '\0';
	hash_bytes(id, strlen(id), sha);
	snprintf(out, size, same ? "%s" : "%s-%.8s", name, sha);
}

int out_write_for(const char *folder, const char *id, const char *end, const struct buf *text, struct error *err)
{
	char name[NAME_BYTES + 32], path[4096], whole[NAME_BYTES + 64];

	out_file_name(id, name, sizeof name);
	snprintf(whole, sizeof whole, "%s%s", name, end);
	if (text->failed)
		return error_nomem(err);
	if (!path_join(path, sizeof path, folder, whole))
		return error_set(err, PARTY_MACHINE, "the folder's path is too long");
	return file_write(path, buf_text(text), text->len, err);
}

/* ---- Markdown --------------------------------------------------------------------------------------- */

static void put_words(struct buf *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\`*_[]<>#|&~!", *text))
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
}

/* Uses a fence longer than any in the text. */
static void put_fenced(struct buf *out, const char *text)
{
	size_t longest = 2, run = 0, n = strlen(text);

	for (const char *p = text; *p; p++) {
		run = *p == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	for (int side = 0; side < 2; side++) {
		for (size_t i = 0; i <= longest; i++)
			buf_putc(out, '`');
		buf_puts(out, side ? "\n" : "text\n");
		if (!side)
			buf_printf(out, "%s%s", text, n && text[n - 1] == '\n' ? "" : "\n");
	}
}

static void put_late(struct buf *out, const struct book_row *row)
{
	if (!row->g.late_days)
		return;
	buf_printf(out, tr_n("\nHanded in %d day late", "\nHanded in %d days late", (uint64_t)row->g.late_days),
		   row->g.late_days);
	if (row->g.grace_days)
		buf_printf(out, tr_n(", of which %d counts as grace", ", of which %d count as grace",
			   (uint64_t)row->g.grace_days),
			   row->g.grace_days);
	if (row->g.points < row->g.before_late) {
		buf_puts(out, ": ");
		csv_put_number(out, row->g.before_late);
		buf_puts(out, _(" points became "));
		csv_put_number(out, row->g.points);
	}
	buf_puts(out, ".\n");
}

static void put_speed(struct buf *out, const struct book_row *row)
{
	const struct speed_limits l = points_speed(&row->r, &row->t);
	struct buf text = BUF_INIT;

	if (!row->t.id)
		return;
	out_speed(&row->t, &text);
	buf_puts(out, _("\nSpeed, measured "));
	put_words(out, retold(buf_text(&text)));
	if (l.limits)
		buf_printf(out, _("; %d of %d limits of speed kept"), l.held, l.limits);
	buf_puts(out, ".\n");
	out->failed |= text.failed;
	buf_release(&text);
}

static void put_comments(struct buf *out, const struct book_row *row)
{
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < row->ncomments; i++) {
		buf_clear(&text);
		book_comment_text(&row->comments[i], row->g.source_sha256, retold, &text);
		buf_puts(out, i ? "* " : _("\nComments:\n\n* "));
		put_words(out, row->comments[i].author);
		buf_puts(out, ": ");
		put_words(out, buf_text(&text));
		buf_putc(out, '\n');
	}
	out->failed |= text.failed;
	buf_release(&text);
}

static void put_exercise(const struct assignment *a, struct buf *out, const struct book_row *row)
{
	struct buf report = BUF_INIT, note = BUF_INIT;

	buf_puts(out, "\n## ");
	put_words(out, row->g.exercise);
	buf_puts(out, "\n\n");
	if (row->known) {
		buf_puts(out, "**");
		csv_put_number(out, row->points);
		buf_puts(out, _(" of "));
		csv_put_number(out, row->g.possible);
		buf_puts(out, _(" points"));
		buf_puts(out, "**");
	} else if (book_is_open(&row->g)) {
		buf_puts(out, "**");
		out_open(a, row, out);
		buf_puts(out, _("**: the speed of your program is not measured yet. This is not your mistake"));
	} else {
		buf_puts(out, _("**Not graded yet**: the machine could not finish the check. This is not your mistake"));
	}
	if (row->r.id)
		buf_printf(out, _("; %d of %d cases are right"), row->r.right, row->r.cases);
	buf_puts(out, ".\n");
	put_speed(out, row);
	put_late(out, row);
	if (row->known && out_note(row, &note)) {
		buf_puts(out, _("\nNote: "));
		put_words(out, retold(buf_text(&note)));
		buf_puts(out, ".\n");
	}
	buf_release(&note);
	if (row->adjusted) {
		buf_puts(out, _("\nAdjusted by "));
		put_words(out, row->adjusted->author);
		buf_puts(out, ": ");
		put_words(out, row->adjusted->reason);
		buf_puts(out, ".\n");
	}
	put_comments(out, row);
	if (row->r.id) {
		buf_putc(out, '\n');
		out_report_of(a, row, &report);
		put_fenced(out, buf_text(&report));
		if (*row->picture.text) {
			buf_puts(out, row->picture.line ? _("\nWhat the line of the finding does to memory:\n\n") :
				 _("\nWhere the output is wrong:\n\n"));
			put_fenced(out, row->picture.text);
		}
	} else if (!strcmp(row->g.state, "missing")) {
		buf_puts(out, _("\nYou handed in no file for this exercise.\n"));
	}
	out->failed |= report.failed;
	buf_release(&report);
}

int out_feedback(const struct assignment *a, const struct book_view *v, const char *folder, struct error *err)
{
	struct buf text = BUF_INIT;
	struct student_rows s;
	int status = path_make_dirs(folder, err);

	for (size_t at = 0; !status && student_next(v, &at, &s);) {
		buf_clear(&text);
		buf_puts(&text, "# ");
		put_words(&text, a->title);
		buf_puts(&text, ": ");
		put_words(&text, s.name);
		buf_puts(&text, "\n\n");
		if (s.known) {
			csv_put_number(&text, s.points);
			buf_puts(&text, _(" of "));
			csv_put_number(&text, s.possible);
			buf_puts(&text, _(" points.\n"));
		} else {
			buf_puts(&text, s.graded ? _("The points for speed are still open.\n")
				   : _("Not all of it is graded yet.\n"));
		}
		for (size_t x = 0; x < a->nexercises; x++)
			if (student_row(v, &s, a->exercises[x].id))
				put_exercise(a, &text, student_row(v, &s, a->exercises[x].id));
		status = out_write_for(folder, s.id, ".md", &text, err);
		buf_clear(&text);
		out_html_student(a, v, &s, &text);
		if (!status)
			status = out_write_for(folder, s.id, ".html", &text, err);
	}
	buf_release(&text);
	return status;
}

/* ---- a platform's own table -------------------------------------------------------------------------------- */

/* Does this cell identify the student: by number, login, or name in any order? */
static bool names_student(const char *cell, const struct student_rows *s, const struct class_list *c, struct arena *arena)
{
	const char *bare = platforms_number(&c->platforms, cell), *id = platforms_number(&c->platforms, s->id);
	const char *plain = name_plain(bare, false, arena), *sorted = name_plain(bare, true, arena);
	const struct student *p;

	if (!plain[0])
		return false;
	if (!strcmp(plain, name_plain(id, false, arena)) || !strcmp(sorted, name_plain(id, true, arena)) ||
	    !strcmp(plain, name_plain(s->name, false, arena)) || !strcmp(sorted, name_plain(s->name, true, arena)))
		return true;
	p = class_sorted_find(c, s->id);
	for (size_t k = 0; p && k < p->naliases; k++)
		if (!strcmp(p->aliases[k], plain))
			return true;
	return false;
}

/*
 * The only student whom the row fits. *several: it fits more than one. roster.c has student_of() for the rows of times, which
 * looks in the class list; here the students are those of the gradebook, and the class list may lack some of them: without a
 * roster and a folder it is empty, and a student who left the class keeps the grades. Hence each cell is compared with every
 * student of the view, and a name that two students share fits neither.
 */
static bool find_student(const struct csv *t, const struct csv_row *row, int column, const struct book_view *v,
			 const struct class_list *c, struct arena *arena, struct student_rows *found, size_t *index,
			 bool *several)
{
	const size_t cells = row->n < t->rows[0].n ? row->n : t->rows[0].n;
	int parts[2];
	const char *name = class_name_in_parts(t, row, parts, arena);
	const bool in_parts = name && *name;

	*several = false;
	for (size_t k = 0; k < cells + in_parts; k++) {
		const char *cell = k < cells ? row->cells[k] : name;
		struct student_rows s;
		size_t hits = 0, number = 0;

		if (k < cells && ((int)k == column || !platforms_names_person(&c->platforms, t->rows[0].cells[k])))
			continue;
		if (in_parts && ((int)k == parts[0] || (int)k == parts[1])) /* another student may have that first name */
			continue;
		for (size_t at = 0; student_next(v, &at, &s); number++)
			if (names_student(cell, &s, c, arena)) {
				*found = s;
				*index = number;
				hits++;
			}
		if (hits == 1)
			return true;
		*several |= hits > 1;
	}
	return false;
}

static void put_row(struct buf *out, const struct csv *t, const struct csv_row *row, int column, const char *points)
{
	size_t n = row->n > (size_t)column ? row->n : (size_t)column + 1;

	for (size_t k = 0; k < (points ? n : row->n); k++) {
		if (k)
			buf_putc(out, t->separator);
		csv_put(out, points && (int)k == column ? points : csv_cell(row, (int)k), t->separator);
	}
	buf_puts(out, "\r\n");
}

static void list_name(struct arena *arena, const char ***list, size_t *n, size_t *cap, const char *text)
{
	const char **place = arena_push(arena, list, n, cap, sizeof *place);

	if (place)
		*place = arena_strdup(arena, text);
}

/* The cells that identify a student: for the list of rows that did not match. */
static const char *identifying_cells(const struct csv *t, const struct csv_row *row, const struct class_list *c,
				     struct arena *arena)
{
	struct buf text = BUF_INIT;
	const char *kept;

	for (size_t k = 0; k < row->n && k < t->rows[0].n; k++)
		if (platforms_names_person(&c->platforms, t->rows[0].cells[k]) && row->cells[k][0])
			buf_printf(&text, "%s%s", text.len ? ", " : "", row->cells[k]);
	kept = arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return kept ? kept : "";
}

static int fill_open(const char *path, const char *column, struct arena *arena, struct csv *t, int *at, struct error *err)
{
	if (csv_read(path, arena, t, err))
		return -1;
	*at = csv_column(t, column);
	if (*at >= 0)
		return 0;
	error_set(err, PARTY_LEARNER, "'%s' has no column '%s'", path, column);
	return error_remedy(err, "name it as its first row does; make the assignment on the platform and export the table again");
}

int out_fill_column(const char *path, const char *column, struct arena *arena, struct error *err)
{
	struct csv t;
	int at;

	return fill_open(path, column, arena, &t, &at, err) ? -1 : at;
}

int out_fill(const char *path, const char *column, const struct book_view *v, const struct class_list *c, struct arena *arena,
	     struct buf *out, struct filling *f, struct error *err)
{
	struct student_rows s;
	struct csv t;
	size_t nstudents = 0, index = 0;
	bool *done;
	int at;

	*f = (struct filling){ 0 };
	if (fill_open(path, column, arena, &t, &at, err))
		return -1;
	for (size_t i = 0; student_next(v, &i, &s);)
		nstudents++;
	done = arena_array(arena, nstudents + 1, sizeof *done);
	if (!done)
		return error_nomem(err);
	buf_puts(out, t.mark ? TEXT_MARK : "");
	put_row(out, &t, &t.rows[0], at, NULL);
	for (size_t i = 1; i < t.n; i++) {
		const struct csv_row *row = &t.rows[i];
		struct buf points = BUF_INIT;
		bool several, found = find_student(&t, row, at, v, c, arena, &s, &index, &several);

		if (found && s.known && !done[index]) {
			csv_put_number(&points, s.points);
			f->filled++;
		} else if (found ? done[index] : !platforms_is_nobody(&c->platforms, row->cells[0])) {
			list_name(arena, &f->unmatched_rows, &f->nrows, &f->row_cap, identifying_cells(&t, row, c, arena));
		}
		put_row(out, &t, row, at, points.len ? buf_text(&points) : NULL);
		if (found)
			done[index] = true;
		buf_release(&points);
	}
	index = 0;
	for (size_t i = 0; student_next(v, &i, &s); index++)
		if (!done[index] || !s.known)
			list_name(arena, &f->unmatched, &f->n, &f->cap,
				  done[index] ? arena_printf(arena, "%s (not graded)", s.id) : s.id);
	return arena->failed || out->failed ? error_nomem(err) : 0;
}
