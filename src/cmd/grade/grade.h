/*
 * grade.h - what the commands of `warpbook grade` share.
 *
 *	check    a folder of submissions -> results -> grades          regrade  the same files again -> changes -> applied or dropped
 *	export   grades -> files for people and platforms              adjust   a grade by hand        trail  every change of a grade
 *	course   the grades of several assignments -> who passes       comment  at a line, or by an item of the rubric
 *
 *	grading_open -> grading_collect -> grading_check -> (book_settle) -> grading_show -> grading_write -> grading_close
 *
 * src/grade does the work; these files read the command line and print.
 */
#ifndef WARPBOOK_CMD_GRADE_GRADE_H
#define WARPBOOK_CMD_GRADE_GRADE_H

#include <limits.h>

#include "cmd/cmd.h"
#include "grade/book.h"
#include "grade/out/out.h"

extern const struct command command_grade_check, command_grade_regrade, command_grade_adjust, command_grade_trail,
	command_grade_export, command_grade_course, command_grade_comment;

/* The options of the command that runs; NULL, false or 0: not given. */
struct grade_given {
	const char *assignment, *folder, *author;                    /* GRADE_BOOK_ROWS */
	const char *roster, *times, *layout;                         /* GRADE_CLASS_ROWS */
	const char *compiler, *device, *speed, *slurm; uint64_t jobs; bool dry_run; /* GRADE_RUN_ROWS */
	const char *csv, *feedback, *fill, *column, *junit, *gradescope, *results, *line, *upload, *report, *project, *autograder;
	bool pseudonyms, autolab;                                    /* GRADE_FILE_ROWS */
	const char *student, *exercise, *reason;
};
extern struct grade_given given;

#define GRADE_BOOK_ROWS \
	{ "assignment", OPTION_TEXT, "FILE", \
	  N_("exercises, points, due date, in Lua (see grader/assignment.lua)"), &given.assignment, 'a' }, \
	{ "class", OPTION_TEXT, "DIR", N_("where the gradebook is kept (default: the assignment's folder)"), &given.folder, 0 }
#define GRADE_EXERCISE_ROW \
	{ "exercise", OPTION_TEXT, "EX", N_("without --assignment: this exercise alone, for ten points"), &given.exercise, 0 }
#define GRADE_AUTHOR_ROW { "author", OPTION_TEXT, "NAME", N_("who grades (default: your login)"), &given.author, 0 }
#define GRADE_CLASS_ROWS \
	{ "roster", OPTION_TEXT, "FILE", \
	  N_("a table of the class, so that students who handed in nothing have a row"), &given.roster, 0 }, \
	{ "times", OPTION_TEXT, "FILE", N_("a table `student,submitted`: when students handed in"), &given.times, 0 }, \
	{ "layout", OPTION_TEXT, "NAME", \
	  N_("folders, files, a name from grader/platforms (moodle, canvas, gradescope, github), or the path\n" \
	  "of a definition like those (default: warpbook recognises which)"), &given.layout, 0 }
#define GRADE_RUN_ROWS \
	{ "jobs", OPTION_NUMBER, "N", N_("how many checks at once (default: one per processor)"), &given.jobs, 'j' }, \
	{ "compiler", OPTION_TEXT, "NAME", \
	  N_("nvcc, clang, clang-19, or a path (default: nvcc, else the newest clang)"), &given.compiler, 0 }, \
	{ "device", OPTION_TEXT, "NAME", \
	  N_("vm (default), or gpu: judge on a GPU, one file at a time, and take times there"), &given.device, 0 }, \
	{ "speed", OPTION_TEXT, "GPU", \
	  N_("gpu, gpu:1, ...: afterwards measure there, one file at a time, how fast the files are\nthat passed; " \
	  "the points for speed are for these times from then on (none: no longer)"), &given.speed, 0 }, \
	{ "slurm", OPTION_TEXT, "PROFILE", \
	  N_("check on a cluster with Slurm: a file such as grader/slurm/plain.lua, or the name of\none there"), \
	  &given.slurm, 0 }, \
	{ "dry-run", OPTION_FLAG, NULL, N_("with --slurm: print the job's file, and submit nothing"), &given.dry_run, 0 }
