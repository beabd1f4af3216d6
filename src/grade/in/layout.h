/*
 * layout.h - the names that learning platforms give to a class's submissions.
 *
 *	folders      STUDENT/add.cu, STUDENT.zip
 *	files        STUDENT_add.cu; STUDENT.cu if there is one exercise
 *	moodle       NAME_12345_assignsubmission_file_/add.cu, or the same without a folder
 *	canvas       lastfirst_12345_67890_add.cu, lastfirst_LATE_12345_67890_add-1.cu
 *	gradescope   submission_12345/add.cu, with submission_metadata.yml
 *	github       ASSIGNMENT-USER/add.cu, each a clone
 */
#ifndef WARPBOOK_GRADE_IN_LAYOUT_H
#define WARPBOOK_GRADE_IN_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum layout { LAYOUT_FOLDERS, LAYOUT_FILES, LAYOUT_MOODLE, LAYOUT_CANVAS, LAYOUT_GRADESCOPE, LAYOUT_GITHUB, LAYOUTS };

extern const char *const layout_names[LAYOUTS];
int layout_find(const char *word); /* -1: no layout has that name */

/* "Pat O'Brien_12345_assignsubmission_file_" */
bool layout_is_moodle(const char *name);

#define LAYOUT_METADATA "submission_metadata.yml"

/* An entry of the folder: its name and its type. */
struct layout_entry { const char *name; bool folder, clone, archive; /* clone: with .git inside */ };

/* "add.cu", "add.py": the name of an answer. */
bool layout_is_answer(const char *name);

/* Guesses the layout from the entries. */
enum layout layout_guess(const struct layout_entry *entries, size_t n);

/* The parts of an entry's name. */
struct layout_name {
	const char *id;      /* of the student: the platform's number, or the text in its place; "" if there is none */
	const char *name;    /* other text about the student, or the same */
	const char *file;    /* the file's own name, if the entry is a file; else NULL */
	bool late;           /* the platform marked it as late */
};

/* prefix: of github's names, with its dash. one_exercise: STUDENT.cu is possible. Texts are in the arena; NULL: no memory. */
struct layout_name layout_split(enum layout layout, const struct layout_entry *entry, const char *prefix, bool one_exercise,
				struct arena *arena);

/* The common start of all clones' names, up to the last dash that they share. */
const char *layout_prefix(const struct layout_entry *entries, size_t n, struct arena *arena);

/*
 * Is it a file of that name, such as add.cu? Platforms number a file handed in again: add-1.cu, add (1).cu, add_1.cu.
 * Returns that number, or 0; -1: it is another file.
 */
int layout_file_number(const char *name, const char *wanted);

/* The same name in normal form: letters and digits in lower case, words in alphabetical order if sorted. */
const char *layout_plain_name(const char *name, bool sorted, struct arena *arena);

#endif
