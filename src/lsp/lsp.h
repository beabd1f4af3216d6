/*
 * lsp.h - a language server (protocol 3.17): what warpbook knows of a file, in the editor that has it open.
 *
 *	editor --- messages on stdin ---> server --- one child at a time ---> check, run, cc, profile, hint
 *	       <-- messages on stdout ---        <-- its JSON -------------
 *
 * The server itself runs nothing and judges nothing: a save starts the same command that a person would type. Programs run only
 * in folders that the editor's user trusts; elsewhere a file is compiled.
 */
#ifndef WARPBOOK_LSP_LSP_H
#define WARPBOOK_LSP_LSP_H

#include "base/error.h"

/* Serves until the editor says `exit` or goes. 0: after its `shutdown`; 1: without; -1: it could not begin, see err. */
int lsp_serve(int in, int out, struct error *err);

#endif
