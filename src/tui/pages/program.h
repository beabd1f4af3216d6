/* program.h - opens the page of a program of the learner's own. */
#ifndef WARPBOOK_TUI_PAGES_PROGRAM_H
#define WARPBOOK_TUI_PAGES_PROGRAM_H

#include "tui/model.h"

/* Profiles the program that the backend knows, and shows it. */
void program_open(struct model *m);

#endif
