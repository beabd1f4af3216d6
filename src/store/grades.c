/* grades.c - a class's results, grades, adjustments and audit trail: see grades.h. */
#include "config.h"

#include "store/grades.h"

#include <string.h>

#include "store/internal.h"

/* ---- results --------------------------------------------------------------------------------- */

int store_result_find(struct store *s, const struct store_key *k, int64_t *id, struct error *err)
{
	return store_integer(s, err, id,
			     "SELECT id FROM grade_result WHERE source_sha256 = ? AND exercise = ? AND content_version = ?"
			     " AND tool_version = ? AND compiler = ? AND device = ? AND seed = ?", "tttttti", k->source_sha256,
			     k->exercise, k->content_version, k->tool_version, k->compiler, k->device, (int64_t)k->seed);
}

int store_result_other(struct store *s, const struct store_key *k, int64_t *id, struct error *err)
{
	return store_integer(s, err, id,
			     "SELECT max(id) FROM grade_result WHERE source_sha256 = ? AND exercise = ? AND device = ? AND "
			     "seed = ?",
			     "ttti", k->source_sha256, k->exercise, k->device, (int64_t)k->seed);
}

/* A missed limit of speed is a finding too, with the name of its metric; no checker found it. */
#define NO_LIMIT " AND NOT EXISTS (SELECT 1 FROM attempt_metric l WHERE l.attempt = f.attempt AND l.name = f.kind)"

/* The columns of a result without its report, from its id on. */
#define RESULT_COLUMNS \
	"SELECT r.id, r.attempt, r.source_sha256, r.exercise, r.content_version, r.tool_version, r.compiler, r.device, r.seed," \
	" a.verdict, a.message," \
	" (SELECT count(*) FROM attempt_case c WHERE c.attempt = a.id)," \
	" (SELECT count(*) FROM attempt_case c WHERE c.attempt = a.id AND c.passed)," \
	" (SELECT count(*) FROM attempt_case c WHERE c.attempt = a.id AND NOT c.passed AND c.output_right)," \
	" (SELECT count(*) FROM attempt_finding f WHERE f.attempt = a.id AND f.level = 2" NO_LIMIT ")," \
	" (SELECT count(*) FROM attempt_metric m WHERE m.attempt = a.id)," \
	" (SELECT count(*) FROM attempt_metric m WHERE m.attempt = a.id AND m.held)," \
	" a.compile_seconds + a.run_seconds, a.device_name, t.speedup, t.speedup_low, t.speedup_high"
#define RESULT_NCOLUMNS 22
#define RESULT_FROM " FROM grade_result r JOIN attempt a ON a.id = r.attempt LEFT JOIN attempt_time t ON t.attempt = a.id"

static struct store_result result_row(sqlite3_stmt *stmt, struct arena *arena)
{
	return (struct store_result){
		.id = sqlite3_column_int64(stmt, 0), .attempt = sqlite3_column_int64(stmt, 1),
		.key = { .source_sha256 = store_text(stmt, 2, arena), .exercise = store_text(stmt, 3, arena),
			 .content_version = store_text(stmt, 4, arena), .tool_version = store_text(stmt, 5, arena),
			 .compiler = store_text(stmt, 6, arena), .device = store_text(stmt, 7, arena),
			 .seed = (uint64_t)sqlite3_column_int64(stmt, 8) },
		.verdict = store_text(stmt, 9, arena), .message = store_text(stmt, 10, arena), .report = "",
		.cases = sqlite3_column_int(stmt, 11), .right = sqlite3_column_int(stmt, 12),
		.objected = sqlite3_column_int(stmt, 13), .errors = sqlite3_column_int(stmt, 14),
		.limits = sqlite3_column_int(stmt, 15), .held = sqlite3_column_int(stmt, 16),
		.seconds = sqlite3_column_double(stmt, 17), .device_name = store_text(stmt, 18, arena),
		.speedup = sqlite3_column_double(stmt, 19), .low = sqlite3_column_double(stmt, 20),
		.high = sqlite3_column_double(stmt, 21),
	};
}

