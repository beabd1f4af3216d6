/*
 * comments.h - what an instructor writes about a submission, in the gradebook of grades.h: a text, maybe at a line, maybe an item
 * of the assignment's rubric with its points. Like adjustments, they are kept through every regrade; one that is taken back stays
 * in the table.
 */
#ifndef WARPBOOK_STORE_COMMENTS_H
#define WARPBOOK_STORE_COMMENTS_H

#include "store/grades.h"

struct store_comment {
	int64_t id;
	const char *student, *exercise;
	int line;                   /* of the file with source_sha256; 0: about all of it */
	const char *source_sha256;  /* that counted when it was written; "" without a file */
	const char *item;           /* of the rubric; "" */
	double points;              /* that item's, when it was given */
	const char *text, *author;
};

/* Writes it, and *id is its number; or takes that one back. With the event of the audit trail. */
int store_comment_write(struct store *s, const char *assignment, const struct store_comment *c, const struct store_event *event,
			int64_t *id, struct error *err);
int store_comment_remove(struct store *s, const char *assignment, int64_t id, const char *author, const struct store_event *event,
			 struct error *err);
/* Those that apply, by student, exercise, line and number. */
int store_comments(struct store *s, const char *assignment, struct arena *arena, struct store_comment **rows, size_t *n,
		   struct error *err);

#endif
