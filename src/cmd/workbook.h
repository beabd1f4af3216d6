/* workbook.h - opening the full-screen workbook: what `warpbook` alone does. */
#ifndef WARPBOOK_CMD_WORKBOOK_H
#define WARPBOOK_CMD_WORKBOOK_H

/*
 * Finds the workspace, or makes workspace_default's on the first visit, and runs the TUI.
 * lesson: the one to open first, or NULL for the menu. Returns an exit status.
 */
int workbook_open(const char *lesson);

#endif
