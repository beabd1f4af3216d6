/* store.c - attempts and progress survive the end of their process, other processes, crashes and full disks. */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/path.h"
#include "store/grades.h"
#include "store/internal.h"
#include "tap/tap.h"
#include "words/kinds.h"

static char scratch[256];

static const char *in_scratch(const char *name)
{
	static char path[400];

	return path_join(path, sizeof path, scratch, name);
}

static const struct store_case cases[] = { { "n = 1", true, "" }, { "n = 257", false, "out[256] was never written" } };
static const struct finding findings[] = {
	{ .kind = KIND_UNINITIALISED_READ, .level = FINDING_WARNING, .message = "first", .place = { "ex.cu", 3, 1 },
	  .threads = 1 },
	{ .kind = KIND_OUT_OF_BOUNDS, .level = FINDING_ERROR, .message = "second", .advice = "guard?",
	  .place = { "ex.cu", 12, 5 }, .block = { 3, 0, 0 }, .thread = { 232, 0, 0 }, .threads = 24, .case_index = 1 },
};
static const struct store_counter counters[] = { { "warp_instructions", 1234 } };

static struct store_attempt attempt_of(const char *exercise, const char *verdict, int64_t ms)
{
	return (struct store_attempt){
		.exercise = exercise, .verdict = verdict, .message = "m", .device = "vm", .compiler = "clang 14",
		.source_path = "a.cu", .source_sha256 = "00", .tool_version = "0.1", .content_version = "c", .seed = 77,
		.unix_ms = ms, .compile_seconds = 0.5, .run_seconds = 0.25, .cases = cases, .ncases = 2,
		.findings = findings, .nfindings = 2, .counters = counters, .ncounters = 1,
	};
}

/* The first column of the first row, as another program sees it. */
static void look(const char *path, const char *sql, char *out, size_t size)
{
	sqlite3 *db;
	sqlite3_stmt *stmt = NULL;

	snprintf(out, size, "nothing");
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW)
		snprintf(out, size, "%s", sqlite3_column_text(stmt, 0) ? (const char *)sqlite3_column_text(stmt, 0) : "NULL");
	sqlite3_finalize(stmt);
	sqlite3_close(db);
}

static void do_sql(const char *path, const char *sql)
{
	sqlite3 *db;

	if (sqlite3_open(path, &db) == SQLITE_OK)
		sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_close(db);
}