int store_results_after(struct store *s, int64_t id, uint64_t seed, struct arena *arena, struct store_result **rows, size_t *n,
			struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, RESULT_COLUMNS RESULT_FROM
					 " WHERE r.id > ? AND r.seed = ? ORDER BY r.id", "ii", id, (int64_t)seed);

	STORE_LIST(struct store_result, result_row(stmt, arena))
}

int store_result_read(struct store *s, int64_t id, struct arena *arena, struct store_result *out, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, RESULT_COLUMNS ", r.report" RESULT_FROM " WHERE r.id = ?", "i", id);
	int code;

	if (!stmt)
		return -1;
	code = store_next(s, stmt, err);
	if (code == 0)
		error_set(err, PARTY_MACHINE, "the database lost a result (%lld)", (long long)id);
	if (code != 1)
		return -1;
	*out = result_row(stmt, arena);
	out->report = store_text(stmt, RESULT_NCOLUMNS, arena);
	sqlite3_finalize(stmt);
	return store_list_end(arena, 0, err);
}

int store_result_findings(struct store *s, int64_t attempt, struct arena *arena, struct store_result_finding **rows, size_t *n,
			  struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, "SELECT kind, message, advice, line, NOT (1" NO_LIMIT ") FROM attempt_finding f"
					 " WHERE attempt = ? ORDER BY number", "i", attempt);

	STORE_LIST(struct store_result_finding, (struct store_result_finding){
		store_text(stmt, 0, arena), store_text(stmt, 1, arena), store_text(stmt, 2, arena), sqlite3_column_int(stmt, 3),
		sqlite3_column_int(stmt, 4) != 0 })
}

int store_result_cases(struct store *s, int64_t attempt, struct arena *arena, struct store_case **rows, size_t *n,
		       struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, "SELECT name, passed, message, output_right FROM attempt_case WHERE attempt = ? "
						 "ORDER BY number",
					 "i", attempt);

	STORE_LIST(struct store_case, (struct store_case){ store_text(stmt, 0, arena), sqlite3_column_int(stmt, 1) != 0,
				    store_text(stmt, 2, arena), sqlite3_column_int(stmt, 3) != 0 })
}

int store_result_slow_line(struct store *s, int64_t attempt, int64_t *line, struct error *err)
{
	return store_integer(s, err, line, "SELECT min(line) FROM attempt_metric WHERE attempt = ? AND NOT held AND line > 0",
			     "i", attempt);
}

int store_class_seed(struct store *s, const char *assignment, uint64_t wanted, uint64_t *seed, struct error *err)
{
	int64_t found = 0;

	if (store_write(s, err, "INSERT OR IGNORE INTO grade_assignment(name, seed, made_ms) VALUES(?, ?, ?)", "tii", assignment,
			(int64_t)wanted, store_now_ms()) ||
	    store_integer(s, err, &found, "SELECT seed FROM grade_assignment WHERE name = ?", "t", assignment))
		return -1;
	*seed = (uint64_t)found;
	return 0;
}

int store_timed_on(struct store *s, const char *assignment, struct arena *arena, const char **device, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, "SELECT timed_on FROM grade_assignment WHERE name = ?", "t", assignment);
	int more = stmt ? store_next(s, stmt, err) : -1;

	*device = "";
	if (more == 1) {
		*device = store_text(stmt, 0, arena);
		sqlite3_finalize(stmt);
	}
	return store_list_end(arena, more, err);
}

int store_time_on(struct store *s, const char *assignment, const char *device, struct error *err)
{
	return store_write(s, err, "UPDATE grade_assignment SET timed_on = nullif(?, '') WHERE name = ?", "tt", device,
			   assignment);
}

/* ---- sets -------------------------------------------------------------------------------------- */

int store_set_find(struct store *s, const char *assignment, const char *state, int64_t *set, struct error *err)
{
	return store_integer(s, err, set, "SELECT id FROM grade_set WHERE assignment = ? AND state = ?", "tt", assignment, state);
}

