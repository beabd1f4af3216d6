/* editor.h - opens a file in the learner's own editor. */
#ifndef WARPBOOK_TUI_EDITOR_H
#define WARPBOOK_TUI_EDITOR_H

#include "base/error.h"

/*
 * Runs $VISUAL, else $EDITOR, else vi on the file and waits for its end. Both
 * may hold arguments ("code --wait"). The terminal must be in its ordinary state.
 */
int editor_run(const char *path, struct error *err);

#endif
