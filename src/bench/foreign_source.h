/*
 * foreign_source.h - checks that a submission is the learner's own work.
 *
 * A submission may include the compiler's own headers, and files in its own folder or below it. Anything else is
 * another person's work, or a file of the machine that a compiler's message would reveal; so is the reference
 * solution, under any name.
 */
#ifndef WARPBOOK_BENCH_FOREIGN_SOURCE_H
#define WARPBOOK_BENCH_FOREIGN_SOURCE_H

#include "bench/build.h"

/*
 * Before compiling: rejects an #include that a compiler cannot read to its end. PASSED, or BAD_SOURCE with the error at its line.
 */
enum verdict foreign_include(const struct build *b, const struct exercise *e, struct arena *arena, struct error *err);

/*
 * After compiling: checks the files that the compiler reports it read. PASSED, or FOREIGN_SOURCE with the error at the
 * #include; in that case it drops the compiler's messages, which may quote the file.
 */
enum verdict foreign_read(struct build *b, const struct exercise *e, struct arena *arena, struct error *err);

#endif
