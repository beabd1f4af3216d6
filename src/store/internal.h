/*
 * internal.h - the connection, and statements as one-liners.
 *
 * A string of letters gives the types of a statement's values, in the order of its question marks: t text (NULL is
 * stored as ""), n text or NULL, i int64_t, d double. Cast `int` values to int64_t.
 */
#ifndef WARPBOOK_STORE_INTERNAL_H
#define WARPBOOK_STORE_INTERNAL_H

#include <sqlite3.h>

#include "store/store.h"

struct store {
	sqlite3 *db;
	char path[512];
	int patience_ms;
	double began, cpu_seconds; /* processor time of the thread when the statement began; how much the statement may use */
};

/* ---- store.c ---- */
/* Fills err from the connection's last error. Returns -1. */
int store_error(struct store *s, struct error *err);
int store_exec(struct store *s, const char *sql, struct error *err);
int store_begin(struct store *s, struct error *err);   /* BEGIN IMMEDIATE */
int store_commit(struct store *s, struct error *err);
void store_rollback(struct store *s);
int store_finish(struct store *s, bool ok, struct error *err); /* commits, or, if that is false, rolls back and returns -1 */
/* A prepared and bound statement, ready for sqlite3_step; NULL on error. Finish with sqlite3_finalize. */
sqlite3_stmt *store_query(struct store *s, struct error *err, const char *sql, const char *types, ...);
/* Runs a statement that gives no rows. */
int store_run(struct store *s, struct error *err, const char *sql, const char *types, ...);
/* The same, in its own transaction. */
int store_write(struct store *s, struct error *err, const char *sql, const char *types, ...);
/* The only row's first column; 0 if it is NULL or there is no row. */
int store_integer(struct store *s, struct error *err, int64_t *out, const char *sql, const char *types, ...);
/* The next row: 1; 0: there are no more; -1. Finishes the statement unless there is a row. */
int store_next(struct store *s, sqlite3_stmt *stmt, struct error *err);
/* Called after the last row, or earlier if a list could not grow: what store_next() said. */
int store_list_end(struct arena *arena, int status, struct error *err);
/*
 * The rest of a function that reads all rows of `stmt` (NULL: it failed) as a list in `arena`, *rows with *n: an object of a
 * type for each.
 */
#define STORE_LIST(type, ...) \
	size_t cap_ = 0; \
	int more_ = -1; \
\
	*rows = NULL; \
	*n = 0; \
	while (stmt && (more_ = store_next(s, stmt, err)) == 1) { \
		type *row_ = arena_push(arena, rows, n, &cap_, sizeof *row_); \
\
		if (row_) \
			*row_ = __VA_ARGS__; \
	} \
	return store_list_end(arena, more_, err);
int64_t store_now_ms(void);
/* A column's text in the arena; "" for NULL. */
const char *store_text(sqlite3_stmt *stmt, int column, struct arena *arena);

/* ---- grades.c ---- */
/* Writes to the audit trail, within a transaction. */
struct store_event;
int store_put_events(struct store *s, const char *assignment, const char *author, const struct store_event *events, size_t n,
		     struct error *err);

/* ---- migrations.c ---- */
int migrations_version(struct store *s, int *version, struct error *err); /* of the file */
int migrations_latest(void);
int migrations_run(struct store *s, struct error *err);

#endif
