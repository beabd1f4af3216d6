/*
 * link.h - paths that open at a click in a terminal (the escape sequence OSC 8).
 *
 * A link is text between link_open and LINK_CLOSE. Most terminals that do not know the sequence ignore it, but a few print it:
 * links_wanted recognises those by TERM.
 */
#ifndef WARPBOOK_BASE_LINK_H
#define WARPBOOK_BASE_LINK_H

#include <stdbool.h>

#include "base/buf.h"

#define LINK_CLOSE "\033]8;;\033\\"

/* WARPBOOK_LINKS=1 or 0 decides; without it, TERM does. The caller checks whether the output is a terminal. */
bool links_wanted(void);

/* Appends the start of a link to the file with that absolute path. Escapes any path as plain ASCII without control bytes. */
void link_open(const char *path, struct buf *out);

#endif
