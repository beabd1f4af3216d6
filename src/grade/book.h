/*
 * book.h - the gradebook of an assignment: from a class and its results to grades in the database, and back.
 *
 *	class_list -> book_enter -> queue -> book_settle -> current set
 *	                                                 -> proposed set (regrade) -> applied or dropped
 *
 * A grade that is there stays as it is while the submission stays as it is. What would come out differently now, by another
 * version, another assignment or an extension, is counted, and a regrade shows it.
 */
#ifndef WARPBOOK_GRADE_BOOK_H
#define WARPBOOK_GRADE_BOOK_H

#include "grade/collect.h"
#include "grade/queue.h"

/* left_out: not in the scope of a regrade. */
struct entry { struct pupil *pupil; size_t exercise; struct task **tasks; const char **odds; size_t n; bool left_out; };

/* What a regrade is of: ids, or NULL for all. */
struct book_scope { const char *student, *exercise; };

struct book {
	struct arena arena;
	const struct assignment *assignment;
	struct class_list *list;
	struct entry *entries; size_t n;      /* pupils by exercises */
	struct store_grade *grades;           /* the same, as they come out now */
	/* After book_settle: rows that are new or changed; unchanged; of these, kept though they would differ. */
	size_t written, kept, differ;
	size_t gone;                          /* graded before, and not in the folder any more: the grade stays */
	size_t not_graded;
	size_t not_timed;                     /* right, and their time could not be taken: the points for speed are open */
	bool timed;                           /* set it before book_settle: the points for speed take the second pass's results */
};

/* The files that may count into the queue: everybody's, or those in scope (NULL: all). */
int book_enter(struct book *b, const struct assignment *a, struct class_list *c, const struct book_scope *scope, struct queue *q,
	       struct error *err);

/*
 * Before the queue: what was handed in, with the texts, so that `warpbook class` shows it while the checks run. only: these are all
 * entries of the assignment; else those out of scope stay.
 */
int book_announce(const struct book *b, struct store *s, bool only, struct error *err);

/*
 * After the queue: the grades. regrade: into the proposed set, which then holds all, those out of scope and those that
 * the machine failed at as they are; else into the current one. What an interrupted queue did not come to is left out.
 */
int book_settle(struct book *b, struct store *s, bool regrade, const char *author, struct error *err);
void book_release(struct book *b);

/* A grade as it counts. */
struct book_row {
	struct store_grade g;
	const char *name;             /* of the student; the id where it is not known */
	double points;                /* with the adjustment */
	bool known;
	const struct store_adjustment *adjusted; /* NULL: not */
	struct store_result r;        /* r.id 0: none */
	struct store_result t;        /* of the second pass on a GPU; t.id 0: none */
	/* After book_details: */
	const char *file;             /* the file that was judged, as it is now; NULL: it is not in the folder any more */
	struct store_result_finding *findings; size_t nfindings;
	struct store_case *cases; size_t ncases;
	struct store_picture picture; /* after pictures_draw, of the worst finding; svg "": none */
	const struct task *task;      /* of the file; NULL as above */
};
struct book_view { struct arena arena; struct book_row *rows; size_t n; };

/* The state is "not-timed": right, and the points for speed are open. */
bool book_is_open(const struct store_grade *g);

/* The points as they count, with the adjustment of that row; *known: there are any. */
double book_points(const struct store_grade *g, const struct store_adjustment *adjusted, bool *known);
/* The grades of a set in that state, by student and exercise; c: for names, or NULL. Without the set: no rows. */
int book_view(struct book_view *v, struct store *s, const char *assignment, const char *state, const struct class_list *c,
	      struct error *err);
/* What pages need beside: findings and cases of each result, and the files, by the same class as in book_enter. */
int book_details(struct book_view *v, const struct book *b, struct store *s, struct error *err);
void book_view_release(struct book_view *v);

/* What a regrade changes: falling grades first, then rising ones. */
struct book_change { const char *student, *exercise; bool had, has; double before, after; const char *was, *is; };
int book_changes(struct store *s, const char *assignment, struct arena *arena, struct book_change **list, size_t *n, struct error *err);
/* Applies or drops the proposed set. *n: how many grades changed; -1 with an error if there is no such set. */
int book_apply(struct store *s, const char *assignment, bool apply, const char *author, size_t *n, struct error *err);

/* The database of the class: in the assignment's folder, or in the folder that is named; its folder is made if missing. */
int book_place(const char *assignment_path, const char *folder, char *out, size_t size, struct error *err);
/* The login of whoever runs this. */
const char *book_author(void);

/* By hand: points "7.5", "+1", "-2", or "none" to take it back. */
int book_adjust(struct store *s, const char *assignment, const char *student, const char *exercise, const char *points,
		const char *reason, const char *author, struct error *err);

#endif
