/*
 * inline_asm.h - finds errors in the PTX that the learner wrote in asm statements, inside a compiler's PTX.
 *
 * Compilers copy that text unread, between two comments ("// begin inline asm"). So the learner may have to fix PTX that the vm
 * cannot read: it is the learner's error if the vm can read the text once those pieces are blank. nvcc strips the comments when
 * it packs PTX into a program: then the source line that the error names must contain an asm statement. PTX can also come in with
 * the name of a #line directive, whose newline ends a comment of clang's: such names are the learner's error, too.
 */
#ifndef WARPBOOK_PTX_INLINE_ASM_H
#define WARPBOOK_PTX_INLINE_ASM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/source.h"

/*
 * Call it after ptx_parse failed with *err: is an asm statement to blame? Then the error becomes the learner's, with the line of
 * the asm statement in `path`, and the remedy. `ptx` is the compiler's text; path NULL: the file that its line table names.
 * `own` is the text of `path`; with NULL, the files that the line table names are opened: only a process in a sandbox may do so,
 * or one whose user wrote the program.
 */
bool inline_asm_is_wrong(const char *ptx, size_t len, const char *path, const struct source *own, struct error *err);

#endif
