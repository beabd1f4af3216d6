/*
 * python_known.h - caches an interpreter's answer about itself and its packages until something changes that the answer depends
 * on. Starting Python only to ask takes 50 ms, through a shim of pyenv three times as long.
 *
 * The answer's lines "watch=PATH" name the files and folders whose change makes it invalid: the interpreter and all folders
 * that it imports from. Installing a package changes the time of one of those folders.
 */
#ifndef WARPBOOK_TOOLCHAIN_PYTHON_PYTHON_KNOWN_H
#define WARPBOOK_TOOLCHAIN_PYTHON_PYTHON_KNOWN_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Appends the interpreter's (a name, or a path) answer to the question to `answer`; false: the caller has to ask the interpreter.
 */
bool python_recall(const char *interpreter, const char *question, struct buf *answer);
/* Keeps an answer, unless its dependencies are unknown: a script that runs some other interpreter (except pyenv's). */
void python_remember(const char *interpreter, const char *question, const char *answer);

#endif
