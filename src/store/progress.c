/* progress.c - a learner's progress: by exercise, with hints and solutions seen, and by lesson. */
#include "config.h"

#include <string.h>

#include "store/internal.h"

#define PAUSE_MS "900000"

/* The columns that row_read reads, for each exercise with an attempt, a hint or a seen solution. */
#define PROGRESS                                                                                             \
	"SELECT t.exercise,"                                                                                 \
	" (SELECT count(*) FROM attempt a WHERE a.exercise = t.exercise),"                                   \
	" (SELECT coalesce(max(number), 0) FROM hint h WHERE h.exercise = t.exercise),"                      \
	" (SELECT coalesce(min(began_ms), 0) FROM attempt a WHERE a.exercise = t.exercise AND a.verdict = 'passed')," \
	" EXISTS (SELECT 1 FROM solution s WHERE s.exercise = t.exercise),"                                  \
	" coalesce(l.verdict, ''), coalesce(l.message, ''), coalesce(l.began_ms, 0),"                        \
	" EXISTS (SELECT 1 FROM attempt a WHERE a.exercise = t.exercise AND a.verdict = 'passed'),"          \
	" coalesce(w.ms, 0)"                                                                                 \
	" FROM (SELECT exercise FROM attempt UNION SELECT exercise FROM hint UNION SELECT exercise FROM solution) t" \
	" LEFT JOIN attempt l ON l.id = (SELECT max(id) FROM attempt a WHERE a.exercise = t.exercise)" \
	" LEFT JOIN (SELECT exercise, sum(gap) AS ms FROM"                                                   \
	" (SELECT exercise, began_ms - lag(began_ms) OVER (ORDER BY id) AS gap FROM attempt)"                \
	" WHERE gap BETWEEN 0 AND " PAUSE_MS " GROUP BY exercise) w ON w.exercise = t.exercise"

static struct store_progress row_read(sqlite3_stmt *stmt, struct arena *arena)
{
	return (struct store_progress){
		.exercise = store_text(stmt, 0, arena),
		.attempts = sqlite3_column_int(stmt, 1),
		.hints = sqlite3_column_int(stmt, 2),
		.first_pass_unix_ms = sqlite3_column_int64(stmt, 3),
		.solution_seen = sqlite3_column_int(stmt, 4),
		.last_verdict = store_text(stmt, 5, arena),
		.last_message = store_text(stmt, 6, arena),
		.last_unix_ms = sqlite3_column_int64(stmt, 7),
		.passed = sqlite3_column_int(stmt, 8),
		.worked_ms = sqlite3_column_int64(stmt, 9),
	};
}

int store_progress_all(struct store *s, struct arena *arena, struct store_progress **rows, size_t *n, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, PROGRESS " ORDER BY t.exercise", "");

	STORE_LIST(struct store_progress, row_read(stmt, arena))
}

int store_progress_one(struct store *s, const char *exercise, struct arena *arena, struct store_progress *row, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, PROGRESS " WHERE t.exercise = ?", "t", exercise);
	int more = stmt ? store_next(s, stmt, err) : -1;

	*row = (struct store_progress){ .exercise = exercise, .last_verdict = "", .last_message = "" };
	if (more == 1) {
		*row = row_read(stmt, arena);
		sqlite3_finalize(stmt);
	}
	return store_list_end(arena, more, err);
}

int store_hint_used(struct store *s, const char *exercise, int number, struct error *err)
{
	return store_write(s, err, "INSERT INTO hint VALUES(?, ?, ?) ON CONFLICT DO NOTHING", "tii",
			   exercise, (int64_t)number, store_now_ms());
}

int store_hints_used(struct store *s, const char *exercise, int *highest, struct error *err)
{
	int64_t value;

	if (store_integer(s, err, &value, "SELECT max(number) FROM hint WHERE exercise = ?", "t", exercise))
		return -1;
	*highest = (int)value;
	return 0;
}

int store_solution_seen(struct store *s, const char *exercise, struct error *err)
{
	return store_write(s, err, "INSERT INTO solution VALUES(?, ?) ON CONFLICT DO NOTHING", "ti", exercise, store_now_ms());
}

