/*
 * migrations.c - the schema, as the list of migration steps that create it.
 *
 * PRAGMA user_version holds the number of steps that a file has had. Never edit a released step: add a new one at the end. All
 * missing steps run in one transaction, so a file is never between versions.
 *
 *	attempt 1 --- n attempt_case
 *	        1 --- n attempt_finding
 *	        1 --- n attempt_counter
 *	        1 --- 1 attempt_time          of attempts timed on a GPU
 *	        1 --- n attempt_metric        hint, solution, step: by exercise or lesson
 *	        1 --- 1 grade_result 1 --- n grade n --- 1 grade_set    grade_adjustment, grade_event, grade_entry: by assignment
 */
#include "config.h"

#include <inttypes.h>

#include "store/internal.h"

/* "WBk1": distinguishes our files from other SQLite databases. */
#define APPLICATION_ID 0x57426B31

static const char *const steps[] = {
	"CREATE TABLE attempt ("
	"  id INTEGER PRIMARY KEY,"
	"  exercise TEXT NOT NULL,"
	"  began_ms INTEGER NOT NULL,"
	"  verdict TEXT NOT NULL,"
	"  message TEXT NOT NULL,"
	"  device TEXT NOT NULL,"
	"  compiler TEXT NOT NULL,"
	"  source_path TEXT NOT NULL,"
	"  source_sha256 TEXT NOT NULL,"
	"  tool_version TEXT NOT NULL,"
	"  content_version TEXT NOT NULL,"
	"  seed INTEGER NOT NULL,"
	"  compile_seconds REAL NOT NULL,"
	"  run_seconds REAL NOT NULL);"
	"CREATE INDEX attempt_by_exercise ON attempt(exercise, id);"

	"CREATE TABLE attempt_case ("
	"  attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,"
	"  number INTEGER NOT NULL,"
	"  name TEXT NOT NULL,"
	"  passed INTEGER NOT NULL,"
	"  message TEXT NOT NULL,"
	"  PRIMARY KEY (attempt, number)) WITHOUT ROWID;"

	"CREATE TABLE attempt_finding ("
	"  attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,"
	"  number INTEGER NOT NULL,"
	"  kind TEXT NOT NULL,"
	"  level INTEGER NOT NULL," /* 0 note, 1 warning, 2 error */
	"  message TEXT NOT NULL,"
	"  advice TEXT,"
	"  file TEXT, line INTEGER NOT NULL, column INTEGER NOT NULL,"
	"  other_file TEXT, other_line INTEGER NOT NULL,"
	"  block_x INTEGER NOT NULL, block_y INTEGER NOT NULL, block_z INTEGER NOT NULL,"
	"  thread_x INTEGER NOT NULL, thread_y INTEGER NOT NULL, thread_z INTEGER NOT NULL,"
	"  threads INTEGER NOT NULL,"
	"  case_number INTEGER NOT NULL,"
	"  PRIMARY KEY (attempt, number)) WITHOUT ROWID;"

	"CREATE TABLE attempt_counter ("
	"  attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,"
	"  name TEXT NOT NULL,"
	"  value INTEGER NOT NULL,"
	"  PRIMARY KEY (attempt, name)) WITHOUT ROWID;"

	"CREATE TABLE hint ("
	"  exercise TEXT NOT NULL,"
	"  number INTEGER NOT NULL,"
	"  shown_ms INTEGER NOT NULL,"
	"  PRIMARY KEY (exercise, number)) WITHOUT ROWID;"

	"CREATE TABLE solution ("
	"  exercise TEXT PRIMARY KEY,"
	"  seen_ms INTEGER NOT NULL) WITHOUT ROWID;"

	"CREATE TABLE step ("
	"  lesson TEXT NOT NULL,"
	"  number INTEGER NOT NULL,"
	"  done_ms INTEGER NOT NULL,"
	"  right INTEGER NOT NULL,"
	"  PRIMARY KEY (lesson, number)) WITHOUT ROWID;",

	/* Speed, compared with the reference. */
	"ALTER TABLE attempt ADD COLUMN device_name TEXT;"
	"ALTER TABLE attempt ADD COLUMN timed_case TEXT;"
	"ALTER TABLE attempt ADD COLUMN seconds REAL;"
	"ALTER TABLE attempt ADD COLUMN reference_seconds REAL;"
	"ALTER TABLE attempt ADD COLUMN time_ratio REAL;"
	"ALTER TABLE attempt ADD COLUMN instruction_ratio REAL;"
	"ALTER TABLE attempt ADD COLUMN sector_ratio REAL;",

	/* Speed, compared with the exercise's limits. */
	"CREATE TABLE attempt_metric ("
	"  attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,"
	"  name TEXT NOT NULL,"
	"  value REAL NOT NULL,"
	"  reference REAL,"
	"  bound REAL NOT NULL,"
	"  held INTEGER NOT NULL,"
	"  line INTEGER NOT NULL,"
	"  PRIMARY KEY (attempt, name)) WITHOUT ROWID;",

	/* The sandbox of the program. */
	"ALTER TABLE attempt ADD COLUMN sandbox TEXT;",

	/* A class. A result is an attempt that says something about a file, once for each key; grades.h describes the rest. */
	("CREATE TABLE grade_result ("
	 "  id INTEGER PRIMARY KEY,"
	 "  source_sha256 TEXT NOT NULL,"
	 "  exercise TEXT NOT NULL,"
	 "  content_version TEXT NOT NULL,"
	 "  tool_version TEXT NOT NULL,"
	 "  compiler TEXT NOT NULL,"
	 "  device TEXT NOT NULL,"
	 "  seed INTEGER NOT NULL,"
	 "  attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,"
	 "  report TEXT NOT NULL,"
	 "  UNIQUE (source_sha256, exercise, content_version, tool_version, compiler, device, seed));"

	 "CREATE TABLE grade_assignment ("
	 "  name TEXT PRIMARY KEY,"
	 "  seed INTEGER NOT NULL,"
	 "  made_ms INTEGER NOT NULL) WITHOUT ROWID;"

	 "CREATE TABLE grade_set ("
	 "  id INTEGER PRIMARY KEY,"
	 "  assignment TEXT NOT NULL,"
	 "  state TEXT NOT NULL," /* current, proposed, replaced, dropped */
	 "  made_ms INTEGER NOT NULL);"
	 "CREATE UNIQUE INDEX grade_set_one ON grade_set(assignment, state) WHERE state IN ('current', 'proposed');"

	 "CREATE TABLE grade ("
	 "  grade_set INTEGER NOT NULL REFERENCES grade_set(id) ON DELETE CASCADE,"
	 "  student TEXT NOT NULL,"
	 "  exercise TEXT NOT NULL,"
	 "  state TEXT NOT NULL," /* graded, missing, empty, unreadable, not-graded, not-timed */
	 "  note TEXT NOT NULL,"
	 "  points REAL,"         /* NULL: not graded */
	 "  possible REAL NOT NULL,"
	 "  before_late REAL,"    /* the points without the deduction for lateness */
	 "  late_days INTEGER NOT NULL,"
	 "  grace_days INTEGER NOT NULL,"
	 "  handed_in_ms INTEGER," /* NULL: unknown */
	 "  source_path TEXT,"
	 "  source_sha256 TEXT NOT NULL,"
	 "  result INTEGER REFERENCES grade_result(id),"
	 "  PRIMARY KEY (grade_set, student, exercise)) WITHOUT ROWID;"

	 "CREATE TABLE grade_adjustment ("
	 "  id INTEGER PRIMARY KEY,"
	 "  assignment TEXT NOT NULL,"
	 "  student TEXT NOT NULL,"
	 "  exercise TEXT NOT NULL,"
	 "  kind TEXT NOT NULL,"  /* set, add, none: the points to give, the points to add, or that an earlier one no longer
				     applies */
	 "  points REAL NOT NULL,"
	 "  reason TEXT NOT NULL,"
	 "  author TEXT NOT NULL,"
	 "  made_ms INTEGER NOT NULL);"
	 "CREATE INDEX grade_adjustment_of ON grade_adjustment(assignment, student, exercise, id);"

	 "CREATE TABLE grade_event ("
	 "  id INTEGER PRIMARY KEY,"
	 "  assignment TEXT NOT NULL,"
	 "  at_ms INTEGER NOT NULL,"
	 "  author TEXT NOT NULL,"
	 "  action TEXT NOT NULL," /* graded, changed, adjusted, proposed, applied, dropped */
	 "  student TEXT,"
	 "  exercise TEXT,"
	 "  before REAL, after REAL,"
	 "  reason TEXT NOT NULL);"),

	/* The modelled time on a GPU. */
	("ALTER TABLE attempt ADD COLUMN modelled_on TEXT;"
	 "ALTER TABLE attempt ADD COLUMN modelled_seconds REAL;"
	 "ALTER TABLE attempt ADD COLUMN reference_modelled_seconds REAL;"
	 "ALTER TABLE attempt ADD COLUMN modelled_ratio REAL;"
	 "ALTER TABLE attempt ADD COLUMN modelled_limit TEXT;"
	 "ALTER TABLE attempt ADD COLUMN reference_modelled_limit TEXT;"),

	/* The time on a GPU, with its interval and the state of the card. */
	("CREATE TABLE attempt_time ("
	 "  attempt INTEGER PRIMARY KEY REFERENCES attempt(id) ON DELETE CASCADE,"
	 "  speedup REAL NOT NULL, speedup_low REAL NOT NULL, speedup_high REAL NOT NULL,"
	 "  rounds INTEGER NOT NULL, dropped_rounds INTEGER NOT NULL,"
	 "  gb_per_s REAL, tflop_per_s REAL, share_of_memory REAL, share_of_arithmetic REAL, floor_seconds REAL,"
	 "  driver INTEGER," /* 13000 for 13.0 */
	 "  sm_mhz INTEGER, memory_mhz INTEGER, celsius INTEGER, watts REAL, watts_limit REAL,"
	 "  power_capped INTEGER, slowed INTEGER, mig INTEGER);"),

	/* What a class handed in, recorded when its grading begins. */
	("CREATE TABLE grade_entry ("
	 "  assignment TEXT NOT NULL,"
	 "  student TEXT NOT NULL,"
	 "  exercise TEXT NOT NULL,"
	 "  name TEXT NOT NULL,"
	 "  source_path TEXT NOT NULL,"   /* '': no file */
	 "  source_sha256 TEXT NOT NULL," /* of the last file, with what it includes */
	 "  note TEXT NOT NULL,"
	 "  PRIMARY KEY (assignment, student, exercise)) WITHOUT ROWID;"
	 "CREATE TABLE grade_picture ("
	 "  result INTEGER PRIMARY KEY REFERENCES grade_result(id) ON DELETE CASCADE,"
	 "  line INTEGER NOT NULL,"       /* 0: of the output */
	 "  text TEXT NOT NULL, svg TEXT NOT NULL);" /* '': there is none to draw */
	 "CREATE TABLE grade_source (source_sha256 TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;"),

	/* The speed of files that passed, measured on a GPU in a second pass. */
	("ALTER TABLE grade_assignment ADD COLUMN timed_on TEXT;" /* "gpu"; NULL: not at all */
	 "ALTER TABLE grade ADD COLUMN timed INTEGER REFERENCES grade_result(id);"), /* in addition to `result`, which judges */

	/* A case that did not pass because of a finding, although its output is right. */
	"ALTER TABLE attempt_case ADD COLUMN output_right INTEGER NOT NULL DEFAULT 0;",

	/* What instructors write about submissions: comments, at a line or not, and items of the rubric with points. */
	("CREATE TABLE grade_comment ("
	 "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
	 "  assignment TEXT NOT NULL,"
	 "  student TEXT NOT NULL,"
	 "  exercise TEXT NOT NULL,"
	 "  line INTEGER NOT NULL,"       /* 0: about all of it */
	 "  source_sha256 TEXT NOT NULL," /* of the file that counted then */
	 "  item TEXT NOT NULL,"          /* of the rubric; '' */
	 "  points REAL NOT NULL,"
	 "  text TEXT NOT NULL,"
	 "  author TEXT NOT NULL,"
	 "  made_ms INTEGER NOT NULL,"
	 "  gone_ms INTEGER);"            /* when it was taken back */
	 "CREATE INDEX grade_comment_by_student ON grade_comment(assignment, student, exercise);"),
};

