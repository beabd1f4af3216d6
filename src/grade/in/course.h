/*
 * course.h - the assignments of a course, and how they add up, read from a definition in bounded Lua (script/script.h).
 * grader/course.lua is the example with every field. Errors name the file, the line and the field.
 */
#ifndef WARPBOOK_GRADE_IN_COURSE_H
#define WARPBOOK_GRADE_IN_COURSE_H

#include <jansson.h>

#include "grade/in/assignment.h"

struct course_assignment {
	struct assignment a;
	const char *path;           /* of its definition */
	const char *folder;         /* of its gradebook; NULL: beside the definition */
	double weight;
	double pass;                /* percent below which nobody passes the course; 0: none */
	bool bonus;                 /* it only adds */
	bool keep;                  /* it is never dropped */
};

struct course_excuse { const char *student, *reason; size_t assignment; };

struct course {
	struct arena arena;         /* owns everything below */
	const char *path, *title;
	struct course_assignment *list; size_t n;
	int64_t drop_lowest;
	double most;                /* percent; 0: no limit */
	double pass;                /* percent; 0: nothing is said about passing */
	bool has_rule;              /* `pass` is a function */
	struct course_excuse *excuses; size_t nexcuses;
};

int course_open(struct course *c, const char *path, struct error *err);
void course_release(struct course *c);

/* What the function `pass` says of each student; the list has so many answers afterwards. */
struct course_answer { bool passed; const char *grade, *why; };
int course_ask(const struct course *c, json_t *const *students, size_t n, struct arena *arena, struct course_answer *answers,
	       struct error *err);

#endif
