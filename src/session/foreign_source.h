/*
 * foreign_source.h - is what a learner handed in the learner's?
 *
 * A submission may include what came with the compiler and what lies in its own folder, below it too. Anything else is
 * somebody else's work, or a file of the machine that a compiler's message would show; and so is the
 * reference solution, under whatever name.
 */
#ifndef WARPBOOK_SESSION_FOREIGN_SOURCE_H
#define WARPBOOK_SESSION_FOREIGN_SOURCE_H

#include "session/build.h"

/* Before the compile: an #include of what a compiler cannot read to its end. PASSED, or BAD_SOURCE with the error at its line. */
enum verdict foreign_include(const struct build *b, const struct exercise *e, struct arena *arena, struct error *err);

/*
 * After it: what the compiler read, by its own account. PASSED, or FOREIGN_SOURCE with the error at the #include; then the
 * compiler's messages, which may quote the file, are dropped.
 */
enum verdict foreign_read(struct build *b, const struct exercise *e, struct arena *arena, struct error *err);

#endif