/* The views, of the tables that all steps lead to: made anew after the last step. To change one, add a step, perhaps "". */
static const char views[] =
	"DROP VIEW IF EXISTS attempt_view;"
	"CREATE VIEW attempt_view AS SELECT"
	"  a.id AS attempt,"
	"  a.exercise,"
	"  datetime(a.began_ms / 1000, 'unixepoch') AS began,"
	"  a.verdict,"
	"  a.message,"
	"  a.verdict = 'passed' AS passed,"
	"  (SELECT count(*) FROM attempt_case c WHERE c.attempt = a.id) AS cases,"
	"  (SELECT count(*) FROM attempt_case c WHERE c.attempt = a.id AND c.passed) AS cases_passed,"
	"  (SELECT count(*) FROM attempt_finding f WHERE f.attempt = a.id) AS findings,"
	"  (SELECT kind FROM attempt_finding f WHERE f.attempt = a.id ORDER BY level DESC, number LIMIT 1) AS first_finding,"
	"  (SELECT line FROM attempt_finding f WHERE f.attempt = a.id ORDER BY level DESC, number LIMIT 1) AS first_line,"
	"  (SELECT count(*) FROM hint h WHERE h.exercise = a.exercise AND h.shown_ms <= a.began_ms) AS hints,"
	"  a.compile_seconds,"
	"  a.run_seconds,"
	"  a.compiler,"
	"  a.device,"
	"  a.seed,"
	"  a.source_path,"
	"  a.source_sha256,"
	"  a.tool_version,"
	"  a.content_version,"
	"  a.device_name,"
	"  a.timed_case,"
	"  a.seconds,"
	"  a.reference_seconds,"
	"  a.time_ratio,"
	"  a.instruction_ratio,"
	"  a.sector_ratio,"
	"  a.modelled_on,"
	"  a.modelled_seconds,"
	"  a.reference_modelled_seconds,"
	"  a.modelled_ratio,"
	"  a.modelled_limit,"
	"  a.reference_modelled_limit"
	"  FROM attempt a;"
	"DROP VIEW IF EXISTS metric_view;"
	"CREATE VIEW metric_view AS SELECT m.attempt, a.exercise, m.name AS metric, m.value, m.reference, m.bound, m.held, m.line"
	"  FROM attempt_metric m JOIN attempt a ON a.id = m.attempt;"
	"DROP VIEW IF EXISTS sandbox_view;"
	"CREATE VIEW sandbox_view AS SELECT id AS attempt, exercise, sandbox FROM attempt;"
	"DROP VIEW IF EXISTS grade_view;"
	"CREATE VIEW grade_view AS SELECT"
	"  s.assignment, g.student, g.exercise, g.state, g.note,"
	"  CASE j.kind WHEN 'set' THEN j.points"
	"    WHEN 'add' THEN coalesce(iif(c.marks <> 0, max(0, g.points + c.marks), g.points), 0) + j.points"
	"    ELSE iif(c.marks <> 0, max(0, g.points + c.marks), g.points) END AS points,"
	"  g.possible, g.late_days, g.grace_days, a.verdict,"
	"  (SELECT count(*) FROM attempt_case c WHERE c.attempt = a.id) AS cases,"
	"  (SELECT count(*) FROM attempt_case c WHERE c.attempt = a.id AND c.passed) AS cases_passed,"
	"  j.reason AS adjusted, j.author AS adjusted_by, g.source_path, g.source_sha256, r.attempt,"
	"  t.attempt AS timed_attempt, m.speedup, coalesce(c.comments, 0) AS comments, coalesce(c.marks, 0) AS rubric_points"
	"  FROM grade_set s JOIN grade g ON g.grade_set = s.id"
	"  LEFT JOIN grade_result r ON r.id = g.result LEFT JOIN attempt a ON a.id = r.attempt"
	"  LEFT JOIN grade_result t ON t.id = g.timed LEFT JOIN attempt_time m ON m.attempt = t.attempt"
	"  LEFT JOIN grade_adjustment j ON j.id = (SELECT max(id) FROM grade_adjustment k"
	"    WHERE k.assignment = s.assignment AND k.student = g.student AND k.exercise = g.exercise)"
	"  LEFT JOIN (SELECT assignment, student, exercise, count(*) AS comments, sum(points) AS marks FROM grade_comment"
	"    WHERE gone_ms IS NULL GROUP BY assignment, student, exercise) c"
	"    ON c.assignment = s.assignment AND c.student = g.student AND c.exercise = g.exercise"
	"  WHERE s.state = 'current';"
	"DROP VIEW IF EXISTS time_view;"
	"CREATE VIEW time_view AS SELECT t.attempt, a.exercise, a.device_name, a.timed_case, a.seconds, a.reference_seconds,"
	"  t.speedup, t.speedup_low, t.speedup_high, t.rounds, t.dropped_rounds, t.gb_per_s, t.tflop_per_s, t.share_of_memory,"
	"  t.share_of_arithmetic, t.floor_seconds, t.driver, t.sm_mhz, t.memory_mhz, t.celsius, t.watts, t.watts_limit, "
	"t.power_capped,  t.slowed, t.mig FROM attempt_time t JOIN attempt a ON a.id = t.attempt;";