int store_grades(struct store *s, int64_t set, struct arena *arena, struct store_grade **rows, size_t *n, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err,
		"SELECT student, exercise, state, note, points, possible, before_late, late_days, grace_days, handed_in_ms,"
		" source_path, source_sha256, result, timed FROM grade WHERE grade_set = ? ORDER BY student, exercise", "i", set);

	STORE_LIST(struct store_grade, (struct store_grade){
		.student = store_text(stmt, 0, arena), .exercise = store_text(stmt, 1, arena),
		.state = store_text(stmt, 2, arena), .note = store_text(stmt, 3, arena),
		.known = sqlite3_column_type(stmt, 4) != SQLITE_NULL, .points = sqlite3_column_double(stmt, 4),
		.possible = sqlite3_column_double(stmt, 5), .before_late = sqlite3_column_double(stmt, 6),
		.late_days = sqlite3_column_int(stmt, 7), .grace_days = sqlite3_column_int(stmt, 8),
		.handed_in_ms = sqlite3_column_int64(stmt, 9), .source_path = store_text(stmt, 10, arena),
		.source_sha256 = store_text(stmt, 11, arena), .result = sqlite3_column_int64(stmt, 12),
		.timed = sqlite3_column_int64(stmt, 13),
	})
}

/* A comparison writes SQL's NULL for an unknown number, as statements can only bind plain values. */
static int put_grade(struct store *s, int64_t set, const struct store_grade *g, struct error *err)
{
	return store_run(s, err,
			 "INSERT OR REPLACE INTO grade(grade_set, student, exercise, state, note, points, possible, before_late,"
			 " late_days, grace_days, handed_in_ms, source_path, source_sha256, result, timed)"
			 " VALUES(?, ?, ?, ?, ?, iif(?, ?, NULL), ?, iif(?, ?, NULL), ?, ?, nullif(?, 0), ?, ?, nullif(?, 0), "
			 "nullif(?, 0))",
			 "ittttiddidiiintii", set, g->student, g->exercise, g->state, g->note, (int64_t)g->known, g->points,
			 g->possible, (int64_t)g->known, g->before_late, (int64_t)g->late_days, (int64_t)g->grace_days,
			 g->handed_in_ms, g->source_path, g->source_sha256, g->result, g->timed);
}

int store_put_events(struct store *s, const char *assignment, const char *author, const struct store_event *events, size_t n,
		     struct error *err)
{
	for (size_t i = 0; i < n; i++) {
		const struct store_event *e = &events[i];

		if (store_run(s, err,
			      "INSERT INTO grade_event(assignment, at_ms, author, action, student, exercise, before, after, "
			      "reason) VALUES(?, ?, ?, ?, ?, ?, iif(?, ?, NULL), iif(?, ?, NULL), ?)", "tittnnididt", assignment,
			      store_now_ms(), author, e->action, e->student, e->exercise, (int64_t)e->had, e->before,
			      (int64_t)e->has, e->after, e->reason))
			return -1;
	}
	return 0;
}

/* Returns the set, created if missing, and emptied if it is a proposed one. Within a transaction. */
static int set_ready(struct store *s, const char *assignment, const char *state, int64_t *set, struct error *err)
{
	if (store_set_find(s, assignment, state, set, err))
		return -1;
	if (*set)
		return strcmp(state, "proposed") ? 0 : store_run(s, err, "DELETE FROM grade WHERE grade_set = ?", "i", *set);
	if (store_run(s, err, "INSERT INTO grade_set(assignment, state, made_ms) VALUES(?, ?, ?)", "tti", assignment, state,
		      store_now_ms()))
		return -1;
	*set = sqlite3_last_insert_rowid(s->db);
	return 0;
}

static int write_all(struct store *s, const char *assignment, const char *state, const struct store_grade *rows, size_t n,
		     struct error *err)
{
	int64_t set;

