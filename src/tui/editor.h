/* editor.h - opens a file in the learner's own editor. */
#ifndef WARPBOOK_TUI_EDITOR_H
#define WARPBOOK_TUI_EDITOR_H

#include "base/error.h"

/*
 * Runs $VISUAL, otherwise $EDITOR, otherwise nano or vi, on the file and waits for its end. Both variables may contain arguments
 * ("code --wait"). Opens the file at the line, if it is above 0 and this editor's syntax for it is known. The terminal
 * must be in its normal state.
 */
int editor_run(const char *path, int line, struct error *err);

/* The editor that opens because neither variable is set, and how to leave it, as a question; NULL if one is set. */
const char *editor_note(void);

#endif