int migrations_latest(void)
{
	return (int)(sizeof steps / sizeof *steps);
}

static int reject_foreign(struct store *s, struct error *err)
{
	error_set(err, PARTY_MACHINE, "'%s' is a database of another program", s->path);
	return error_remedy(err, "move it aside, and warpbook makes a new one");
}

static int reject_newer(struct store *s, int64_t version, struct error *err)
{
	error_set(err, PARTY_MACHINE, "'%s' was written by a newer warpbook (it has format %" PRId64 ", this one knows %d)",
		  s->path, version, migrations_latest());
	return error_remedy(err, "use the newer warpbook; this one does not change the file");
}

/* One statement, so that all values are from one moment: another process may be creating the file. */
static const char state_query[] =
	"SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version), "
	"(SELECT count(*) FROM sqlite_master)";

int migrations_version(struct store *s, int *version, struct error *err)
{
	sqlite3_stmt *stmt = store_query(s, err, state_query, "");
	int64_t application, steps_done, tables;

	if (!stmt)
		return -1;
	if (sqlite3_step(stmt) != SQLITE_ROW) {
		store_error(s, err);
		sqlite3_finalize(stmt);
		return -1;
	}
	application = sqlite3_column_int64(stmt, 0);
	steps_done = sqlite3_column_int64(stmt, 1);
	tables = sqlite3_column_int64(stmt, 2);
	sqlite3_finalize(stmt);
	if (application != APPLICATION_ID && (application || steps_done || tables))
		return reject_foreign(s, err);
	if (steps_done < 0 || steps_done > migrations_latest())
		return reject_newer(s, steps_done, err);
	*version = (int)steps_done;
	return 0;
}

static int run_missing(struct store *s, struct error *err)
{
	char sql[128];
	int version;

	if (migrations_version(s, &version, err)) /* again: another process may have migrated it meanwhile */
		return -1;
	for (; version < migrations_latest(); version++)
		if (store_exec(s, steps[version], err))
			return -1;
	if (store_exec(s, views, err))
		return -1;
	snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION_ID, version);
	return store_exec(s, sql, err);
}

int migrations_run(struct store *s, struct error *err)
{
	if (store_begin(s, err))
		return -1;
	if (run_missing(s, err)) {
		store_rollback(s);
		return -1;
	}
	return store_commit(s, err);
}
