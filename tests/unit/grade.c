/* grade.c - names, tables, times and points of a class, without any check. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/path.h"
#include "grade/in/collect.h"
#include "grade/in/csv.h"
#include "grade/in/names.h"
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

	ok(parsed("\xEF\xBB\xBFid,name\r\n1,\"O'Brien, \"\"Pat\"\"\"\r\n\r\n2,\"two\nlines\"", &t) && t.n == 3 && t.mark &&
	   t.rows[1].n == 2 && !strcmp(t.rows[1].cells[1], "O'Brien, \"Pat\"") && !strcmp(t.rows[2].cells[1], "two\nlines") &&
	   t.rows[2].line == 4,
	   "quotes, commas, line breaks and a mark are read");
	ok(parsed("id;name;x\n1;a,b;", &t) && t.separator == ';' && !strcmp(t.rows[1].cells[1], "a,b") && t.rows[1].n == 3,
	   "a semicolon may separate");
	ok(csv_column(&t, "NAME") == 1 && csv_column(&t, "no") == -1 && !*csv_cell(&t.rows[1], 7),
	   "columns are found by their heads");
	ok(csv_parse("t.csv", "a,b\n1,\"x", 8, &arena, &t, &err) && err.line == 2 && strstr(err.text, "never closed"),
	   "an open quote is an error at its line");
	ok(csv_parse("t.csv", "a\0b", 3, &arena, &t, &err) && strstr(err.text, "UTF-8"), "a table in UTF-16 is rejected");
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
		buf_clear(&out);
		csv_put_text(&out, foreign[i], ',');
		good = good && parsed(buf_text(&out), &t) && t.rows[0].cells[0][0] == '\'' &&
		       !strcmp(t.rows[0].cells[0] + 1, foreign[i]);
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
	static const char *const none[] = { "", "2026-11-20", "2026-02-29 10:00", "2026-11-20 24:00", "2026-11-20 10:00 +1",
					    "2026-11-20 10:00x",
		"20.11.2026 10:00", "2026-11-20 10:00 CET" };
	bool good = true;

	setenv("TZ", "Europe/Berlin", 1);
	tzset();
	ok(at("1996-01-01 00:00Z") == 820454400000 && at("1996-01-01T01:00:00+01:00") == 820454400000 &&
	   at("1996-01-01 01:00:00.5 +0100") == 820454400000 && at("1995-12-31 19:30 -04:30") == 820454400000,
	   "zones are reckoned with");
	ok(at("1996-01-01 01:00") == 820454400000 || !path_exists("/usr/share/zoneinfo/Europe/Berlin"),
	   "without one it is the machine's");
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		good = good && at(none[i]) == -1;
	ok(good, "what is no time is rejected");
}

/* ---- names ------------------------------------------------------------------------------------------------ */

static struct platforms platforms;

static const struct platform *named(const char *name)
{
	static const struct platform none;
	const struct platform *p = platforms_find(&platforms, name, NULL);

	return p ? p : &none;
}

static bool guessed(const char *name, const struct platform_entry *entries, size_t n)
{
	return !strcmp(platforms_guess(&platforms, entries, n)->name, name);
}

static bool split_to(const char *platform, const char *name, bool folder, const char *id, const char *who, const char *file)
{
	const struct platform_entry e = { name, folder, false, false };
	struct platform_name n = name_split(named(platform), &e, "a1-", false, &arena);
	bool same = !strcmp(n.id, id) && !strcmp(n.name, who) && (file ? n.file && !strcmp(n.file, file) : !n.file);

	if (!same)
		printf("# %s: id '%s', name '%s', file '%s'\n", name, n.id, n.name, n.file ? n.file : "none");
	return same;
}

