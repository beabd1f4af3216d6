/* glossary.h - the terms of the lessons. */
#ifndef WARPBOOK_TUI_PAGES_GLOSSARY_H
#define WARPBOOK_TUI_PAGES_GLOSSARY_H

#include "tui/effects.h"

struct glossary_page {
	const struct glossary *glossary;     /* the backend's; NULL: not read yet */
	bool asked;                          /* it was requested for a large window */
	bool *here;                          /* per term: the page below uses it; NULL: it uses none, so all are shown */
	bool all;
	const char *first;                   /* the term to show first; NULL: none */
	size_t chosen;                       /* from 1 on; 0: none */
};

STATE(glossary, PAGE_GLOSSARY)

/* Opens the glossary with that term first; NULL: with those that the open page uses. */
void glossary_show(struct model *m, const char *term);
/* The text of the lesson or exercise on the open page, without markup. */
void glossary_words(const struct model *m, struct buf *out);

#endif