	if (set_ready(s, assignment, state, &set, err))
		return -1;
	for (size_t i = 0; i < n; i++)
		if (put_grade(s, set, &rows[i], err))
			return -1;
	return 0;
}

int store_grades_write(struct store *s, const char *assignment, const char *state, const char *author,
		       const struct store_grade *rows, size_t n, const struct store_event *events, size_t nevents,
		       struct error *err)
{
	if (store_begin(s, err))
		return -1;
	return store_finish(s, write_all(s, assignment, state, rows, n, err) == 0 &&
			    store_put_events(s, assignment, author, events, nevents, err) == 0, err);
}

int store_set_settle(struct store *s, const char *assignment, bool apply, const char *author, const struct store_event *events,
		     size_t nevents, struct error *err)
{
	static const char change[] = "UPDATE grade_set SET state = ? WHERE assignment = ? AND state = ?";

	if (store_begin(s, err))
		return -1;
	return store_finish(s, (!apply || store_run(s, err, change, "ttt", "replaced", assignment, "current") == 0) &&
			    store_run(s, err, change, "ttt", apply ? "current" : "dropped", assignment, "proposed") == 0 &&
			    store_put_events(s, assignment, author, events, nevents, err) == 0, err);
}

/* ---- adjustments by hand --------------------------------------------------------------------------- */

static const char *const adjusting[] = { [ADJUST_SET] = "set", [ADJUST_ADD] = "add", [ADJUST_NONE] = "none" };

int store_adjust(struct store *s, const char *assignment, const struct store_adjustment *a, const struct store_event *event,
		 struct error *err)
{
	if (store_begin(s, err))
		return -1;
	return store_finish(s, store_run(s, err,
		      "INSERT INTO grade_adjustment(assignment, student, exercise, kind, points, reason, author, made_ms)"
		      " VALUES(?, ?, ?, ?, ?, ?, ?, ?)", "ttttdtti", assignment, a->student, a->exercise, adjusting[a->kind],
		      a->points, a->reason, a->author, store_now_ms()) == 0 &&
			    store_put_events(s, assignment, a->author, event, 1, err) == 0, err);
}

int store_adjustments(struct store *s, const char *assignment, struct arena *arena, struct store_adjustment **rows, size_t *n,
		      struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err,
		"SELECT student, exercise, kind = 'add', points, reason, author FROM grade_adjustment a WHERE assignment = ?"
		" AND kind <> 'none' AND id = (SELECT max(id) FROM grade_adjustment b WHERE b.assignment = a.assignment"
		" AND b.student = a.student AND b.exercise = a.exercise) ORDER BY student, exercise", "t", assignment);

	STORE_LIST(struct store_adjustment, (struct store_adjustment){
		store_text(stmt, 0, arena), store_text(stmt, 1, arena),
		sqlite3_column_int(stmt, 2) ? ADJUST_ADD : ADJUST_SET, sqlite3_column_double(stmt, 3),
		store_text(stmt, 4, arena), store_text(stmt, 5, arena),
	})
}

int store_grace_used(struct store *s, const char *assignment, const char *student, int64_t *days, struct error *err)
{
	return store_integer(s, err, days,
			     "SELECT coalesce(sum(most), 0) FROM (SELECT max(g.grace_days) AS most FROM grade_set t CROSS JOIN grade g"
			     " ON g.grade_set = t.id WHERE t.state = 'current' AND t.assignment <> ? AND g.student = ?"
			     " GROUP BY t.assignment)", "tt", assignment, student);
}

int store_trail(struct store *s, const char *assignment, struct arena *arena, struct store_past **rows, size_t *n,
		struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err,
		"SELECT at_ms, author, action, student, exercise, reason, before, after FROM grade_event WHERE assignment = ?"
		" ORDER BY id", "t", assignment);

	STORE_LIST(struct store_past, (struct store_past){
		sqlite3_column_int64(stmt, 0), store_text(stmt, 1, arena),
		{ .action = store_text(stmt, 2, arena), .student = store_text(stmt, 3, arena),
		  .exercise = store_text(stmt, 4, arena), .reason = store_text(stmt, 5, arena),
		  .had = sqlite3_column_type(stmt, 6) != SQLITE_NULL, .before = sqlite3_column_double(stmt, 6),
		  .has = sqlite3_column_type(stmt, 7) != SQLITE_NULL, .after = sqlite3_column_double(stmt, 7) },
	})
}