static void test_record(void)
{
	struct store *s;
	struct error err = { 0 };
	struct store_attempt a = attempt_of("01_a/ex", "wrong-answer", 1000000000000);
	struct arena arena = { 0 };
	struct store_progress *rows, one;
	char text[600];
	size_t n;
	int64_t id = 0;
	const char *path = in_scratch("a.db");

	if (!ok(store_open(&s, path, false, &err) == 0, "a database is made where there is none")) {
		printf("# %s\n", err.text);
		return;
	}
	ok(store_hint_used(s, "01_a/ex", 1, &err) == 0 && store_hint_used(s, "01_a/ex", 1, &err) == 0,
	   "a hint can be shown twice");
	ok(store_record(s, &a, &id, &err) == 0 && id == 1, "an attempt is recorded");
	a = attempt_of("01_a/ex", "passed", 1000000001000);
	ok(store_record(s, &a, &id, &err) == 0 && id == 2, "the next attempt gets the next number");
	a = attempt_of("01_a/ex", "compile-error", 1000000002000);
	a.findings = NULL, a.cases = NULL, a.counters = NULL, a.nfindings = a.ncases = a.ncounters = 0, a.message = NULL;
	ok(store_record(s, &a, &id, &err) == 0, "an attempt without cases, findings and message is recorded");
	ok(store_solution_seen(s, "02_b/other", &err) == 0, "a solution seen is noted");
	ok(store_step_done(s, "01_a", 3, false, &err) == 0 && store_step_done(s, "01_a", 3, true, &err) == 0 &&
	   store_step_done(s, "01_a", 2, true, &err) == 0, "steps are noted");
	store_close(s);

	look(path, "SELECT attempt || exercise || began || verdict || passed || cases || cases_passed || findings || "
		   "first_finding || first_line || seed FROM attempt_view WHERE attempt = 1", text, sizeof text);
	is_text(text, "101_a/ex2001-09-09 01:46:40wrong-answer0212out-of-bounds1277", "attempt_view shows an attempt in one row");
	look(path, "SELECT sum(value) FROM attempt_counter", text, sizeof text);
	is_text(text, "2468", "counters are kept");
	look(path, "PRAGMA foreign_key_check", text, sizeof text);
	is_text(text, "nothing", "every row belongs to an attempt");

	ok(store_open(&s, path, true, &err) == 0, "a database opens again, to be read");
	ok(store_progress_all(s, &arena, &rows, &n, &err) == 0 && n == 2, "every touched exercise has its progress");
	ok(n == 2 && rows[0].attempts == 3 && rows[0].passed && rows[0].hints == 1 && !rows[0].solution_seen &&
	   rows[0].first_pass_unix_ms == 1000000001000 && rows[0].last_unix_ms == 1000000002000 &&
	   !strcmp(rows[0].last_verdict, "compile-error") && !strcmp(rows[0].last_message, "") && rows[0].worked_ms == 2000,
	   "progress has tries, the time between them, the first pass and the last verdict");
	ok(n == 2 && !rows[1].attempts && rows[1].solution_seen && !strcmp(rows[1].last_verdict, ""),
	   "an exercise with only a seen solution has progress too");
	ok(store_progress_one(s, "01_a/ex", &arena, &one, &err) == 0 && one.attempts == 3 && one.passed,
	   "one exercise's progress is found");
	ok(store_progress_one(s, "09_z/none", &arena, &one, &err) == 0 && !one.attempts && !strcmp(one.last_verdict, ""),
	   "an untouched exercise has empty progress");
	{
		int hints = -1, steps = -1, none = -1;
		bool right[3];

		ok(!store_hints_used(s, "01_a/ex", &hints, &err) && hints == 1, "the used hints are counted");
		ok(!store_steps_done(s, "01_a", &steps, &err) && steps == 3, "the highest step is found");
		ok(!store_steps_right(s, "01_a", right, 3, &err) && !right[0] && right[1] && right[2],
		   "the steps that were answered rightly are known");
		ok(!store_steps_done(s, "05_e", &none, &err) && none == 0, "a lesson not begun has no steps");
	}
	{
		struct store_mistake *mistakes;
		struct store_try tries[9];
		int days[7], ntries;

		ok(!store_days(s, days, 7, &err) && !days[0] && !days[6], "attempts of long ago are of no day of this week");
		ok(!store_tries(s, "01_a/ex", tries, 9, &ntries, &err) && ntries == 3 && !tries[0].passed && tries[1].passed &&
		   !tries[2].passed && tries[0].cases > 0 && tries[0].right < tries[0].cases,
		   "tries come in their order, with their right cases");
		ok(!store_tries(s, "01_a/ex", tries, 2, &ntries, &err) && ntries == 2 && tries[0].passed && !tries[1].passed,
		   "the last of many");
		ok(!store_tries(s, "09_z/none", tries, 9, &ntries, &err) && ntries == 0,
		   "of what was never tried there are none");
		ok(!store_mistakes(s, &arena, &mistakes, &n, &err) && n == 2 && !strcmp(mistakes[0].verdict, "compile-error") &&
		   mistakes[0].exercises == 1 && mistakes[0].overcome == 0 && mistakes[1].overcome == 1,
		   "a mistake is overcome by a pass after it");
	}
	ok(store_record(s, &a, &id, &err) == -1 && err.party == PARTY_MACHINE, "a database opened for reading is not written");
	store_close(s);
	arena_release(&arena);
	look(path, "SELECT right FROM step WHERE number = 3", text, sizeof text);
	is_text(text, "1", "a question answered right once stays right");
}

/* Records until killed or done; writes the number of each acknowledged attempt to fd. */
static int recorder(const char *path, int count, int fd)
{
	struct store *s;
	struct error err = { 0 };
	struct store_attempt a = attempt_of("01_a/ex", "passed", 0);

	if (store_open(&s, path, false, &err)) {
		dprintf(STDOUT_FILENO, "# open: %s\n", err.text);
		return 1;
	}
	for (int i = 0; i < count; i++) {
		int64_t id;

		if (store_record(s, &a, &id, &err)) {
			dprintf(STDOUT_FILENO, "# record %d: %s\n", i, err.text);
			return 1;
		}
		if (fd >= 0 && write(fd, "x", 1) != 1)
			return 1;
	}
	store_close(s);
	return 0;
}

