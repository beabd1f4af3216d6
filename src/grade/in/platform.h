/*
 * platform.h - learning platforms: how they name the submissions of a class, what their tables look like, and what they take
 * back.
 *
 * A platform is a definition in bounded Lua (script/script.h) in grader/platforms, or a file that an instructor names.
 * grader/platforms/moodle.lua explains the fields. Two need no definition: what matches no platform is `folders` (STUDENT/add.cu,
 * STUDENT.zip) or `files` (STUDENT_add.cu; STUDENT.cu if there is one exercise).
 */
#ifndef WARPBOOK_GRADE_IN_PLATFORM_H
#define WARPBOOK_GRADE_IN_PLATFORM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

struct platform_file { const char *name, *text; bool runs; };

struct platform {
	const char *name, *title;      /* "moodle", "Moodle" */
	const char *path;              /* of the definition; NULL: none */
	const char **entries; size_t nentries; /* patterns of the names of a download's entries */
	bool certain;                  /* one such name is enough to recognise it */
	bool clones;                   /* its folders are git clones, whose names begin alike */
	struct { const char *file, *entry, *name, *time, **id; size_t nid; } metadata; /* file NULL: none */
	const char *upload;            /* the name of a feedback page that it takes back; NULL: it takes none */
	const char **persons; size_t npersons; /* words in the heads of columns that say whom a row is about */
	const char **numbers; size_t nnumbers; /* what may stand before a student's number in a cell */
	const char **submitted; size_t nsubmitted; /* heads of the column that says when a row's work was handed in */
	const char **months; size_t nmonths; /* as its dates name them: January to December, in one language after another */
	const char *nobody;            /* the first cell of a row about nobody; NULL: none */
	struct platform_file *autograder; size_t nautograder;
	bool results, line;            /* it has these functions */
};

struct platforms { struct arena arena; struct platform *list; size_t n, cap; };

/* Reads all definitions; also: the path of another one, or NULL. The first broken one is the error. */
int platforms_open(struct platforms *p, const char *also, struct error *err);
void platforms_release(struct platforms *p);
/* word: a name, or the path that was given. NULL and an error: there is none. */
const struct platform *platforms_find(const struct platforms *p, const char *word, struct error *err);

/* An entry of a download: its name and its type. */
struct platform_entry { const char *name; bool folder, clone, archive; /* clone: with .git inside */ };
const struct platform *platforms_guess(const struct platforms *p, const struct platform_entry *entries, size_t n);

/* The parts of an entry's name. */
struct platform_name {
	const char *id;      /* of the student: the platform's number, or the text in its place; "" if there is none */
	const char *name;    /* other text about the student, or the same */
	const char *file;    /* the file's own name, if the entry is a file; else NULL */
	size_t before_file;  /* bytes of the entry's name before that; of a folder: all */
	bool fits;           /* it is a name that this platform gives */
	bool late;           /* the platform marked it as late */
};
/* Does the name fit one of the platform's patterns? Texts are in the arena. */
bool platform_match(const struct platform *p, const struct platform_entry *entry, struct platform_name *out, struct arena *arena);

/* A cell without what some platform writes before a number: "Participant 12345" is "12345". */
const char *platforms_number(const struct platforms *p, const char *cell);
/* Does a column with that head say whom a row is about? */
bool platforms_names_person(const struct platforms *p, const char *head);
/* Does a column with that head say when work was handed in? */
bool platforms_names_time(const struct platforms *p, const char *head);
/* A platform's date in words, "Friday, 20 November 2026, 11:43 PM", as grade_time reads it. False: it is none. */
#define PLATFORM_TIME_SIZE 64
bool platforms_time(const struct platforms *p, const char *cell, char out[PLATFORM_TIME_SIZE]);
/* Is a row with that first cell about nobody? */
bool platforms_is_nobody(const struct platforms *p, const char *cell);

/* Calls the function `results` or `line` with a student's grades. The caller owns the answer. */
int platform_say(const struct platform *p, const char *field, const json_t *student, json_t **answer, struct error *err);

#endif
