/* comments.c - an instructor's comments and rubric items: see comments.h. */
#include "config.h"

#include "store/comments.h"

#include "store/internal.h"

int store_comment_write(struct store *s, const char *assignment, const struct store_comment *c, const struct store_event *event,
			int64_t *id, struct error *err)
{
	if (store_begin(s, err))
		return -1;
	if (store_run(s, err,
		      "INSERT INTO grade_comment(assignment, student, exercise, line, source_sha256, item, points, text, author, "
		      "made_ms) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", "tttittdtti", assignment, c->student, c->exercise,
		      (int64_t)c->line, c->source_sha256, c->item, c->points, c->text, c->author, store_now_ms()) == 0) {
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
	return store_finish(s, store_run(s, err, "UPDATE grade_comment SET gone_ms = ? WHERE id = ?", "ii", store_now_ms(),
					 id) == 0 &&
			    store_put_events(s, assignment, author, event, 1, err) == 0, err);
}

int store_comments(struct store *s, const char *assignment, struct arena *arena, struct store_comment **rows, size_t *n,
		   struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err,
		"SELECT id, student, exercise, line, source_sha256, item, points, text, author FROM grade_comment"
		" WHERE assignment = ? AND gone_ms IS NULL ORDER BY student, exercise, line, id", "t", assignment);

	STORE_LIST(struct store_comment, (struct store_comment){
		sqlite3_column_int64(stmt, 0), store_text(stmt, 1, arena), store_text(stmt, 2, arena),
		sqlite3_column_int(stmt, 3), store_text(stmt, 4, arena), store_text(stmt, 5, arena),
		sqlite3_column_double(stmt, 6), store_text(stmt, 7, arena), store_text(stmt, 8, arena),
	})
}
