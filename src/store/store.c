/*
 * store.c - opens the database, and turns SQLite's errors into messages that name the remedy.
 *
 * The journal is a write-ahead log if the file system supports one: its shared
 * index needs a local disk, so a network file system gets a rollback journal
 * instead. Each commit is synced: a recorded attempt survives a killed process
 * and a power failure.
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <time.h>

#include "base/clock.h"
#include "base/language.h"
#include "child/proc.h"
#include "store/internal.h"

#define PATIENCE_MS 30000
#define BUSY_MS     20
#define CPU_SECONDS 20 /* of one statement */
#define STEPS       100000 /* of SQLite's machine, from one look at the clock to the next */

/* By primary result code: the text after "the database 'path'", and the remedy. */
static const struct complaint { int code; const char *text, *remedy; } complaints[] = {
	{ SQLITE_BUSY, "is locked by another program", N_("close that program (another warpbook, an open sqlite3) and "
		"try again") },
	{ SQLITE_LOCKED, "is locked by another program", N_("close that program (another warpbook, an open sqlite3) and "
		"try again") },
	{ SQLITE_CORRUPT, "is damaged", N_("move it aside, and warpbook makes a new one; `sqlite3 FILE "
		".recover` may save its attempts") },
	{ SQLITE_NOTADB, "is not an SQLite file", N_("move it aside, and warpbook makes a new one; `warpbook "
		"doctor` checks the rest") },
	{ SQLITE_FULL, "cannot grow: the disk is full", N_("free some space and try again") },
	{ SQLITE_READONLY, "cannot be written", N_("give yourself write permission for it and its folder") },
	{ SQLITE_PERM, "cannot be written", N_("give yourself write permission for it and its folder") },
	{ SQLITE_INTERRUPT, "takes too long to answer", N_("look for a view that is not warpbook's, with `sqlite3 FILE "
		".schema`; or move the file aside, and warpbook makes a new one") },
	{ SQLITE_CANTOPEN, "cannot be opened", N_("check the permissions of the file and its folder; `warpbook "
		"init` makes a workspace") },
};

int store_error(struct store *s, struct error *err)
{
	int code = s->db ? sqlite3_errcode(s->db) : SQLITE_NOMEM;

	if (code == SQLITE_NOMEM)
		return error_nomem(err);
	if (code == SQLITE_IOERR && sqlite3_system_errno(s->db) == ENOSPC)
		code = SQLITE_FULL;
	for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++)
		if (complaints[i].code == (code & 0xFF)) {
			error_set(err, PARTY_MACHINE, "the database '%s' %s", s->path, complaints[i].text);
			return error_remedy(err, "%s", complaints[i].remedy);
		}
	error_set(err, code == SQLITE_IOERR ? PARTY_MACHINE : PARTY_US, "the database '%s' fails: %s", s->path,
		  sqlite3_errmsg(s->db));
	return error_remedy(err, code == SQLITE_IOERR ? "check the disk: `warpbook doctor`" : "please report this");
}

/* Ends a statement that a signal interrupts, or in which the file's own SQL (a view, a generated column) does not end. */
static int progress_handler(void *ctx)
{
	const struct store *s = ctx;

	return clock_used_by_thread() - s->began > (proc_interrupted() ? 1 : s->cpu_seconds);
}

int store_exec(struct store *s, const char *sql, struct error *err)
{
	s->began = clock_used_by_thread();
	return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : store_error(s, err);
}

int store_begin(struct store *s, struct error *err)
{
	return store_exec(s, "BEGIN IMMEDIATE", err);
}

