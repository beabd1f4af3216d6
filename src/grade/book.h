/*
 * book.h - the gradebook of an assignment: from a class and its results to grades in the database, and back.
 *
 *	class_list -> book_enter -> queue -> book_settle -> current set
 *	                                                 -> proposed set (regrade) -> applied or dropped
 *
 * An existing grade stays unchanged as long as the submission does. book_settle counts grades that would differ now,
 * because of another version, another assignment or an extension, and a regrade shows them.
 */
#ifndef WARPBOOK_GRADE_BOOK_H
#define WARPBOOK_GRADE_BOOK_H

#include "base/language.h"
#include "grade/in/collect.h"
#include "grade/queue.h"
#include "store/comments.h"

/* left_out: not in the scope of a regrade. */
struct entry { struct student *student; size_t exercise; struct task **tasks; const char **odds; size_t n; bool left_out; };

/* The scope of a regrade: ids, or NULL for all. */
struct book_scope { const char *student, *exercise; };

struct book {
	struct arena arena;
	const struct assignment *assignment;
	struct class_list *list;
	struct entry *entries; size_t n;      /* students by exercises */
	struct store_grade *grades;           /* the same order: the grades as they are now */
	/* After book_settle: rows that are new or changed; unchanged ones; of these, the ones kept although they would differ. */
	size_t written, kept, differ;
	size_t gone;                          /* graded before, but no longer in the folder: the grade stays */
	size_t not_graded;
	size_t not_timed;                     /* right, but their time could not be measured: the points for speed are open */
	bool timed;                           /* set it before book_settle: the points for speed use the second pass's results */
};

/* Adds the files that may count to the queue: everyone's, or those in scope (NULL: all). */
int book_enter(struct book *b, const struct assignment *a, struct class_list *c, const struct book_scope *scope, struct queue *q,
	       struct error *err);

/*
 * Call it before the queue: writes what was handed in, with the texts, so that `warpbook class` shows it while the checks run.
 * only: these are all entries of the assignment; otherwise those out of scope stay.
 */
int book_announce(const struct book *b, struct store *s, bool only, struct error *err);

/*
 * Call it after the queue: writes the grades. regrade: into the proposed set, which then has all grades, unchanged for
 * those out of scope and those at which the machine failed; otherwise into the current one. Leaves out everything that
 * an interrupted queue did not reach.
 */
int book_settle(struct book *b, struct store *s, bool regrade, const char *author, struct error *err);
void book_release(struct book *b);

/* A grade in its final form. */
struct book_row {
	struct store_grade g;
	const char *name;             /* the student's; the id if the name is unknown */
	bool ghost;                   /* there is a roster, and it has no such student */
	double points;                /* including the adjustment */
	bool known;
	const struct store_adjustment *adjusted; /* NULL: none */
	const struct store_comment *comments; size_t ncomments;
	double marks;                 /* points of rubric items among them */
	struct store_result r;        /* r.id 0: none */
	struct store_result t;        /* from the second pass on a GPU; t.id 0: none */
	/* After book_details: */
	const char *file;             /* the current path of the file that was judged; NULL: it is no longer in the folder */
	struct store_result_finding *findings; size_t nfindings;
	struct store_case *cases; size_t ncases;
	struct store_picture picture; /* of the worst finding, after pictures_draw; svg "": none */
	const struct task *task;      /* of the file; NULL as above */
};
struct book_view { struct arena arena; struct book_row *rows; size_t n; };

/* "wrong-answer": the verdict, or the state if there is none */
const char *book_state(const struct book_row *row);

/* Is the state "not-timed": right, but the points for speed are open? */
bool book_is_open(const struct store_grade *g);

/*
 * The final points, with the rubric items (marks) and the adjustment of that row; *known: there are points. Items do not lead
 * below 0; an adjustment that sets the points takes the place of all else.
 */
double book_points(const struct store_grade *g, double marks, const struct store_adjustment *adjusted, bool *known);
/* The grades of a set in that state, by student and exercise; c: for names, or NULL. No rows if there is no such set. */
int book_view(struct book_view *v, struct store *s, const char *assignment, const char *state, const struct class_list *c,
	      struct error *err);
/* Adds what pages need: findings and cases of each result, and the files, from the same class as in book_enter. */
int book_details(struct book_view *v, const struct book *b, struct store *s, struct error *err);
void book_view_release(struct book_view *v);

/* What a regrade changes: falling grades first, then rising ones. */
struct book_change {
	const char *student, *exercise;
	bool had, has;
	double before, after;         /* points */
	double possible_before, possible;
	const char *was, *is;
};
int book_changes(struct store *s, const char *assignment, struct arena *arena, struct book_change **list, size_t *n,
		 struct error *err);
/* Applies or drops the proposed set. *n: how many grades changed; -1 with an error if there is no such set. */
int book_apply(struct store *s, const char *assignment, bool apply, const char *author, size_t *n, struct error *err);

/*
 * The database of the class: in the assignment's folder, or in the given folder. book_place makes that folder if it is missing.
 */
int book_path(const char *assignment_path, const char *folder, char *out, size_t size, struct error *err);
int book_place(const char *assignment_path, const char *folder, char *out, size_t size, struct error *err);
/* The login name of the user who runs this. */
const char *book_author(void);

/* The same; NULL with the error that there is none. */
const struct book_row *book_row_need(const struct book_view *v, const char *assignment, const char *student, const char *exercise,
				     struct error *err);

/*
 * Adjusts a grade by hand: points "7.5", "+1", "-2", or "none" to take it back. More than the exercise has is an error, unless
 * the text ends with "!": "12!".
 */
int book_adjust(struct store *s, const char *assignment, const char *student, const char *exercise, const char *points,
		const char *reason, const char *author, struct error *err);

/*
 * Comments on a submission: c has student, exercise, line, item, text and author. An item of the rubric brings its points, and
 * its text if there is no other; a later change of the rubric does not change them. c->id is its number afterwards.
 */
int book_comment(struct store *s, const struct assignment *a, struct store_comment *c, struct error *err);
/* Takes comment c->id of that student and exercise back. */
int book_uncomment(struct store *s, const struct assignment *a, const struct store_comment *c, struct error *err);
/*
 * "line 12: names (-1): say what it holds"; source_sha256: of the file that counts now. told: for the place; what an instructor
 * wrote stays as it is.
 */
void book_comment_text(const struct store_comment *c, const char *source_sha256, telling *told, struct buf *out);

#endif
