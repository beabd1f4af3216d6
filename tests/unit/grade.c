/* grade.c - names, tables, times and points of a class, without any check. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/path.h"
#include "grade/in/collect.h"
#include "grade/in/csv.h"
#include "grade/out/out.h"
#include "grade/points.h"
#include "tap/tap.h"

static struct arena arena;

/* ---- tables ---------------------------------------------------------------------------------------- */

static bool parsed(const char *text, struct csv *t)
{
	struct error err = { 0 };

	return csv_parse("t.csv", text, strlen(text), &arena, t, &err) == 0;
}

static void test_csv(void)
{
	static const char *const foreign[] = { "=1+1", "+cmd", "-2", "@x", "\t=1", " =1", "\n=1", "|x", "%x", "\xEF\xBC\x9D""1" };
	static const char *const plain[] = { "O'Brien", "a=b", "Zo\xC3\xAB", "1-2", "" };
	struct error err = { 0 };
	struct buf out = BUF_INIT;
	struct csv t;
	bool good = true;

	ok(parsed("\xEF\xBB\xBFid,name\r\n1,\"O'Brien, \"\"Pat\"\"\"\r\n\r\n2,\"two\nlines\"", &t) && t.n == 3 && t.mark && t.rows[1].n == 2 &&
	   !strcmp(t.rows[1].cells[1], "O'Brien, \"Pat\"") && !strcmp(t.rows[2].cells[1], "two\nlines") && t.rows[2].line == 4,
	   "quotes, commas, line breaks and a mark are read");
	ok(parsed("id;name;x\n1;a,b;", &t) && t.separator == ';' && !strcmp(t.rows[1].cells[1], "a,b") && t.rows[1].n == 3,
	   "a semicolon may separate");
	ok(csv_column(&t, "NAME") == 1 && csv_column(&t, "no") == -1 && !*csv_cell(&t.rows[1], 7), "columns are found by their heads");
	ok(csv_parse("t.csv", "a,b\n1,\"x", 8, &arena, &t, &err) && err.line == 2 && strstr(err.text, "never closed"),
	   "an open quote is an error at its line");
	ok(csv_parse("t.csv", "a\0b", 3, &arena, &t, &err) && strstr(err.text, "UTF-8"), "so is UTF-16");
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
		buf_clear(&out);
		csv_put_text(&out, foreign[i], ',');
		good = good && parsed(buf_text(&out), &t) && t.rows[0].cells[0][0] == '\'' && !strcmp(t.rows[0].cells[0] + 1, foreign[i]);
	}
	ok(good, "what a spreadsheet might compute gets an apostrophe, and is else as it was");
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		buf_clear(&out);
		csv_put_text(&out, plain[i], ',');
		good = good && !strcmp(buf_text(&out), plain[i]);
	}
	ok(good, "other words stay as they are");
	buf_clear(&out);
	csv_put_number(&out, 7.5);
	buf_putc(&out, ' ');
	csv_put_number(&out, 10);
	buf_putc(&out, ' ');
	csv_put_number(&out, -0.00001);
	tap_is(buf_text(&out), "7.5 10 0", __FILE__, __LINE__, "numbers have no useless zeros");
	buf_release(&out);
}

/* ---- times --------------------------------------------------------------------------------------------- */

static int64_t at(const char *text)
{
	int64_t ms = -1;

	return grade_time(text, &ms) ? -1 : ms;
}

static void test_times(void)
{
	static const char *const none[] = { "", "2026-11-20", "2026-02-29 10:00", "2026-11-20 24:00", "2026-11-20 10:00 +1", "2026-11-20 10:00x",
		"20.11.2026 10:00", "2026-11-20 10:00 CET" };
	bool good = true;

	setenv("TZ", "Europe/Berlin", 1);
	tzset();
	ok(at("1996-01-01 00:00Z") == 820454400000 && at("1996-01-01T01:00:00+01:00") == 820454400000 &&
	   at("1996-01-01 01:00:00.5 +0100") == 820454400000 && at("1995-12-31 19:30 -04:30") == 820454400000, "zones are reckoned with");
	ok(at("1996-01-01 01:00") == 820454400000 || !path_exists("/usr/share/zoneinfo/Europe/Berlin"), "without one it is the machine's");
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		good = good && at(none[i]) == -1;
	ok(good, "what is no time is rejected");
}

/* ---- names ------------------------------------------------------------------------------------------------ */

static bool split_to(enum layout layout, const char *name, bool folder, const char *id, const char *who, const char *file)
{
	const struct layout_entry e = { name, folder, false };
	struct layout_name n = layout_split(layout, &e, "a1-", false, &arena);
	bool same = !strcmp(n.id, id) && !strcmp(n.name, who) && (file ? n.file && !strcmp(n.file, file) : !n.file);

	if (!same)
		printf("# %s: id '%s', name '%s', file '%s'\n", name, n.id, n.name, n.file ? n.file : "none");
	return same;
}