void store_rollback(struct store *s)
{
	if (!sqlite3_get_autocommit(s->db))
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

int store_finish(struct store *s, bool ok, struct error *err)
{
	if (ok)
		return store_commit(s, err);
	store_rollback(s);
	return -1;
}

int store_commit(struct store *s, struct error *err)
{
	if (store_exec(s, "COMMIT", err) == 0)
		return 0;
	store_rollback(s);
	return -1;
}

static int bind_all(sqlite3_stmt *stmt, const char *types, va_list ap)
{
	int code = SQLITE_OK;

	for (int i = 1; *types && code == SQLITE_OK; types++, i++) {
		const char *text;

		switch (*types) {
		case 'i':
			code = sqlite3_bind_int64(stmt, i, va_arg(ap, int64_t));
			break;
		case 'd':
			code = sqlite3_bind_double(stmt, i, va_arg(ap, double));
			break;
		default: /* 't', 'n' */
			text = va_arg(ap, const char *);
			if (!text && *types == 't')
				text = "";
			code = sqlite3_bind_text(stmt, i, text, -1, SQLITE_STATIC);
		}
	}
	return code;
}

static sqlite3_stmt *prepare(struct store *s, struct error *err, const char *sql, const char *types, va_list ap)
{
	sqlite3_stmt *stmt = NULL;

	s->began = clock_used_by_thread();
	if (sqlite3_prepare_v2(s->db, sql, -1, &stmt, NULL) == SQLITE_OK && bind_all(stmt, types, ap) == SQLITE_OK)
		return stmt;
	store_error(s, err);
	sqlite3_finalize(stmt);
	return NULL;
}

sqlite3_stmt *store_query(struct store *s, struct error *err, const char *sql, const char *types, ...)
{
	sqlite3_stmt *stmt;
	va_list ap;

	va_start(ap, types);
	stmt = prepare(s, err, sql, types, ap);
	va_end(ap);
	return stmt;
}

static int run(struct store *s, struct error *err, const char *sql, const char *types, va_list ap)
{
	sqlite3_stmt *stmt = prepare(s, err, sql, types, ap);
	int status;

	if (!stmt)
		return -1;
	status = sqlite3_step(stmt) == SQLITE_DONE ? 0 : store_error(s, err);
	sqlite3_finalize(stmt);
	return status;
}

int store_run(struct store *s, struct error *err, const char *sql, const char *types, ...)
{
	va_list ap;
	int status;

	va_start(ap, types);
	status = run(s, err, sql, types, ap);
	va_end(ap);
	return status;
}

int store_write(struct store *s, struct error *err, const char *sql, const char *types, ...)
{
	va_list ap;
	int status;

	if (store_begin(s, err))
		return -1;
	va_start(ap, types);
	status = run(s, err, sql, types, ap);
	va_end(ap);
	return store_finish(s, status == 0, err);
}

int store_integer(struct store *s, struct error *err, int64_t *out, const char *sql, const char *types, ...)
{
	sqlite3_stmt *stmt;
	va_list ap;
	int code;

	va_start(ap, types);
	stmt = prepare(s, err, sql, types, ap);
	va_end(ap);
	if (!stmt)
		return -1;
	code = sqlite3_step(stmt);
	*out = code == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : 0;
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		store_error(s, err);
	sqlite3_finalize(stmt);
	return code == SQLITE_ROW || code == SQLITE_DONE ? 0 : -1;
}

const char *store_text(sqlite3_stmt *stmt, int column, struct arena *arena)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);

	return arena_strdup(arena, text ? text : "");
}

int store_next(struct store *s, sqlite3_stmt *stmt, struct error *err)
{
	int code = sqlite3_step(stmt);

	if (code == SQLITE_ROW)
		return 1;
	if (code != SQLITE_DONE)
		store_error(s, err);
	sqlite3_finalize(stmt);
	return code == SQLITE_DONE ? 0 : -1;
}

int store_list_end(struct arena *arena, int status, struct error *err)
{
	if (status < 0)
		return -1;
	return arena->failed ? error_nomem(err) : 0;
}

int64_t store_now_ms(void)
{
	return (int64_t)(clock_date() * 1000);
}

/* True for a file system whose files other hosts can open: magic numbers of statfs(2). */
static bool on_network(const char *path)
{
	static const unsigned long network[] = {
		0x6969 /* NFS */, 0x517B /* SMB */, 0xFF534D42 /* CIFS */, 0xFE534D42 /* SMB2 */,
		0x0BD00BD0 /* Lustre */, 0x47504653 /* GPFS */, 0x19830326 /* BeeGFS */, 0x00C36400 /* Ceph */,
		0x5346414F /* AFS */, 0x01021997 /* 9p */, 0x65735546 /* FUSE */,
	};
	struct statfs fs;

	if (statfs(path, &fs))
		return false;
	for (size_t i = 0; i < sizeof network / sizeof *network; i++)
		if (((unsigned long)fs.f_type & 0xFFFFFFFF) == network[i])
			return true;
	return false;
}

/*
 * To change the journal, SQLite needs exclusive access for a moment, and does not wait for it. If that fails, the
 * connection uses the file's current journal.
 */
static int choose_journal(struct store *s, struct error *err)
{
	const char *want = on_network(s->path) ? "delete" : "wal";
	sqlite3_stmt *stmt = store_query(s, err, "PRAGMA journal_mode", "");
	const char *have;
	bool same;

	if (!stmt)
		return -1;
	have = sqlite3_step(stmt) == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
	same = have && !strcmp(have, want);
	if (!have)
		store_error(s, err);
	sqlite3_finalize(stmt);
	if (have && !same)
		sqlite3_exec(s->db, *want == 'w' ? "PRAGMA journal_mode = WAL" : "PRAGMA journal_mode = DELETE", NULL,
			     NULL, NULL);
	return have ? 0 : -1;
}

/* Rejects a path that is not a file: on a named pipe SQLite would wait for a writer, where no signal reaches it. */
static int reject_odd_file(const struct store *s, struct error *err)
{
	static const char *const beside[] = { "", "-wal", "-shm", "-journal" };
	char path[sizeof s->path + 16];
	struct stat st;

	for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
		snprintf(path, sizeof path, "%s%s", s->path, beside[i]);
		if (stat(path, &st) || S_ISREG(st.st_mode))
			continue;
		error_set(err, PARTY_MACHINE, "the database '%s' is %s, not a file", path,
			  S_ISDIR(st.st_mode) ? "a folder" : S_ISFIFO(st.st_mode) ? "a named pipe"
			  : S_ISSOCK(st.st_mode) ? "a socket" : "a device");
		return error_remedy(err, "move it aside, and warpbook makes a new one");
	}
	return 0;
}