#define GRADE_FILE_ROWS \
	{ "csv", OPTION_TEXT, "FILE", N_("write the grades as a table"), &given.csv, 0 }, \
	{ "feedback", OPTION_TEXT, "DIR", N_("write a report for each student, in Markdown and in HTML"), &given.feedback, 0 }, \
	{ "fill", OPTION_TEXT, "FILE", \
	  N_("fill a column of the platform's own table; writes FILE-filled.csv"), &given.fill, 0 }, \
	{ "column", OPTION_TEXT, "NAME", N_("the column to fill (default: Grade)"), &given.column, 0 }, \
	{ "junit", OPTION_TEXT, "FILE", N_("write JUnit XML"), &given.junit, 0 }, \
	{ "gradescope", OPTION_TEXT, "DIR", N_("the same as --results gradescope=DIR"), &given.gradescope, 0 }, \
	{ "upload", OPTION_TEXT, "FILE", \
	  N_("write the feedback pages as a zip archive that the platform takes back (Moodle, Canvas)"), &given.upload, 0 }, \
	{ "report", OPTION_TEXT, "FILE", N_("write a page about the class, with charts and without names"), &given.report, 0 }, \
	{ "project", OPTION_TEXT, "FILE", N_("write the same page in large type, for a projector"), &given.project, 0 }, \
	{ "pseudonyms", OPTION_FLAG, NULL, N_("print and write pseudonyms in place of names"), &given.pseudonyms, 0 }, \
	{ "results", OPTION_TEXT, "NAME=DIR", \
	  N_("write for each student what the platform of that name reads"), &given.results, 0 }, \
	{ "autograder", OPTION_TEXT, "FILE", \
	  N_("write the archive with which a platform grades by itself: Gradescope's, or NAME=FILE"), \
	  &given.autograder, 0 }, \
	{ "line", OPTION_TEXT, "NAME", \
	  N_("end with the line of scores that the platform of that name reads (one student)"), &given.line, 0 }, \
	{ "autolab", OPTION_FLAG, NULL, N_("the same as --line autolab"), &given.autolab, 0 }
#define GRADE_END_ROW { NULL, OPTION_FLAG, NULL, NULL, NULL, 0 }

/* The data of one call. All is empty at first, and may be closed at any time. */
struct grading {
	struct arena arena;
	struct assignment assignment;
	struct class_list list;
	struct queue queue;
	struct book book;
	struct book_view view;
	struct store *store;
	char database[PATH_MAX];
	uint64_t seed;
	bool again;                /* a regrade: results of other versions do not count */
	const char *timed_on;      /* the GPU that measures speed; "": none does */
	double seconds, time_seconds;
	const char **warnings; size_t nwarnings, warning_cap; /* printed at the end */
	struct filling filling;
	const char *unjoined;      /* a submission belongs to nobody while somebody has none: the sentence that says so; NULL */
};

/* The command line is wrong: prints why. Returns EXIT_USAGE. */
int grading_usage(const char *command, const char *why);
/* Runs body between grading_open and grading_close. Returns its exit status, or the error's. */
int grading_do(int (*body)(struct grading *g, char **args, struct error *err), char **args);
/* The id of the assignment's exercise with that name or id; NULL: there is none. */
const char *grading_exercise(const struct grading *g, const char *word);
const char *grading_author(void);
/* text: in the arena, or constant; NULL (no memory) adds nothing. */
void grading_warn(struct grading *g, const char *text);
void grading_print_warnings(const struct grading *g);
json_t *grading_warnings_json(const struct grading *g);
void print_points(bool known, double points);

/* ---- run.c: from the folder to results ----------------------------------------------------------------- */

/* What is wrong with the options that say how to check; NULL: nothing. Makes --speed a device's name. */
const char *grading_run_options(void);
int grading_collect(struct grading *g, const char *dir, struct error *err);
/* A submission that belongs to nobody on the roster. */
bool grading_is_ghost(const struct class_list *c, const struct student *p);
/* Without a folder: only those on the roster, if there is one. */
int grading_roster(struct grading *g, struct error *err);
/* Enters the files in scope into the queue and checks them, here or on a cluster. */
int grading_check(struct grading *g, const struct book_scope *scope, struct error *err);

/* ---- export.c: from grades to files -------------------------------------------------------------------- */

/* What is wrong with the options that name files; NULL: nothing. */
const char *grading_file_options(void);
/* Reports a file that cannot be written, before an hour of checks and not after it. */
int grading_check_files(struct grading *g, struct error *err);
/* Reads the current grades into the view, with all that pages need. */
int grading_show(struct grading *g, struct error *err);
int grading_write(struct grading *g, struct error *err);
/* The very last line of standard output. */
int grading_last_line(struct grading *g, struct error *err);

#endif