static void test_names(void)
{
	static const struct layout_entry moodle[] = { { "A B_1_assignsubmission_file_", true, false } },
		canvas[] = { { "ab_1_2_add.cu", false, false }, { "notes", true, false }, { "cd_LATE_3_4_add-1.cu", false, false } },
		scope[] = { { "submission_1", true, false }, { LAYOUT_METADATA, false, false } },
		github[] = { { "a1-ann", true, true }, { "a1-ben", true, true } }, folders[] = { { "ann", true, false }, { "x.txt", false, false } },
		files[] = { { "ann_add.cu", false, false } };

	ok(layout_guess(moodle, 1) == LAYOUT_MOODLE && layout_guess(canvas, 3) == LAYOUT_CANVAS && layout_guess(scope, 2) == LAYOUT_GRADESCOPE &&
	   layout_guess(github, 2) == LAYOUT_GITHUB && layout_guess(folders, 2) == LAYOUT_FOLDERS && layout_guess(files, 1) == LAYOUT_FILES,
	   "what platforms export is recognised");
	ok(split_to(LAYOUT_MOODLE, "O'Brien_X Pat_101_assignsubmission_file_", true, "101", "O'Brien_X Pat", NULL) &&
	   split_to(LAYOUT_MOODLE, "Pat_7_assignsubmission_file_add.cu", false, "7", "Pat", "add.cu"), "Moodle's names");
	ok(split_to(LAYOUT_CANVAS, "lee_LATE_1_2_my_add-1.cu", false, "1", "lee", "my_add-1.cu"), "Canvas' names");
	ok(split_to(LAYOUT_GITHUB, "a1-ann-lee", true, "ann-lee", "ann-lee", NULL) && split_to(LAYOUT_GITHUB, "other", true, "other", "other", NULL),
	   "GitHub's names");
	ok(split_to(LAYOUT_FILES, "ann-lee_add-2.cu", false, "ann-lee", "ann-lee", "add-2.cu") &&
	   split_to(LAYOUT_FILES, "add.cu", false, "", "", "add.cu"), "names of single files");
	ok(!strcmp(layout_prefix(github, 2, &arena), "a1-") && !*layout_prefix(folders, 2, &arena), "and what clones have in common");
	ok(layout_file_number("add.cu", "add.cu") == 0 && layout_file_number("ADD.CU", "add.cu") == 0 && layout_file_number("add-3.cu", "add.cu") == 3 &&
	   layout_file_number("add (12).cu", "add.cu") == 12 && layout_file_number("add_1.cu", "add.cu") == 1, "a file handed in again has a number");
	ok(layout_file_number("add2.cu", "add.cu") < 0 && layout_file_number("add-.cu", "add.cu") < 0 && layout_file_number("add.cu.bak", "add.cu") < 0 &&
	   layout_file_number("add (1.cu", "add.cu") < 0 && layout_file_number("", "add.cu") < 0 && layout_file_number("add", "add.cu") < 0 &&
	   layout_file_number("add-9999999.cu", "add.cu") < 0, "other files have none");
	ok(!strcmp(layout_plain_name("O'Brien, Pat", true, &arena), layout_plain_name("Pat O\xE2\x80\x99""BRIEN", true, &arena)),
	   "a name is the same in either order");
}

static void test_file_names(void)
{
	char a[200], b[200], id[300];

	out_file_name("ann.lee@example.org", a, sizeof a);
	tap_is(a, "ann.lee@example.org", __FILE__, __LINE__, "a plain id is a file's name");
	out_file_name("../../etc/passwd", a, sizeof a);
	out_file_name("../../etc_passwd", b, sizeof b);
	ok(!strchr(a, '/') && *a != '.' && strcmp(a, b), "others leave no folder, and stay different");
	out_file_name("-rf", a, sizeof a);
	ok(*a == '_', "none looks like an option");
	memset(id, 'x', 254);
	snprintf(id + 254, sizeof id - 254, "\xC3\xA4");
	out_file_name(id, a, sizeof a);
	ok(strlen(a) < 100, "a long one is cut");
	out_file_name("", a, sizeof a);
	ok(*a, "an empty one has a name");
}

/* ---- points --------------------------------------------------------------------------------------------------- */