/* Children that record side by side; true when all went well. */
static bool company(const char *path, int processes, int records)
{
	pid_t pids[8];
	bool all_well = true;

	fflush(stdout);
	for (int i = 0; i < processes; i++)
		if ((pids[i] = fork()) == 0)
			_exit(recorder(path, records, -1));
	for (int i = 0; i < processes; i++) {
		int status;

		all_well = waitpid(pids[i], &status, 0) == pids[i] && status == 0 && all_well;
	}
	return all_well;
}

/* The format before attempts were compared with the reference: the test removes what the migration added. */
static void test_older_form(void)
{
	static const char *const added[] = { "sandbox", "device_name", "timed_case", "seconds", "reference_seconds", "time_ratio",
					     "instruction_ratio", "sector_ratio", "modelled_on", "modelled_seconds",
					     "reference_modelled_seconds", "modelled_ratio", "modelled_limit",
					     "reference_modelled_limit" };
	const struct store_time time = { .speedup = 1.5, .low = 1.25, .high = 1.75, .rounds = 20, .gb_per_s = 3, .driver = 13000,
					 .sm_mhz = 1980, .state = true, .capped = true };
	const char *path = in_scratch("older.db");
	struct store_attempt a = attempt_of("101_a/ex", "passed", 1000);
	struct store *s;
	struct error err;
	char text[200], sql[100];
	int64_t id;

	if (sqlite3_libversion_number() < 3035000) {
		skip_test("this SQLite cannot drop a column", "an older database gets the new columns");
		return;
	}
	a.device_name = "Card";
	a.sandbox = "landlock";
	a.timed_case = "n = 2";
	a.seconds = 0.5;
	a.time_ratio = 2;
	a.modelled_on = "an H200";
	a.modelled_seconds = 0.25;
	a.modelled_limit = "DRAM";
	a.time = &time;
	if (store_open(&s, path, false, &err) == 0 && store_record(s, &a, &id, &err) == 0)
		store_close(s);
	look(path, "SELECT device_name || timed_case || seconds || time_ratio || (reference_seconds IS NULL) ||"
		   " (sector_ratio IS NULL) FROM attempt_view", text, sizeof text);
	is_text(text, "Cardn = 20.52.011", "an attempt is compared with the reference, and 0 is stored as NULL");
	look(path, "SELECT modelled_on || modelled_seconds || modelled_limit || (modelled_ratio IS NULL) FROM attempt_view", text,
	     sizeof text);
	is_text(text, "an H2000.25DRAM1", "and has its modelled time");
	look(path, "SELECT sandbox FROM sandbox_view", text, sizeof text);
	is_text(text, "landlock", "and the sandbox that it ran in");
	look(path, "SELECT speedup || speedup_low || speedup_high || rounds || gb_per_s || (tflop_per_s IS NULL) || sm_mhz || "
		   "power_capped || slowed || (watts IS NULL) || timed_case || driver FROM time_view", text, sizeof text);
	is_text(text, "1.51.251.75203.011980101n = 213000", "and the time that was taken, with its interval and the card's "
							    "state");
	do_sql(path, "DROP VIEW time_view; DROP TABLE attempt_time; DROP VIEW grade_view; DROP TABLE grade; DROP TABLE "
		     "grade_set; DROP TABLE grade_event; DROP TABLE grade_adjustment; DROP TABLE grade_comment; DROP TABLE "
		     "grade_assignment; DROP TABLE grade_entry; DROP TABLE grade_source;"
		     " DROP TABLE grade_picture; DROP TABLE grade_result;"
		     " DROP VIEW sandbox_view; DROP VIEW metric_view; DROP TABLE attempt_metric; DROP VIEW attempt_view;"
		     " CREATE VIEW attempt_view AS SELECT 1; ALTER TABLE attempt_case DROP COLUMN output_right; PRAGMA "
		     "user_version = 1");
	for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
		snprintf(sql, sizeof sql, "ALTER TABLE attempt DROP COLUMN %s", added[i]);
		do_sql(path, sql);
	}
	ok(store_open(&s, path, false, &err) == 0, "a database of the first form opens");
	a.exercise = "101_a/other";
	ok(store_record(s, &a, &id, &err) == 0, "and records");
	store_close(s);
	look(path, "SELECT group_concat(coalesce(timed_case, 'none') || exercise, ' ') FROM attempt_view", text, sizeof text);
	is_text(text, "none101_a/ex n = 2101_a/other", "its attempts are there, with nothing in the new columns");
}

