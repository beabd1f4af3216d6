/*
 * glossary.h - the terms of the lessons, read from lessons/glossary.lua.
 *
 * The reader checks the file like a lesson: an error names its line and what to write instead. A folder of lessons without the
 * file has an empty glossary. Texts are in the learner's language if lessons/LANGUAGE.po has them (catalog/overlay.h).
 */
#ifndef WARPBOOK_LESSON_GLOSSARY_H
#define WARPBOOK_LESSON_GLOSSARY_H

#include "lesson/lesson.h"

struct term {
	const char *name;
	const char *text;                        /* in the markup of lessons */
	const char **forms; size_t nforms;       /* other words for it */
	const char **see; size_t nsee;           /* names of related terms */
	const char **rivals; size_t nrivals;     /* words for it that the lessons avoid */
	int line;                                /* in the Lua file */
};

struct glossary {
	struct arena arena;
	struct term *terms; size_t nterms; /* by name, ignoring case */
};

int glossary_open(struct glossary **g, struct error *err);
/* The same for a text: used by tests. */
int glossary_parse(struct glossary **g, const char *text, size_t len, struct error *err);
void glossary_close(struct glossary *g); /* accepts NULL */

/* The term with that name or form, ignoring case; NULL with an error that suggests a similar one. */
const struct term *glossary_find(const struct glossary *g, const char *word, struct error *err);

/*
 * True if the words occur in the text: as whole words, ignoring case, with or without a final "s", with any blanks between them.
 */
bool words_occur(const char *words, const char *text);
/* The same for the term's name and forms. */
bool term_occurs(const struct term *t, const char *text);

#endif