static void test_points(void)
{
	const struct grade_exercise x = { .points = 10, .parts = { 0.4, 0.3, 0.2, 0.1 } };
	struct store_result r = { .verdict = "passed", .cases = 3, .right = 3, .limits = 2, .held = 2 };

	ok(points_of(&x, &r, NULL) == 10, "a pass has all points");
	r.verdict = "too-slow";
	r.held = 1;
	ok(points_of(&x, &r, NULL) == 6.5, "a right answer that is too slow has those for its cases, and for the limits it keeps");
	r = (struct store_result){ .verdict = "memory-error", .cases = 3, .right = 1, .errors = 1 };
	ok(points_of(&x, &r, NULL) == 1.33, "the share of cases counts");
	r.errors = 7;
	ok(points_of(&x, &r, NULL) == 1.33, "more findings neither give nor take");
	r = (struct store_result){ .verdict = "wrong-answer", .cases = 4, .right = 2 };
	ok(points_of(&x, &r, NULL) == 4, "no finding, some right: the points for that");
	r = (struct store_result){ .verdict = "compile-error", .cases = 4 };
	ok(points_of(&x, &r, NULL) == 0, "what does not compile has none");
	r = (struct store_result){ .verdict = "tampered", .cases = 4, .right = 4 };
	ok(points_of(&x, &r, NULL) == 0, "nor has what interferes with its judging");
	r = (struct store_result){ .verdict = "passed" };
	ok(points_of(&x, &r, NULL) <= 10, "an exercise without cases is no division by zero");
}

/* Speed on a GPU: only the last of the four parts depends on it. */
static void test_timed_points(void)
{
	const struct grade_exercise x = { .points = 10, .parts = { 0.4, 0.3, 0.2, 0.1 } };
	struct store_result r = { .id = 1, .verdict = "passed", .cases = 3, .right = 3, .limits = 1, .held = 1 };
	struct store_result t = { .id = 2, .verdict = "passed", .cases = 3, .right = 3, .limits = 1, .held = 1 };

	ok(points_of(&x, &r, &t) == 10, "a pass that is fast on the GPU has all points");
	t.verdict = "too-slow";
	t.held = 0;
	ok(points_of(&x, &r, &t) == 9.5 && points_speed(&r, &t).limits == 2 && points_speed(&r, &t).held == 1,
	   "one too slow there keeps the limits that it keeps on the vm");
	r.limits = r.held = 0;
	ok(points_of(&x, &r, &t) == 9, "and none where there is only that one");
	t.limits = 0;
	t.verdict = "passed";
	ok(points_of(&x, &r, &t) == 10, "without a limit all points are kept");
	t = (struct store_result){ .id = 2, .verdict = "wrong-answer", .cases = 3, .right = 2 };
	ok(points_of(&x, &r, &t) == 9, "what is wrong there loses the points for speed, and no other");
	t.id = 0;
	ok(points_of(&x, &r, &t) == 10, "no result there is no result");
	t.id = 2;
	r = (struct store_result){ .id = 1, .verdict = "too-slow", .cases = 3, .right = 3, .limits = 2, .held = 1 };
	t = (struct store_result){ .id = 0 };
	ok(points_of(&x, &r, &t) == 6.5, "a slow one on the vm is not timed");
}

static void test_late(void)
{
	static struct grade_extension extensions[] = { { "ann", 24 }, { "ann", 24 } };
	const struct assignment a = { .due_ms = 1000000000000, .buffer_minutes = 10, .late_percent = 10, .late_most = 35, .late_days = 6,
				      .extensions = extensions, .nextensions = 2 };
	const int64_t minute = 60000, day = 24 * 60 * minute;
	struct lateness l = lateness_of(&a, "ben", a.due_ms + 10 * minute, 0);

	ok(l.days == 0 && l.kept == 1, "within the buffer nothing is late");
	l = lateness_of(&a, "ben", a.due_ms + 11 * minute, 0);
	ok(l.days == 1 && l.kept == 0.9, "after it the first day has begun");
	l = lateness_of(&a, "ben", a.due_ms + day, 0);
	ok(l.days == 1, "a day is a day");
	l = lateness_of(&a, "ben", a.due_ms + 3 * day, 2);
	ok(l.days == 3 && l.grace == 2 && l.kept == 0.9, "grace days go first");
	l = lateness_of(&a, "ben", a.due_ms + 6 * day, -1);
	ok(l.grace == 0 && l.kept == 0.65 && !l.closed, "no more is taken than the most");
	l = lateness_of(&a, "ben", a.due_ms + 6 * day + minute, 0);
	ok(l.closed && l.kept == 0, "until nothing counts");
	l = lateness_of(&a, "ann", a.due_ms + 2 * day + minute, 0);
	ok(l.days == 0, "an extension is added time");
	l = lateness_of(&a, "ben", 0, 0);
	ok(l.days == 0 && l.kept == 1, "an unknown time is not late");
}

int main(void)
{
	test_csv();
	test_times();
	test_names();
	test_file_names();
	test_points();
	test_timed_points();
	test_late();
	arena_release(&arena);
	return tap_done();
}