static void test_company(void)
{
	char path[400], text[64];
	bool all_born = true;

	snprintf(path, sizeof path, "%s", in_scratch("company.db"));
	ok(company(path, 8, 50), "eight processes make and write one database side by side");
	look(path, "SELECT count(*) FROM attempt", text, sizeof text);
	is_text(text, "400", "attempts recorded side by side are all there");
	look(path, "SELECT count(*) FROM attempt_case", text, sizeof text);
	is_text(text, "800", "and so are their cases");
	look(path, "PRAGMA integrity_check", text, sizeof text);
	is_text(text, "ok", "and the database is whole");
	for (int i = 0; i < 40; i++) {
		snprintf(text, sizeof text, "born%d.db", i);
		snprintf(path, sizeof path, "%s", in_scratch(text));
		all_born = company(path, 8, 1) && all_born;
	}
	ok(all_born, "a database that another process is just making is not taken for a foreign one");
}

static void test_kill(void)
{
	char path[400], text[64];
	bool kept = true, whole = true;

	snprintf(path, sizeof path, "%s", in_scratch("kill.db"));
	fflush(stdout);
	for (int round = 0, acknowledged = 0; round < 5; round++) {
		int pipes[2];
		pid_t pid;
		char byte;

		if (pipe(pipes))
			return;
		pid = fork();
		if (pid == 0)
			_exit(recorder(path, 1000000, pipes[1]));
		close(pipes[1]);
		for (int i = 0; i < 3 + round; i++)
			acknowledged += read(pipes[0], &byte, 1) == 1;
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		while (read(pipes[0], &byte, 1) == 1)
			acknowledged++;
		close(pipes[0]);
		look(path, "SELECT count(*) FROM attempt", text, sizeof text);
		kept = kept && atoi(text) >= acknowledged;
		look(path, "SELECT count(*) FROM attempt a WHERE 2 <> (SELECT count(*) FROM attempt_case c WHERE c.attempt "
			   "= a.id) OR 1 <> (SELECT count(*) FROM attempt_counter c WHERE c.attempt = a.id)", text, sizeof text);
		whole = whole && !strcmp(text, "0");
	}
	ok(kept, "an acknowledged attempt survives kill -9");
	ok(whole, "no attempt is ever recorded by half");
}

/* Opening fails, and the error is the machine's. */
static void rejected(const char *path, const char *part, const char *remedy, const char *what)
{
	struct store *s;
	struct error err = { 0 };
	int status = store_open(&s, path, false, &err);

	if (!ok(status == -1 && !s && err.party == PARTY_MACHINE && strstr(err.text, part) && strstr(err.remedy, remedy),
		"%s", what))
		printf("# %s (%s)\n", err.text, err.remedy);
	if (status == 0)
		store_close(s);
}