static void test_names(void)
{
	static const struct platform_entry moodle[] = { { "A B_1_assignsubmission_file_", true, false, false } },
		canvas[] = { { "ab_1_2_add.cu", false, false, false }, { "notes", true, false, false },
			     { "cd_LATE_3_4_add-1.cu", false, false, false } },
		scope[] = { { "submission_1", true, false, false }, { "submission_metadata.yml", false, false, false } },
		github[] = { { "a1-ann", true, true, false }, { "a1-ben", true, true, false } },
		folders[] = { { "ann", true, false, false }, { "x.txt", false, false, false } },
		files[] = { { "ann_add.cu", false, false, false } };

	ok(platforms_open(&platforms, NULL, NULL) == 0 && platforms.n >= 5, "the platforms' definitions are read");
	ok(guessed("moodle", moodle, 1) && guessed("canvas", canvas, 3) && guessed("gradescope", scope, 2) &&
	   guessed("github", github, 2) && guessed("folders", folders, 2) && guessed("files", files, 1),
	   "what platforms export is recognised");
	ok(split_to("moodle", "O'Brien_X Pat_101_assignsubmission_file_", true, "101", "O'Brien_X Pat", NULL) &&
	   split_to("moodle", "Pat_7_assignsubmission_file_add.cu", false, "7", "Pat", "add.cu"), "Moodle's names");
	ok(split_to("canvas", "lee_LATE_1_2_my_add-1.cu", false, "1", "lee", "my_add-1.cu"),
	   "a file as Canvas names it is split into learner and exercise");
	ok(split_to("github", "a1-ann-lee", true, "ann-lee", "ann-lee", NULL) &&
	   split_to("github", "other", true, "other", "other", NULL),
	   "GitHub's names");
	ok(split_to("files", "ann-lee_add-2.cu", false, "ann-lee", "ann-lee", "add-2.cu") &&
	   split_to("files", "add.cu", false, "", "", "add.cu"), "names of single files");
	ok(!strcmp(name_prefix(github, 2, &arena), "a1-") && !*name_prefix(folders, 2, &arena), "and what clones have in common");
	ok(!strcmp(platforms_number(&platforms, "Participant 12"), "12") && !strcmp(platforms_number(&platforms, "12"), "12") &&
	   platforms_names_person(&platforms, "SIS Login ID") && !platforms_names_person(&platforms, "Grade") &&
	   platforms_is_nobody(&platforms, "    Points Possible"), "what platforms' tables say");
	ok(name_file_number("add.cu", "add.cu") == 0 && name_file_number("ADD.CU", "add.cu") == 0 &&
	   name_file_number("add-3.cu", "add.cu") == 3 && name_file_number("add (12).cu", "add.cu") == 12 &&
	   name_file_number("add_1.cu", "add.cu") == 1, "a file handed in again has a number");
	ok(name_file_number("add.cu.txt", "add.cu") == 0 && name_file_number("add.cu ", "add.cu") == 0 &&
	   name_file_number(" add-2.cu .TXT", "add.cu") == 2,
	   "blanks and a .txt that a system added do not count");
	ok(name_file_number("add2.cu", "add.cu") < 0 && name_file_number("add-.cu", "add.cu") < 0 &&
	   name_file_number("add.cu.bak", "add.cu") < 0 && name_file_number("add (1.cu", "add.cu") < 0 &&
	   name_file_number("", "add.cu") < 0 && name_file_number("add", "add.cu") < 0 &&
	   name_file_number("add-9999999.cu", "add.cu") < 0 && name_file_number(".txt", "add.cu") < 0, "other files have none");
	ok(!strcmp(name_plain("O'Brien, Pat", true, &arena), name_plain("Pat O\xE2\x80\x99""BRIEN", true, &arena)),
	   "a name is the same in either order");
	ok(!strcmp(name_plain("Jo\xC3\xA3o", false, &arena), name_plain("JOA\xCC\x83O", false, &arena)) &&
	   !strcmp(name_composed("Joa\xCC\x83o", &arena), "Jo\xC3\xA3o"), "and in either form of Unicode");
	ok(!strcmp(name_plain("A\xC2\xA0""B", true, &arena), name_plain("b  a", true, &arena)) &&
	   *name_plain("\xFF\xFE", false, &arena),
	   "blanks of any kind are blanks, and bytes that are no text stay");
}

/* A definition that an instructor has written: what is wrong with it is said once, at its line. */
static bool rejected(const char *lua, const char *why)
{
	struct platforms p;
	struct error err = { 0 };
	bool failed;

	file_write("broken.lua", lua, strlen(lua), &err);
	failed = platforms_open(&p, "broken.lua", &err) != 0;
	if (!failed || !strstr(err.text, why) || !err.line)
		printf("# %s: line %d, %s\n", lua, err.line, err.text);
	platforms_release(&p);
	return failed && strstr(err.text, why) && err.line;
}

static bool time_is(const char *cell, const char *wanted)
{
	char text[PLATFORM_TIME_SIZE] = "none";

	return platforms_time(&platforms, cell, text) ? wanted && !strcmp(text, wanted) : !wanted;
}

