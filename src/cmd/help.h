/*
 * help.h - what --help prints, in lines of at most 80 columns.
 *
 * The texts of commands are paragraphs, whose line ends in the source mean nothing, and lines that begin with a blank: lists and
 * examples, which are shown as they are.
 */
#ifndef WARPBOOK_CMD_HELP_H
#define WARPBOOK_CMD_HELP_H

#include "cmd/cmd.h"

/* The bytes of the first line, with its end. */
size_t help_line(const char *text);
/* A paragraph, or lines that begin with a blank. */
struct help_part { const char *text; size_t len; bool shown; };
/* The next part of the text, which it moves past it and the empty lines behind it. False: there is none. */
bool help_next(const char **text, struct help_part *part);

/* `warpbook help`: all commands that are not hidden. */
void help_overview(FILE *out);
/* The help of a command, and of one that has commands. */
void help_command(const struct command *c, FILE *out);

#endif