static void test_bad_files(void)
{
	struct error err;
	char path[400], text[64];
	char noise[8192];

	snprintf(path, sizeof path, "%s", in_scratch("noise.db"));
	for (size_t i = 0; i < sizeof noise; i++)
		noise[i] = (char)(i * 7 + 1);
	file_write(path, noise, sizeof noise, &err);
	rejected(path, "is not an SQLite file", "aside", "a file that is no database is reported");

	snprintf(path, sizeof path, "%s", in_scratch("torn.db"));
	recorder(path, 200, -1);
	{
		int fd = open(path, O_WRONLY | O_CLOEXEC);

		for (int page = 1; page < 6; page++)
			if (pwrite(fd, noise, sizeof noise / 2, page * 4096) < 0)
				break;
		close(fd);
	}
	{
		struct store *s;
		struct store_progress *rows;
		struct arena arena = { 0 };
		size_t n;
		int status = store_open(&s, path, false, &err);

		if (status == 0)
			status = store_progress_all(s, &arena, &rows, &n, &err);
		ok(status == -1 && err.party == PARTY_MACHINE && strstr(err.text, "is damaged") && strstr(err.remedy, "aside"),
		   "a damaged database is reported, with the remedy");
		store_close(s);
		arena_release(&arena);
	}

	snprintf(path, sizeof path, "%s", in_scratch("foreign.db"));
	do_sql(path, "CREATE TABLE theirs(x)");
	rejected(path, "another program", "aside", "a database of another program is left alone");
	look(path, "SELECT count(*) FROM sqlite_master", text, sizeof text);
	is_text(text, "1", "and nothing is added to it");

	snprintf(path, sizeof path, "%s", in_scratch("newer.db"));
	recorder(path, 1, -1);
	do_sql(path, "PRAGMA user_version = 999");
	rejected(path, "newer warpbook", "newer warpbook", "a newer database is rejected");
	look(path, "PRAGMA user_version", text, sizeof text);
	is_text(text, "999", "and is not changed");

	rejected(scratch, "is a folder", "move it aside", "a folder is no database");
	rejected(in_scratch("none/at/all.db"), "cannot be opened", "warpbook init", "a missing folder is reported");
	{
		struct store *s;

		ok(store_open(&s, in_scratch("absent.db"), true, &err) == -1 && !path_exists(in_scratch("absent.db")),
		   "reading makes no file");
	}
	snprintf(path, sizeof path, "%s", in_scratch("empty.db"));
	file_write(path, "", 0, &err);
	ok(recorder(path, 1, -1) == 0, "an empty file becomes a database");
}

/* SQL of another in the file: a trigger does not run, and a view or column that does not end has a limit. */
static void test_foreign_sql(void)
{
	const char *path = in_scratch("triggered.db");
	struct store_attempt a = attempt_of("01_a/ex", "passed", 1);
	struct error err = { 0 };
	struct store *s;
	int64_t id = 0;

	if (!ok(store_open(&s, path, false, &err) == 0, "a database for foreign SQL is made (%s)", err.text))
		return;
	store_close(s);
	do_sql(path, "CREATE TRIGGER slow AFTER INSERT ON attempt BEGIN SELECT count(*) FROM (WITH RECURSIVE c(x) AS"
		     " (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000000000) SELECT * FROM c); END;"
		     "CREATE TRIGGER stop BEFORE INSERT ON attempt BEGIN SELECT raise(ABORT, '\033[2J'); END");
	if (!ok(store_open(&s, path, false, &err) == 0, "it opens with triggers in it"))
		return;
	ok(store_record(s, &a, &id, &err) == 0 && id == 1, "no trigger runs while an attempt is recorded");
	s->cpu_seconds = 0.2;
	ok(store_integer(s, &err, &id, "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
			 "") == -1 &&
	   err.party == PARTY_MACHINE && strstr(err.text, "takes too long"), "a statement that does not end is stopped");
	ok(store_integer(s, &err, &id, "SELECT count(*) FROM attempt", "") == 0 && id == 1, "and the next one works");
	store_close(s);
}

static void test_read_only_place(void)
{
	char folder[400], path[450];
	struct store *s;
	struct error err = { 0 };
	int64_t id;
	struct store_attempt a = attempt_of("01_a/ex", "passed", 0);

	if (geteuid() == 0) {
		skip_test("root writes everywhere", "a database in a read-only folder can be read");
		return;
	}
	snprintf(folder, sizeof folder, "%s", in_scratch("what? a #1 %41 folder"));
	path_make_dirs(folder, &err);
	path_join(path, sizeof path, folder, "a.db");
	recorder(path, 2, -1);
	chmod(path, 0400);
	chmod(folder, 0500);
	ok(store_open(&s, path, true, &err) == 0, "a database in a read-only folder can be read");
	store_close(s);
	ok(store_open(&s, path, false, &err) || store_record(s, &a, &id, &err), "but not written");
	ok(strstr(err.text, "cannot be written") && strstr(err.remedy, "permission"), "and the reason is reported");
	store_close(s);
	chmod(folder, 0700);
}

