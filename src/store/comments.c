/* comments.c - an instructor's comments and rubric items: see comments.h. */
#include "config.h"

#include "store/comments.h"

#include "store/internal.h"

int store_comment_write(struct store *s, const char *assignment, const struct store_comment *c, const struct store_event *event, int64_t *id,
			struct error *err)
{
	if (store_begin(s, err))
		return -1;
	if (store_run(s, err,
		      "INSERT INTO grade_comment(assignment, student, exercise, line, source_sha256, item, points, text, author, made_ms)"
		      " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", "tttittdtti", assignment, c->student, c->exercise, (int64_t)c->line, c->source_sha256,
		      c->item, c->points, c->text, c->author, store_now_ms()) == 0) {
		*id = sqlite3_last_insert_rowid(s->db);
		if (store_put_events(s, assignment, c->author, event, 1, err) == 0)
			return store_commit(s, err);
	}
	store_rollback(s);
	return -1;
}

int store_comment_remove(struct store *s, const char *assignment, int64_t id, const char *author, const struct store_event *event,
			 struct error *err)
{
	if (store_begin(s, err))
		return -1;
	if (store_run(s, err, "UPDATE grade_comment SET gone_ms = ? WHERE id = ?", "ii", store_now_ms(), id) == 0 &&
	    store_put_events(s, assignment, author, event, 1, err) == 0)
		return store_commit(s, err);
	store_rollback(s);
	return -1;
}

static const char *text_of(sqlite3_stmt *stmt, int column, struct arena *arena)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);

	return arena_strdup(arena, text ? text : "");
}

int store_comments(struct store *s, const char *assignment, struct arena *arena, struct store_comment **rows, size_t *n, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err,
		"SELECT id, student, exercise, line, source_sha256, item, points, text, author FROM grade_comment"
		" WHERE assignment = ? AND gone_ms IS NULL ORDER BY student, exercise, line, id", "t", assignment);
	size_t cap = 0;
	int code = SQLITE_ERROR;

	*rows = NULL;
	*n = 0;
	while (stmt && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct store_comment *c = arena_push(arena, rows, n, &cap, sizeof *c);

		if (c)
			*c = (struct store_comment){
				sqlite3_column_int64(stmt, 0), text_of(stmt, 1, arena), text_of(stmt, 2, arena), sqlite3_column_int(stmt, 3),
				text_of(stmt, 4, arena), text_of(stmt, 5, arena), sqlite3_column_double(stmt, 6), text_of(stmt, 7, arena),
				text_of(stmt, 8, arena),
			};
	}
	if (stmt && code != SQLITE_DONE)
		store_error(s, err);
	sqlite3_finalize(stmt);
	return code != SQLITE_DONE ? -1 : arena->failed ? error_nomem(err) : 0;
}
