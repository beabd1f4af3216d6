/* comment.c - an instructor's comments and rubric items: see book.h. */
#include "config.h"

#include <string.h>

#include "base/source.h"
#include "grade/book.h"
#include "grade/in/csv.h"

static int check_line(struct store *s, const struct book_row *row, int line, struct arena *arena, struct error *err)
{
	const char *text = NULL, *at;
	struct source source;
	size_t len;

	if (!line)
		return 0;
	if (*row->g.source_sha256 && store_source_read(s, row->g.source_sha256, arena, &text, err))
		return -1;
	if (!*row->g.source_sha256) {
		error_set(err, PARTY_LEARNER, "there is no file with a line %d: the exercise is '%s'", line, row->g.state);
		return error_word(err);
	}
	if (!text) /* graded before the gradebook kept texts */
		return 0;
	source = (struct source){ text, strlen(text) };
	at = line > 0 ? source_line(&source, line, &len) : NULL;
	if (at && !(at == source.text + source.len && !len))
		return 0;
	error_set(err, PARTY_LEARNER, "the file has no line %d", line);
	error_remedy(err, "`warpbook class --student ID --exercise EX` shows the file that counts");
	return error_word(err);
}

/* Takes the item's points and, without another text, its own. */
static int take_item(const struct assignment *a, const struct book_row *row, struct store_comment *c, struct error *err)
{
	const struct grade_item *item = assignment_item(a, c->item);

	if (!item || (item->exercise >= 0 && strcmp(a->exercises[item->exercise].id, c->exercise))) {
		error_set(err, PARTY_LEARNER, "the rubric of '%s' has no item '%s'%s", a->name, c->item,
			  item ? " for this exercise" : "");
		error_remedy(err, "add it to the assignment: `rubric = { { \"%.60s\", points = -1, text = \"...\" } }`", c->item);
		return error_word(err);
	}
	for (size_t i = 0; i < row->ncomments; i++)
		if (!strcmp(row->comments[i].item, c->item)) {
			error_set(err, PARTY_LEARNER, "'%s' has the item '%s' already: comment %lld", c->student, c->item,
				  (long long)row->comments[i].id);
			error_remedy(err, "take that one back first, with --remove");
			return error_word(err);
		}
	if (item->points != 0 && row->adjusted && row->adjusted->kind == ADJUST_SET) {
		error_set(err, PARTY_LEARNER, "the points of '%s' are set by hand, so an item would change nothing", c->student);
		error_remedy(err, "take the adjustment back first: `warpbook grade adjust STUDENT EX none`");
		return error_word(err);
	}
	c->points = item->points;
	c->text = *c->text ? c->text : item->text;
	return 0;
}

static struct store_event event_of(const struct book_row *row, const struct store_comment *c, double marks, const char *action)
{
	struct store_event event = { .action = action, .student = c->student, .exercise = c->exercise, .reason = c->text,
				     .had = row->known, .before = row->points };

	event.after = book_points(&row->g, marks, row->adjusted, &event.has);
	return event;
}

int book_comment(struct store *s, const struct assignment *a, struct store_comment *c, struct error *err)
{
	struct book_view v;
	const struct book_row *row;
	struct store_event event;
	int status = book_view(&v, s, a->name, "current", NULL, err);

	row = status ? NULL : book_row_need(&v, a->name, c->student, c->exercise, err);
	if (!row || check_line(s, row, c->line, &v.arena, err) || (*c->item && take_item(a, row, c, err)))
		status = -1;
	if (!status && !*c->text) {
		error_set(err, PARTY_LEARNER, "a comment needs a text");
		status = error_word(err);
	}
	if (!status) {
		c->source_sha256 = row->g.source_sha256;
		event = event_of(row, c, row->marks + c->points, "commented");
		status = store_comment_write(s, a->name, c, &event, &c->id, err);
	}
	c->source_sha256 = "";
	book_view_release(&v);
	return status;
}

int book_uncomment(struct store *s, const struct assignment *a, const struct store_comment *c, struct error *err)
{
	const struct store_comment *found = NULL;
	const struct book_row *row;
	struct store_event event;
	struct book_view v;
	int status = book_view(&v, s, a->name, "current", NULL, err);

	row = status ? NULL : book_row_need(&v, a->name, c->student, c->exercise, err);
	for (size_t i = 0; row && i < row->ncomments; i++)
		found = row->comments[i].id == c->id ? &row->comments[i] : found;
	if (row && !found) {
		error_set(err, PARTY_LEARNER, "'%s' has no comment %lld on '%s'", c->student, (long long)c->id, c->exercise);
		error_remedy(err, "without a text, `warpbook grade comment STUDENT EX` lists them");
		error_word(err);
	}
	if (found) {
		event = event_of(row, found, row->marks - found->points, "uncommented");
		status = store_comment_remove(s, a->name, found->id, c->author, &event, err);
	}
	book_view_release(&v);
	return found ? status : -1;
}

void book_comment_text(const struct store_comment *c, const char *source_sha256, telling *told, struct buf *out)
{
	struct buf place = BUF_INIT;

	if (c->line) {
		buf_printf(&place, strcmp(c->source_sha256, source_sha256) ? "line %d of an earlier file: " : "line %d: ",
			   c->line);
		buf_puts(out, told(buf_text(&place)));
	}
	out->failed |= place.failed;
	buf_release(&place);
	if (*c->item) {
		buf_printf(out, "%s", c->item);
		if (c->points != 0) {
			buf_puts(out, c->points > 0 ? " (+" : " (");
			csv_put_number(out, c->points);
			buf_puts(out, ")");
		}
		buf_puts(out, strcmp(c->item, c->text) ? ": " : "");
	}
	buf_puts(out, strcmp(c->item, c->text) ? c->text : "");
}