/* Nobody waits for the disk to turn a page: a crash of the machine may lose the last steps, and nothing else. */
int store_step_done(struct store *s, const char *lesson, int step, bool right, struct error *err)
{
	int status, strict;

	if (store_exec(s, "PRAGMA synchronous = NORMAL", err))
		return -1;
	status = store_write(s, err, "INSERT INTO step VALUES(?, ?, ?, ?)"
				     " ON CONFLICT DO UPDATE SET right = max(right, excluded.right)", "tiii",
			     lesson, (int64_t)step, store_now_ms(), (int64_t)right);
	strict = store_exec(s, "PRAGMA synchronous = FULL", status ? NULL : err);
	return status ? status : strict;
}

int store_steps_done(struct store *s, const char *lesson, int *highest, struct error *err)
{
	int64_t value;

	if (store_integer(s, err, &value, "SELECT max(number) FROM step WHERE lesson = ?", "t", lesson))
		return -1;
	*highest = (int)value;
	return 0;
}

int store_steps_right(struct store *s, const char *lesson, bool *right, size_t n, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, "SELECT number FROM step WHERE lesson = ? AND right", "t", lesson);
	int code = SQLITE_DONE;

	memset(right, 0, n * sizeof *right);
	if (!stmt)
		return -1;
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		int64_t step = sqlite3_column_int64(stmt, 0);

		if (step > 0 && step <= (int64_t)n)
			right[step - 1] = true;
	}
	sqlite3_finalize(stmt);
	return code == SQLITE_DONE ? 0 : store_error(s, err);
}

int store_days(struct store *s, int *attempts, int days, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err,
		"SELECT CAST(julianday(date('now', 'localtime')) - julianday(date(began_ms / 1000, 'unixepoch', 'localtime'))"
		" AS INTEGER), count(*) FROM attempt GROUP BY 1", "");
	int code = SQLITE_DONE;

	memset(attempts, 0, (size_t)days * sizeof *attempts);
	if (!stmt)
		return -1;
	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		int ago = sqlite3_column_int(stmt, 0);

		if (ago >= 0 && ago < days)
			attempts[ago] = sqlite3_column_int(stmt, 1);
	}
	sqlite3_finalize(stmt);
	return code == SQLITE_DONE ? 0 : store_error(s, err);
}

int store_tries(struct store *s, const char *exercise, struct store_try *tries, int most, int *n, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err,
		"SELECT a.verdict = 'passed', (SELECT count(*) FROM attempt_case c WHERE c.attempt = a.id AND c.passed),"
		" (SELECT count(*) FROM attempt_case c WHERE c.attempt = a.id)"
		" FROM (SELECT id, verdict FROM attempt WHERE exercise = ? ORDER BY id DESC LIMIT ?) a ORDER BY a.id", "ti",
		exercise, (int64_t)most);
	int code = SQLITE_DONE;

	*n = 0;
	if (!stmt)
		return -1;
	while (*n < most && (code = sqlite3_step(stmt)) == SQLITE_ROW)
		tries[(*n)++] = (struct store_try){ sqlite3_column_int(stmt, 0), sqlite3_column_int(stmt, 1),
						    sqlite3_column_int(stmt, 2) };
	sqlite3_finalize(stmt);
	return code == SQLITE_DONE || code == SQLITE_ROW ? 0 : store_error(s, err);
}

int store_mistakes(struct store *s, struct arena *arena, struct store_mistake **rows, size_t *n, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err,
		"SELECT a.verdict, count(DISTINCT a.exercise), count(DISTINCT CASE WHEN EXISTS (SELECT 1 FROM attempt b"
		" WHERE b.exercise = a.exercise AND b.id > a.id AND b.verdict = 'passed') THEN a.exercise END)"
		" FROM attempt a WHERE a.verdict NOT IN ('passed', 'interrupted') GROUP BY a.verdict ORDER BY 2 DESC, 1", "");

	STORE_LIST(struct store_mistake, (struct store_mistake){ store_text(stmt, 0, arena), sqlite3_column_int(stmt, 1),
								 sqlite3_column_int(stmt, 2) })
}
