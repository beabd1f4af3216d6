/*
 * python_known.h - what an interpreter said of itself and its packages, kept in the cache as long as nothing has changed that the
 * answer depends on. Starting Python only to ask takes 50 ms, through a shim of pyenv three times as long.
 *
 * The answer's lines "watch=PATH" name the files and folders whose change makes it void: the interpreter and all folders
 * that it imports from. Installing a package changes the time of one of those folders.
 */
#ifndef WARPBOOK_TOOLCHAIN_PYTHON_KNOWN_H
#define WARPBOOK_TOOLCHAIN_PYTHON_KNOWN_H

#include <stdbool.h>

#include "base/buf.h"

/* The answer of the interpreter (a name, or a path) to the question, appended to `answer`; false: it must be asked. */
bool python_recall(const char *interpreter, const char *question, struct buf *answer);
/* Keeps an answer, unless what it depends on cannot be told: a script that runs some other interpreter (but for pyenv's). */
void python_remember(const char *interpreter, const char *question, const char *answer);

#endif
