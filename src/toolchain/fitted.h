/*
 * fitted.h - libcu++'s headers as clang takes them: a copy of those that need it, with a few words changed, which clang reads in
 * their place. The files themselves stay as they are.
 */
#ifndef WARPBOOK_TOOLCHAIN_FITTED_H
#define WARPBOOK_TOOLCHAIN_FITTED_H

#include "toolchain/program/program_command.h"

/*
 * Looks for the headers in the folders of the job's -I and in the usual ones. Writes the copies, and the list of them for clang
 * (place->fitted, "" if none is needed), to the build's folder.
 */
int fitted_headers(const struct program_job *job, struct program_place *place, struct arena *arena, struct error *err);

/* Changes a header's text; false if there is nothing to change. */
bool fitted_text(const char *text, struct buf *out);

#endif
