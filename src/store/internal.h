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
/* A prepared and bound statement, ready for sqlite3_step; NULL on error. Finish with sqlite3_finalize. */
sqlite3_stmt *store_query(struct store *s, struct error *err, const char *sql, const char *types, ...);
/* Runs a statement that gives no rows. */
int store_run(struct store *s, struct error *err, const char *sql, const char *types, ...);
/* The same, in its own transaction. */
int store_write(struct store *s, struct error *err, const char *sql, const char *types, ...);
/* The only row's first column; 0 if it is NULL or there is no row. */
int store_integer(struct store *s, struct error *err, int64_t *out, const char *sql, const char *types, ...);
int64_t store_now_ms(void);

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
