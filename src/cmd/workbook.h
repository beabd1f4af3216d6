/* workbook.h - opens the full-screen workbook, like `warpbook` without arguments. */
#ifndef WARPBOOK_CMD_WORKBOOK_H
#define WARPBOOK_CMD_WORKBOOK_H

/*
 * Finds the workspace, or on the first visit creates one at workspace_default, and runs the TUI.
 * lesson: the one to open first, or a program whose profile is shown; NULL: the menu. Returns an exit status.
 */
int workbook_open(const char *lesson);

#endif