static void test_lock(void)
{
	char path[400];
	struct store *s;
	struct error err = { 0 };
	struct store_attempt a = attempt_of("01_a/ex", "passed", 0);
	sqlite3 *db;
	int64_t id;

	snprintf(path, sizeof path, "%s", in_scratch("lock.db"));
	if (store_open(&s, path, false, &err) || sqlite3_open(path, &db) != SQLITE_OK)
		return;
	store_patience(s, 50);
	sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	ok(store_record(s, &a, &id, &err) == -1 && err.party == PARTY_MACHINE && strstr(err.text, "locked") && *err.remedy,
	   "a database locked for too long is reported");
	sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	ok(store_record(s, &a, &id, &err) == 0, "and is used again once it is free");
	sqlite3_close(db);
	store_close(s);
}

/* A file that must not grow acts like a full disk. */
static void test_full(void)
{
	char path[400], text[64], before[64];
	struct store *s;
	struct error err = { 0 };
	struct store_attempt a = attempt_of("01_a/ex", "passed", 0);
	static char long_message[200000];
	int64_t id;

	snprintf(path, sizeof path, "%s", in_scratch("full.db"));
	recorder(path, 5, -1);
	look(path, "SELECT count(*) FROM attempt", before, sizeof before);
	if (store_open(&s, path, false, &err))
		return;
	store_exec(s, "PRAGMA max_page_count = 1", &err); /* no page beyond those there are */
	memset(long_message, 'x', sizeof long_message - 1);
	a.message = long_message;
	ok(store_record(s, &a, &id, &err) == -1 && strstr(err.text, "disk is full") && strstr(err.remedy, "free some space"),
	   "a full disk is reported");
	store_close(s);
	look(path, "SELECT count(*) FROM attempt", text, sizeof text);
	is_text(text, before, "and leaves the attempts before it whole");
	look(path, "PRAGMA integrity_check", text, sizeof text);
	is_text(text, "ok", "and the database sound");
}

/* ---- a class -------------------------------------------------------------------------------- */

static struct store_key key_of(const struct store_attempt *a)
{
	return (struct store_key){ "ab", a->exercise, a->content_version, a->tool_version, a->compiler, a->device, a->seed };
}

/* The result of a file comes with its attempt, once for each key. */
static void test_results(struct store *s)
{
	static const struct store_grading grading = { .source_sha256 = "ab", .report = "the report" };
	struct store_attempt a = attempt_of("01_kernels/add", "wrong-answer", 1000);
	struct store_key key = key_of(&a);
	struct store_result r = { 0 };
	struct store_case *listed;
	struct store_result_finding *found;
	struct arena arena = { 0 };
	int64_t plain, first, again, id = -1;
	struct error err = { 0 };
	size_t n, m;

	ok(store_record(s, &a, &plain, &err) == 0 && store_result_find(s, &key, &id, &err) == 0 && id == 0,
	   "an attempt outside a class is no result");
	a.grading = &grading;
	ok(store_record(s, &a, &first, &err) == 0 && store_result_find(s, &key, &id, &err) == 0 && id > 0, "one of a class is");
	ok(store_record(s, &a, &again, &err) == 0 && again == first, "a second of the same key is not written: the first one "
								     "stays");
	ok(store_result_read(s, id, &arena, &r, &err) == 0 && r.attempt == first && r.cases == 2 && r.right == 1 &&
	   r.errors == 1 && !strcmp(r.report, "the report") && !strcmp(r.verdict, "wrong-answer") && r.seconds == 0.75,
	   "it is read as it was");
	ok(store_result_cases(s, first, &arena, &listed, &n, &err) == 0 && n == 2 && !listed[1].passed &&
	   store_result_findings(s, first, &arena, &found, &m, &err) == 0 && m == 2 && found[1].line == 12,
	   "with cases and findings");
	key.seed++;
	ok(store_result_find(s, &key, &id, &err) == 0 && id == 0, "another seed is another key");
	arena_release(&arena);
}

static struct store_grade grade_of(const char *student, double points)
{
	return (struct store_grade){ .student = student, .exercise = "01_kernels/add", .state = "graded", .note = "",
				     .known = true, .points = points, .possible = 10, .before_late = points,
				     .source_sha256 = "ab" };
}

