/*
 * out.h - writes grades and feedback in the forms that others read. The rows of a view are sorted by student, then by
 * exercise.
 */
#ifndef WARPBOOK_GRADE_OUT_OUT_H
#define WARPBOOK_GRADE_OUT_OUT_H

#include <jansson.h>

#include "grade/book.h"

/* The rows of one student: v->rows[first] to v->rows[first + n - 1]. */
struct student_rows { size_t first, n; const char *id, *name; double points, possible; bool known, graded; };
/* *at goes from 0 to the end; false after the last. known is false while an exercise is not graded or not timed: then there is no
 * total. graded: only speed may be unknown. */
bool student_next(const struct book_view *v, size_t *at, struct student_rows *s);
/* The student's row of that exercise; NULL. */
const struct book_row *student_row(const struct book_view *v, const struct student_rows *s, const char *exercise);

/* student,name,points,possible, then points by exercise, then remarks: one line per student. */
void out_csv(const struct assignment *a, const struct book_view *v, struct buf *out);
/* A table for people. */
void out_text(const struct assignment *a, const struct book_view *v, struct buf *out);
/* [ { id, name, points, possible, exercises: [ { exercise, state, verdict, ... } ] } ]; points null: not graded */
json_t *out_json(const struct book_view *v);
json_t *out_student_json(const struct book_view *v, const struct student_rows *s);
json_t *out_row_json(const struct book_row *row);
/* One test suite per exercise, one test per student. */
void out_junit(const struct assignment *a, const struct book_view *v, struct buf *out);

/* The check's output. Before the last student's deadline it leaves out the class's seed. */
void out_report_of(const struct assignment *a, const struct book_row *row, struct buf *out);

/* FOLDER/STUDENT.md for everyone, and STUDENT.html, which needs no other file. */
int out_feedback(const struct assignment *a, const struct book_view *v, const char *folder, struct error *err);
/* Writes a file named after a student. */
int out_write_for(const char *folder, const char *id, const char *end, const struct buf *text, struct error *err);

/* "on NVIDIA H200: 1.42 times as fast as the reference solution (1.40 to 1.44)", or what is wrong there. */
void out_speed(const struct store_result *timed, struct buf *out);
/* The open part of a "not-timed" row: "8 of 10 points so far; its speed is not measured yet". */
void out_open(const struct assignment *a, const struct book_row *row, struct buf *out);
/* The note as the student reads it, without what is for the grader; false: nothing is left. */
bool out_note(const struct book_row *row, struct buf *out);

/* The page of one student; after book_details. */
void out_html_student(const struct assignment *a, const struct book_view *v, const struct student_rows *s, struct buf *out);
/*
 * The class as a page with charts; after book_details. It names only students who agreed to be on the leaderboard
 * (the roster's column `leaderboard`). large: for a projector.
 */
void out_class_report(const struct assignment *a, const struct book_view *v, const struct class_list *c, bool large,
		      struct buf *out);

/*
 * A zip archive of all pages, under the names of the platform's download. *without: students without a submission there, for whom
 * the platform accepts nothing.
 */
int out_upload_possible(const struct class_list *c, struct error *err); /* -1: that platform accepts no such archive */
int out_upload(const struct assignment *a, const struct book_view *v, const struct class_list *c, const char *path,
	       size_t *without, struct error *err);
/* FOLDER/STUDENT.json, as the platform's function `results` makes it. */
int out_results(const struct platform *p, const struct assignment *a, const struct book_view *v, const char *folder,
		struct error *err);
/* One line of JSON, as the platform's function `line` makes it. For a class of one. */
int out_line(const struct platform *p, const struct assignment *a, const struct book_view *v, struct buf *out, struct error *err);
/* A zip archive with which the platform grades by itself: its files, and the assignment with the class's seed. */
int out_autograder(const struct platform *p, const char *definition, uint64_t seed, const char *path, struct error *err);

/* A student's id as a file name: replaces characters that have a meaning in paths, and adds a hash to keep it unique. */
void out_file_name(const char *id, char *out, size_t size);

/*
 * A platform's own table (a gradebook of Canvas, a grading worksheet of Moodle) with one column filled with the totals;
 * everything else stays unchanged. Rows are matched by number, login, mail address or name. c: with its platforms read.
 */
struct filling { size_t filled; const char **unmatched_rows; size_t nrows, row_cap; const char **unmatched; size_t n, cap; };
/* The number of that column; -1: the table is unreadable or has no such column. */
int out_fill_column(const char *path, const char *column, struct arena *arena, struct error *err);
int out_fill(const char *path, const char *column, const struct book_view *v, const struct class_list *c, struct arena *arena,
	     struct buf *out, struct filling *f, struct error *err);

#endif
