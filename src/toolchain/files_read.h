/*
 * files_read.h - the files that a compiler read, as -MD lists them, and which of them came with the compiler.
 */
#ifndef WARPBOOK_TOOLCHAIN_FILES_READ_H
#define WARPBOOK_TOOLCHAIN_FILES_READ_H

#include <limits.h>

#include "toolchain/program/program.h"

/* Folders whose files the learner did not write: the toolkit's, the host compiler's, the system's, our headers'. */
struct compiler_folders {
	char list[16][PATH_MAX]; /* real paths that end in a slash */
	size_t n;
};

void compiler_folders_find(const struct compiler *c, struct compiler_folders *folders);

/* Appends the words of the make rule in the file `rule` to *files; nothing if the file is missing. -1: out of memory. */
int files_read_list(const char *rule, struct arena *arena, struct word_list *files);

/*
 * Keeps in *files those that did not come with the compiler and are not in `scratch`: each once, as a real path. A
 * relative name is relative to the folder `from`.
 */
int files_keep_own(const struct compiler_folders *folders, const char *from, const char *scratch, struct arena *arena,
		   struct word_list *files);

#endif