/* ---- submissions ------------------------------------------------------------------------------------- */

int store_entries_write(struct store *s, const char *assignment, bool only, const struct store_entry *rows, size_t n,
			struct error *err)
{
	int status = store_begin(s, err);

	if (status)
		return -1;
	if (only)
		status = store_run(s, err, "DELETE FROM grade_entry WHERE assignment = ?", "t", assignment);
	for (size_t i = 0; !status && i < n; i++)
		status = store_run(s, err,
				   "INSERT OR REPLACE INTO grade_entry(assignment, student, exercise, name, source_path, "
				   "source_sha256, note) VALUES(?, ?, ?, ?, ?, ?, ?)", "ttttttt", assignment, rows[i].student,
				   rows[i].exercise, rows[i].name, rows[i].source_path, rows[i].source_sha256, rows[i].note);
	return store_finish(s, !status, err);
}

int store_entries(struct store *s, const char *assignment, struct arena *arena, struct store_entry **rows, size_t *n,
		  struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, "SELECT student, exercise, name, source_path, source_sha256, note FROM "
					 "grade_entry WHERE assignment = ? ORDER BY student, exercise", "t", assignment);

	STORE_LIST(struct store_entry, (struct store_entry){
		store_text(stmt, 0, arena), store_text(stmt, 1, arena), store_text(stmt, 2, arena), store_text(stmt, 3, arena),
		store_text(stmt, 4, arena), store_text(stmt, 5, arena) })
}

int store_sources_write(struct store *s, const struct store_source *rows, size_t n, struct error *err)
{
	int status = store_begin(s, err);

	if (status)
		return -1;
	for (size_t i = 0; !status && i < n; i++)
		status = store_run(s, err, "INSERT OR IGNORE INTO grade_source(source_sha256, text) VALUES(?, ?)", "tt",
				   rows[i].sha, rows[i].text);
	return store_finish(s, !status, err);
}

int store_source_read(struct store *s, const char *sha, struct arena *arena, const char **text, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, "SELECT text FROM grade_source WHERE source_sha256 = ?", "t", sha);
	int more = stmt ? store_next(s, stmt, err) : -1;

	*text = NULL;
	if (more == 1) {
		*text = store_text(stmt, 0, arena);
		sqlite3_finalize(stmt);
	}
	return store_list_end(arena, more, err);
}

int store_picture_read(struct store *s, int64_t result, struct arena *arena, struct store_picture *p, bool *found,
		       struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, "SELECT line, text, svg FROM grade_picture WHERE result = ?", "i", result);
	int more = stmt ? store_next(s, stmt, err) : -1;

	*found = more == 1;
	*p = (struct store_picture){ 0, "", "" };
	if (more == 1) {
		*p = (struct store_picture){ sqlite3_column_int(stmt, 0), store_text(stmt, 1, arena),
					     store_text(stmt, 2, arena) };
		sqlite3_finalize(stmt);
	}
	return store_list_end(arena, more, err);
}

int store_picture_write(struct store *s, int64_t result, const struct store_picture *p, struct error *err)
{
	return store_write(s, err, "INSERT OR REPLACE INTO grade_picture(result, line, text, svg) VALUES(?, ?, ?, ?)",
			   "iitt", result, (int64_t)p->line, p->text, p->svg);
}

int store_version(struct store *s, int64_t *version, struct error *err)
{
	if (store_integer(s, err, version, "PRAGMA data_version", ""))
		return -1;
	*version += (int64_t)sqlite3_total_changes(s->db) << 32;
	return 0;
}
