/*
 * out.h - grades and feedback in the forms that others read. The rows of a view stand by student, then by exercise.
 */
#ifndef WARPBOOK_GRADE_OUT_H
#define WARPBOOK_GRADE_OUT_H

#include <jansson.h>

#include "grade/book.h"

/* The rows of one student: v->rows[first] to v->rows[first + n - 1]. */
struct student_rows { size_t first, n; const char *id, *name; double points, possible; bool known, graded; };
/* *at goes from 0 to the end; false after the last. known is false while an exercise is not graded or not timed: then there is no total.
 * graded: what is not known is speed at most. */
bool student_next(const struct book_view *v, size_t *at, struct student_rows *s);
/* The student's row of that exercise; NULL. */
const struct book_row *student_row(const struct book_view *v, const struct student_rows *s, const char *exercise);

/* student,name,points,possible, then points by exercise, then remarks: one line a student. */
void out_csv(const struct assignment *a, const struct book_view *v, struct buf *out);
/* A table for people. */
void out_text(const struct assignment *a, const struct book_view *v, struct buf *out);
/* [ { id, name, points, possible, exercises: [ { exercise, state, verdict, ... } ] } ]; points null: not graded */
json_t *out_json(const struct book_view *v);
/* One test suite an exercise, one test a student. */
void out_junit(const struct assignment *a, const struct book_view *v, struct buf *out);

/* What the check printed. Before the deadline of the last student it does not tell the class's seed. */
void out_report_of(const struct assignment *a, const struct book_row *row, struct buf *out);

/* FOLDER/STUDENT.md for everybody, and STUDENT.html, which needs nothing beside it. */
int out_feedback(const struct assignment *a, const struct book_view *v, const char *folder, struct error *err);
/* FOLDER/STUDENT.json in the form of Gradescope's results.json; the maxima add up to the assignment's. */
int out_gradescope(const struct assignment *a, const struct book_view *v, const char *folder, struct error *err);

/* "on NVIDIA H200: 1.42 times as fast as the reference solution (1.40 to 1.44)", or what is wrong there. */
void out_speed(const struct store_result *timed, struct buf *out);
/* What is open of a "not-timed" row: "8 of 10 points so far; its speed is not measured yet". */
void out_open(const struct assignment *a, const struct book_row *row, struct buf *out);

/* The page of one student; after book_details. */
void out_html_student(const struct assignment *a, const struct book_view *v, const struct student_rows *s, struct buf *out);
/*
 * The class as a page with charts; after book_details. The only names are those of students who agreed to be on the
 * leaderboard (the roster's column `leaderboard`). large: to be projected.
 */
void out_class_report(const struct assignment *a, const struct book_view *v, const struct class_list *c, bool large, struct buf *out);

/*
 * A zip archive of all pages, as Moodle takes feedback files and Canvas takes submissions back. *without: students for whom the
 * download had nothing, and for whom the platform thus takes nothing.
 */
int out_upload_possible(const struct class_list *c, struct error *err); /* -1: that platform takes no such archive */
int out_upload(const struct assignment *a, const struct book_view *v, const struct class_list *c, const char *path, size_t *without,
	       struct error *err);
/* Gradescope's autograder.zip: setup.sh, run_autograder and the assignment with the class's seed. */
int out_autograder(const char *definition, uint64_t seed, const char *path, struct error *err);
/* Autolab's last line of a check: {"scores":{"01_kernels/add":10}}. For a class of one. */
int out_autolab(const struct assignment *a, const struct book_view *v, struct buf *out, struct error *err);

/* A student's id as a file's name: what others could take for more than a name is replaced, and a hash keeps it unique. */
void out_file_name(const char *id, char *out, size_t size);

/*
 * A platform's own table (a gradebook of Canvas, a grading worksheet of Moodle) with one column filled by the totals; all else stays as
 * it is. Rows are matched by number, login, mail address or name.
 */
struct filling { size_t filled; const char **unmatched_rows; size_t nrows, row_cap; const char **unmatched; size_t n, cap; };
/* The number of that column; -1: the table cannot be read or has no such column. */
int out_fill_column(const char *path, const char *column, struct arena *arena, struct error *err);
int out_fill(const char *path, const char *column, const struct book_view *v, const struct class_list *c, struct arena *arena,
	     struct buf *out, struct filling *f, struct error *err);

#endif
