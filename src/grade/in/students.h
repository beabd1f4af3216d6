/*
 * students.h - the students of a class list and the words by which they are known, for the files that fill it: collect.c
 * (submissions) and roster.c (tables about the class). Private to grade/in.
 */
#ifndef WARPBOOK_GRADE_IN_STUDENTS_H
#define WARPBOOK_GRADE_IN_STUDENTS_H

#include "grade/in/collect.h"

/* The text as a single line in composed form, in the arena; "" without memory. */
const char *class_clean(struct class_list *c, const char *text);
/* Adds to a note; not twice. */
void class_note(struct class_list *c, const char **note, const char *text);

/* NULL: no memory. */
struct student *class_add(struct class_list *c, const char *id, const char *name);
void class_alias(struct class_list *c, struct student *p, const char *text);
void class_group(struct class_list *c, struct student *p, const char *name);
/* After any change to the list's order. */
void class_moved(struct class_list *c);
struct student *class_by_id(const struct class_list *c, const char *id);
/* The only student with that alias; *several: there are more. */
struct student *class_by_alias(const struct class_list *c, const char *word, struct arena *arena, bool *several);
/* The first student of the group with that name; NULL. */
struct student *class_of_group(const struct class_list *c, const char *word, struct arena *arena);

/* Files in the order in which they count, if no time says more: for qsort. */
int class_compare_files(const void *a, const void *b);

#endif