static void test_platform_times(void)
{
	ok(platforms_names_time(&platforms, "Zuletzt geändert (Abgabe)") &&
	   !platforms_names_time(&platforms, "Zuletzt geändert (Bewertung)"), "which column of a worksheet has times");
	ok(time_is("Friday, 20 November 2026, 11:43 PM", "2026-11-20 23:43") &&
	   time_is("Friday, November 20, 2026, 12:05 AM", "2026-11-20 00:05") &&
	   time_is("Sonntag, 1. März 2026, 09:05", "2026-03-01 09:05") &&
	   time_is("am 21. November 2026 um 12:30 Uhr", "2026-11-21 12:30") &&
	   time_is("viernes, 20 de noviembre de 2026, 23:43", "2026-11-20 23:43"), "times in words are read in three languages");
	ok(time_is("21 November 2026, 13:30 UTC", NULL) && time_is("CET, 21 November 2026, 13:30", NULL) &&
	   time_is("21 November 2026, 1:30 pm Eastern", NULL), "times of other zones are not");
	ok(time_is("Friday, 20 Nivose 2026, 11:43 PM", NULL) && time_is("20 November 2026", NULL) &&
	   time_is("2026-11-20 23:43", NULL) && time_is("20 November 2026, 23:43 PM", NULL) &&
	   time_is("1 May 2 June 2026, 1:00", NULL) && time_is("May may not be 1 2026, 1:00", NULL) &&
	   time_is("12345 May 1, 1:00", NULL) && time_is("20 de mayo de 2026, 11:43 p. m.", NULL) && time_is("", NULL),
	   "others are not");
	ok(time_is("20 November 2026, 11:43\xE2\x80\xAFPM", "2026-11-20 23:43") &&
	   time_is("20\xC2\xA0November 2026, 1:43\xC2\xA0" "am", "2026-11-20 01:43"), "hard blanks are blanks");
}

