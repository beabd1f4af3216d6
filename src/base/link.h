/*
 * link.h - paths that a terminal opens at a click (the escape sequence OSC 8).
 *
 * A link is text between link_open and LINK_CLOSE. Terminals that do not know the sequence ignore it, but for a few that print it:
 * links_wanted knows the others by TERM.
 */
#ifndef WARPBOOK_BASE_LINK_H
#define WARPBOOK_BASE_LINK_H

#include <stdbool.h>

#include "base/buf.h"

#define LINK_CLOSE "\033]8;;\033\\"

/* WARPBOOK_LINKS=1 or 0 decides; without it, TERM. Whether there is a terminal at all, the caller knows. */
bool links_wanted(void);

/* Appends the beginning of a link to the file of that absolute path. Of any path it makes plain ASCII without control bytes. */
void link_open(const char *path, struct buf *out);

#endif
