/*
 * files_read.h - what a compiler read, by its own account (-MD), and which of it came with the compiler.
 */
#ifndef WARPBOOK_TOOLCHAIN_FILES_READ_H
#define WARPBOOK_TOOLCHAIN_FILES_READ_H

#include <limits.h>

#include "toolchain/program.h"

/* Folders whose files are nobody's work: the toolkit's, the host compiler's, the system's, our headers'. */
struct compiler_folders {
	char list[16][PATH_MAX]; /* real paths that end in a slash */
	size_t n;
};

void compiler_folders_find(const struct compiler *c, struct compiler_folders *folders);

/* Appends the words of the make rule in the file `rule` to *files; nothing where there is none. -1 when memory runs out. */
int files_read_list(const char *rule, struct arena *arena, struct word_list *files);

/*
 * Keeps in *files what did not come with the compiler: each as a real path, once, without what lies in `scratch`. A name
 * that is not absolute counts from the folder `from`.
 */
int files_keep_own(const struct compiler_folders *folders, const char *from, const char *scratch, struct arena *arena,
		   struct word_list *files);

#endif