/* Another process is writing: try again soon, until the time is up or a signal arrives. */
static int busy_handler(void *ctx, int tries)
{
	const struct store *s = ctx;
	const struct timespec pause = { .tv_nsec = 1000000L * BUSY_MS };

	if (proc_interrupted() || tries * BUSY_MS >= s->patience_ms)
		return 0;
	nanosleep(&pause, NULL);
	return 1;
}

static int open_file(struct store *s, const char *name, int flags, struct error *err)
{
	int code;

	if (reject_odd_file(s, err))
		return -1;
	code = sqlite3_open_v2(name, &s->db, flags, NULL);
	if (code != SQLITE_OK) {
		store_error(s, err);
		sqlite3_close(s->db);
		s->db = NULL;
		return -1;
	}
	sqlite3_busy_handler(s->db, busy_handler, s);
	sqlite3_progress_handler(s->db, STEPS, progress_handler, s);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL); /* warpbook has none: they are another's */
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
#endif
	return store_exec(s, "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL", err);
}

static int open_writing(struct store *s, struct error *err)
{
	int version;

	if (open_file(s, s->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err) ||
	    migrations_version(s, &version, err) || choose_journal(s, err))
		return -1;
	return version < migrations_latest() ? migrations_run(s, err) : 0;
}

/* "file:PATH?immutable=1", with characters escaped that have a meaning in a URI. */
static void uri_write(char *out, size_t size, const char *path)
{
	size_t n = (size_t)snprintf(out, size, "file:");

	for (; *path && n + 16 < size; path++)
		n += (size_t)snprintf(out + n, size - n, strchr("%?#", *path) ? "%%%02X" : "%c", *path);
	snprintf(out + n, size - n, "?immutable=1");
}

/*
 * In a read-only folder there is no place for the log's shared index; but then no other process can be writing the
 * database, so it is opened as immutable.
 */
static int open_reading(struct store *s, int *version, struct error *err)
{
	char uri[sizeof s->path * 3];

	if (open_file(s, s->path, SQLITE_OPEN_READONLY, err) == 0 && migrations_version(s, version, err) == 0)
		return 0;
	if (!s->db || (sqlite3_errcode(s->db) != SQLITE_CANTOPEN && sqlite3_errcode(s->db) != SQLITE_READONLY))
		return -1;
	sqlite3_close(s->db);
	uri_write(uri, sizeof uri, s->path);
	return open_file(s, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err) || migrations_version(s, version, err) ? -1 : 0;
}

/* An older file must be migrated before it can be read, which needs write access once. */
static int open_read_only(struct store *s, struct error *err)
{
	int version;

	if (open_reading(s, &version, err))
		return -1;
	if (version == migrations_latest())
		return 0;
	sqlite3_close(s->db);
	return open_writing(s, err) || store_exec(s, "PRAGMA query_only = ON", err) ? -1 : 0;
}

int store_open(struct store **out, const char *path, bool read_only, struct error *err)
{
	struct store *s = calloc(1, sizeof *s);

	*out = NULL;
	if (!s)
		return error_nomem(err);
	s->patience_ms = PATIENCE_MS;
	s->cpu_seconds = CPU_SECONDS;
	if ((size_t)snprintf(s->path, sizeof s->path, "%s", path) >= sizeof s->path) {
		free(s);
		return error_set(err, PARTY_MACHINE, "the database's path is too long");
	}
	if (read_only ? open_read_only(s, err) : open_writing(s, err)) {
		store_close(s);
		return -1;
	}
	*out = s;
	return 0;
}

void store_close(struct store *s)
{
	if (!s)
		return;
	sqlite3_close(s->db);
	free(s);
}

int store_examine(struct store *s, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, "PRAGMA integrity_check(1)", "");
	const char *said;
	int status = 0;

	if (!stmt)
		return -1;
	s->cpu_seconds = INFINITY; /* it reads the whole file */
	if (sqlite3_step(stmt) != SQLITE_ROW) {
		status = store_error(s, err);
	} else {
		said = (const char *)sqlite3_column_text(stmt, 0);
		if (!said || strcmp(said, "ok")) {
			error_set(err, PARTY_MACHINE, "the database '%s' is damaged: %.300s", s->path,
				  said ? said : "it cannot be read");
			status = error_remedy(err, "move it aside, and warpbook makes a new one; `sqlite3 FILE .recover` may "
						   "save its attempts");
		}
	}
	sqlite3_finalize(stmt);
	s->cpu_seconds = CPU_SECONDS;
	return status;
}

void store_patience(struct store *s, int milliseconds)
{
	s->patience_ms = milliseconds;
}