static void test_sets(struct store *s, const char *path)
{
	struct store_grade rows[] = { grade_of("O'Brien", 7), grade_of("Zo\xc3\xab", 3) }, *back;
	struct store_event event = { .action = "graded", .student = "O'Brien", .exercise = "01_kernels/add", .has = true,
				     .after = 7 };
	struct store_adjustment by_hand = { "O'Brien", "01_kernels/add", ADJUST_ADD, -1.5, "late by phone", "me" }, *held;
	struct store_past *past;
	struct arena arena = { 0 };
	struct error err = { 0 };
	int64_t set = 0, days = -1;
	uint64_t seed = 0;
	char text[100];
	size_t n;

	rows[1].known = false;
	rows[0].grace_days = 2;
	ok(store_class_seed(s, "a1", 42, &seed, &err) == 0 && seed == 42 && store_class_seed(s, "a1", 43, &seed, &err) == 0 &&
	   seed == 42,
	   "a class keeps its seed");
	ok(store_grades_write(s, "a1", "current", "me", rows, 2, &event, 1, &err) == 0 &&
	   store_set_find(s, "a1", "current", &set, &err) == 0 && store_grades(s, set, &arena, &back, &n, &err) == 0 && n == 2 &&
	   back[0].points == 7 && back[0].grace_days == 2 && !back[1].known && !strcmp(back[1].student, rows[1].student),
	   "grades come back as they were written");
	look(path, "SELECT points IS NULL FROM grade_view WHERE student <> 'O''Brien'", text, sizeof text);
	is_text(text, "1", "what is not known is no number");
	ok(store_grace_used(s, "a2", "O'Brien", &days, &err) == 0 && days == 2 &&
	   store_grace_used(s, "a1", "O'Brien", &days, &err) == 0 && days == 0,
	   "grace days are counted over the other assignments");
	ok(store_adjust(s, "a1", &by_hand, &event, &err) == 0 && store_adjustments(s, "a1", &arena, &held, &n, &err) == 0 &&
	   n == 1 && held[0].kind == ADJUST_ADD && held[0].points == -1.5 && !strcmp(held[0].author, "me"),
	   "an adjustment is kept");
	look(path, "SELECT points FROM grade_view WHERE student = 'O''Brien'", text, sizeof text);
	is_text(text, "5.5", "and counts");
	rows[0].points = 4;
	ok(store_grades_write(s, "a1", "proposed", "me", rows, 2, NULL, 0, &err) == 0, "a regrade is a set of its own");
	look(path, "SELECT points FROM grade_view WHERE student = 'O''Brien'", text, sizeof text);
	is_text(text, "5.5", "which changes no grade");
	ok(store_set_settle(s, "a1", true, "me", &event, 1, &err) == 0, "until it is applied");
	look(path, "SELECT points FROM grade_view WHERE student = 'O''Brien'", text, sizeof text);
	is_text(text, "2.5", "with the adjustment upon it");
	look(path, "SELECT group_concat(state) FROM (SELECT state FROM grade_set ORDER BY id)", text, sizeof text);
	is_text(text, "replaced,current", "the former set is kept");
	by_hand.kind = ADJUST_NONE;
	ok(store_adjust(s, "a1", &by_hand, &event, &err) == 0 && store_adjustments(s, "a1", &arena, &held, &n, &err) ==
	   0 && n == 0,
	   "an adjustment can be taken back");
	ok(store_trail(s, "a1", &arena, &past, &n, &err) == 0 && n == 4 && past[0].event.has && !past[0].event.had &&
	   past[0].event.after == 7 && !strcmp(past[0].author, "me"), "the trail has every change");
	arena_release(&arena);
}

static void test_class(void)
{
	const char *path = in_scratch("class.db");
	struct error err = { 0 };
	struct store *s;

	ok(store_open(&s, path, false, &err) == 0, "a class's database opens");
	test_results(s);
	test_sets(s, path);
	store_close(s);
}

int main(void)
{
	struct error err;

	if (path_temp_dir(scratch, sizeof scratch, "store", &err))
		return 1;
	test_record();
	test_class();
	test_older_form();
	test_company();
	test_kill();
	test_bad_files();
	test_foreign_sql();
	test_read_only_place();
	test_lock();
	test_full();
	path_remove_tree(scratch, &err);
	return tap_done();
}
