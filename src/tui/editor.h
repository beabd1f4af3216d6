/* editor.h - opens a file in the learner's own editor. */
#ifndef WARPBOOK_TUI_EDITOR_H
#define WARPBOOK_TUI_EDITOR_H

#include "base/error.h"

/*
 * Runs $VISUAL, else $EDITOR, else nano or vi on the file and waits for its end. Both variables may hold arguments
 * ("code --wait"). At the line, if it is above 0 and the editor is one whose way of saying so is known. The terminal
 * must be in its ordinary state.
 */
int editor_run(const char *path, int line, struct error *err);

/* What opens although neither variable is set, and how to leave it, as a question; NULL if one is set. */
const char *editor_note(void);

#endif