static void test_platforms(void)
{
	const char *const ours = "return { title = 'Ours', entries = { '{id}-{number} - {name} - {text}_{file}', '{id}-{number} "
				 "- {name} - {text}' } }";
	struct platform_entry e = { "12-34 - Pat Lee - Nov 20_1159_add.cu", false, false, false };
	struct platforms p;
	struct platform_name n;
	struct error err = { 0 };
	char slow[260];

	file_write("ours.lua", ours, strlen(ours), &err);
	ok(platforms_open(&p, "ours.lua", &err) == 0 && platform_match(&p.list[0], &e, &n, &arena) && !strcmp(n.id, "12") &&
	   !strcmp(n.name, "Pat Lee") && !strcmp(n.file, "1159_add.cu"), "an instructor's own platform");
	memset(slow, '_', sizeof slow);
	slow[250] = '\0';
	e.name = slow;
	ok(!platform_match(&p.list[0], &e, &n, &arena), "a long name that does not fit takes no time");
	platforms_release(&p);
	ok(rejected("return { }", "'title' is missing"), "a platform without a title");
	ok(rejected("return { title = 'x', entris = { } }", "no such field"), "a field that there is not");
	ok(rejected("return { title = 'x', entries = { '{nam}_{file}' } }", "braces"), "a part that there is not");
	ok(rejected("return { title = 'x', entries = { '{name' } }", "braces"), "a brace that is not closed");
	ok(rejected("return { title = 'x', entries = { '{name}{id}' } }", "without a sign between"), "two parts at once");
	ok(rejected("return { title = 'x', entries = { '{name}_{name}' } }", "twice"),
	   "a layout that names a part twice is rejected");
	ok(rejected("return { title = 'x', entries = { '{file}_{name}' } }", "after {file}"),
	   "a file's name that is not the end");
	ok(rejected("return { title = 'x', entries = { '{number}_{file}' } }", "who the student is"), "a name of nobody");
	ok(rejected("return { title = 'x', upload = '../x', entries = { '{id}' } }", "not the name of a file"),
	   "a page outside of the archive");
	ok(rejected("return { title = 'x', upload = 'x.html' }", "needs `entries`"), "an upload under no name");
	ok(rejected("return { title = 'x', metadata = { file = '/etc/passwd', entry = 'a', name = 'b' } }",
		    "not the name of a file"), "a file elsewhere");
	ok(rejected("return { title = 'x', autograder = { { '../x', text = '' } } }", "no name for a file"),
	   "a file outside of the autograder");
	ok(rejected("while true do end", "does not end"), "a definition that does not end");
	ok(rejected("return { title = 'x', entries = { 1 } }", "should be a text"), "a number for a text");
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
	const struct grade_exercise half = { .points = 10, .parts = { 0.4, 0.3, 0.2, 0.1 }, .objected = 0.5 };
	struct store_result r = { .verdict = "passed", .cases = 3, .right = 3, .limits = 2, .held = 2 };

	ok(points_of(&x, &r, NULL) == 10, "a pass has all points");
	r.verdict = "too-slow";
	r.held = 1;
	ok(points_of(&x, &r, NULL) == 6.5, "a right answer that is too slow has those for its cases, and for the limits it "
					   "keeps");
	r = (struct store_result){ .verdict = "memory-error", .cases = 3, .right = 1, .errors = 1 };
	ok(points_of(&x, &r, NULL) == 1.33, "the share of cases counts");
	r.errors = 7;
	ok(points_of(&x, &r, NULL) == 1.33, "more findings neither give nor take");
	r = (struct store_result){ .verdict = "wrong-answer", .cases = 4, .right = 2 };
	ok(points_of(&x, &r, NULL) == 4, "no finding, some right: the points for that");
	r = (struct store_result){ .verdict = "data-race", .cases = 4, .objected = 2 };
	ok(points_of(&x, &r, NULL) == 0 && points_of(&half, &r, NULL) == 1,
	   "a right output to which a checker objects counts as the assignment says");
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
	const struct assignment a = { .due_ms = 1000000000000, .buffer_minutes = 10, .late_percent = 10, .late_most = 35,
				      .late_days = 6, .late_marked = 1 };
	const int64_t minute = 60000, day = 24 * 60 * minute;
	struct lateness l = lateness_of(&a, (struct handing_in){ .ms = a.due_ms + 10 * minute }, 0);

	ok(l.days == 0 && l.kept == 1, "within the buffer nothing is late");
	l = lateness_of(&a, (struct handing_in){ .ms = a.due_ms + 11 * minute }, 0);
	ok(l.days == 1 && l.kept == 0.9, "after it the first day has begun");
	l = lateness_of(&a, (struct handing_in){ .ms = a.due_ms + day }, 0);
	ok(l.days == 1, "a day is a day");
	l = lateness_of(&a, (struct handing_in){ .ms = a.due_ms + 3 * day }, 2);
	ok(l.days == 3 && l.grace == 2 && l.kept == 0.9, "grace days go first");
	l = lateness_of(&a, (struct handing_in){ .ms = a.due_ms + 6 * day }, -1);
	ok(l.grace == 0 && l.kept == 0.65 && !l.closed, "no more is taken than the most");
	l = lateness_of(&a, (struct handing_in){ .ms = a.due_ms + 6 * day + minute }, 0);
	ok(l.closed && l.kept == 0, "until nothing counts");
	l = lateness_of(&a, (struct handing_in){ .ms = a.due_ms + 15 * day }, 3);
	ok(l.closed && l.grace == 0, "work too late to count uses up no grace day");
	l = lateness_of(&a, (struct handing_in){ .ms = a.due_ms + 2 * day + minute, .extension_hours = 48 }, 0);
	ok(l.days == 0, "an extension is added time");
	l = lateness_of(&a, (struct handing_in){ .ms = 0 }, 0);
	ok(l.days == 0 && l.kept == 1, "an unknown time is not late");
	l = lateness_of(&a, (struct handing_in){ .marked = true }, 0);
	ok(l.days == 1 && l.kept == 0.9, "unless the platform says that it is: then a day has begun");
	l = lateness_of(&a, (struct handing_in){ .marked = true }, 1);
	ok(l.days == 1 && l.grace == 1 && l.kept == 1, "which a grace day may be for");
	l = lateness_of(&a, (struct handing_in){ .marked = true, .extension_hours = 1 }, 0);
	ok(l.days == 0 && l.kept == 1, "and nobody with an extension loses by a mark");
	l = lateness_of(&a, (struct handing_in){ .ms = a.due_ms, .marked = true }, 0);
	ok(l.days == 0, "a time says more than a mark");
}

int main(void)
{
	char scratch[256];

	if (path_temp_dir(scratch, sizeof scratch, "warpbook-test", NULL) || chdir(scratch))
		return 99;
	test_csv();
	test_times();
	test_names();
	test_platform_times();
	test_platforms();
	test_file_names();
	test_points();
	test_timed_points();
	test_late();
	platforms_release(&platforms);
	arena_release(&arena);
	path_remove_tree(scratch, NULL);
	return tap_done();
}
