/*
 * term.h - the terminal: opening and restoring it, its keys and its size.
 *
 * Between term_open and term_close only the workbook writes to the terminal;
 * term_suspend lends it to an editor.
 */
#ifndef WARPBOOK_TUI_TERM_H
#define WARPBOOK_TUI_TERM_H

#include <stdbool.h>

#include "base/error.h"

int term_open(struct error *err);
void term_close(void); /* does nothing if the terminal is not open */
void term_suspend(void);
void term_resume(void);

void term_size(int *rows, int *cols);
bool term_utf8(void);

/* Takes the mouse, or leaves it to the terminal, which can then select text. The default is to leave it. */
void term_mouse(bool taken);
/* The cell of the last KEYCODE_CLICK or KEYCODE_WHEEL_*. */
void term_pointer(int *row, int *col);

/* The next key as a code of requests.h, or KEYCODE_NONE if none is waiting. Never blocks. */
int term_key(void);

#endif
