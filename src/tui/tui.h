/*
 * tui.h - the workbook in the terminal: the interface of this folder.
 *
 *	app       the loop: keys, saves, checks; draws after each
 *	model     the stack of pages (no terminal, no files)   keys, requests.def  the meaning of keys
 *	pages/    each page: state, keys, view (view.h)        page, layout, marks  lines and arithmetic
 *	frame     the open page -> screen, with bar and mouse
 *	effects   pages -> backend: lessons, files, database, editor
 *	running   the check or the work beside the loop        runner  its thread
 *	term draw the only two that know curses
 */
#ifndef WARPBOOK_TUI_TUI_H
#define WARPBOOK_TUI_TUI_H

#include "base/error.h"
#include "desk/workspace.h"
#include "grade/classroom.h"

struct tui_options {
	struct workspace workspace;
	const char *compiler;  /* like compiler_find's `want` */
	const char *device;    /* like target_choose's `want` */
	const char *lesson;    /* number, topic or id of the lesson to open; NULL: the menu */
	const char *program;   /* the learner's own, to show its profile; NULL: none */
};

/*
 * Runs until the learner leaves, or until SIGINT, SIGTERM or SIGHUP, which
 * proc_caught_signal then returns. Restores the terminal on every return; -1 if the terminal
 * cannot be used or the lessons cannot be read. Call setlocale before it.
 */
int tui_run(const struct tui_options *options, struct error *err);

/* The same for a class; it opens with the class's table. The caller owns the classroom. */
int tui_watch(struct classroom *room, struct error *err);

#endif
