/*
 * program_command.h - the command lines of a program's build: each source to an object, all of them to a program.
 *
 * Files of the build have fixed names in a folder of its own: N.cu (the copy of a source with a name that
 * needs one), N.ptx, N.fatbin, N.o, N.d (what was read), dirN (a link to a folder for headers).
 */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_COMMAND_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_COMMAND_H

#include <limits.h>

#include "toolchain/program.h"

struct program_place {
	char folder[PATH_MAX];      /* private to this build */
	char headers[PATH_MAX];     /* of ours, for clang */
	char api[PATH_MAX];         /* the runtime's, for clang */
	char runtime[PATH_MAX];     /* libwarpbook-cudart.so */
};

/* A source on its way: what the compiler is given, and where its parts lie. */
struct program_unit {
	const struct program_source *source;
	size_t number;
	const char *input;          /* the name on the command line: the source's, or its copy's */
	const char *quoted;         /* a folder for #include "..." of a copy; NULL: the source's own */
	const char *object, *deps, *device_deps, *ptx, *fatbin; /* device_deps: where clang reads a source twice */
};

/* Each ends in NULL, belongs to the arena, and is {NULL, 0, 0} where memory ran out. */
struct word_list program_command_nvcc(const struct program_job *job, const struct program_unit *u, struct arena *arena);
/* All in one, for the machine's own GPU: nvcc knows how to link for its runtime, and how to join device code. */
struct word_list program_command_gpu(const struct program_job *job, const struct program_unit *u, struct arena *arena);
struct word_list program_command_device(const struct program_job *job, const struct program_place *place,
					const struct program_unit *u, struct arena *arena);
struct word_list program_command_host(const struct program_job *job, const struct program_place *place,
				      const struct program_unit *u, struct arena *arena);
/* linked: what joins relocatable modules; NULL if there is none. */
struct word_list program_command_link(const struct program_job *job, const struct program_place *place,
				      const struct program_unit *units, const char *joined, struct arena *arena);

/* Mends the names of static variables in clang's relocatable PTX. */
void program_static_names(struct buf *ptx);

/* Appends a word that lasts as long as the arena. */
void words_add(struct word_list *w, struct arena *arena, const char *word);
void words_add_list(struct word_list *w, struct arena *arena, const struct word_list *more);
/* Ends the list with a NULL that it does not count. */
struct word_list words_end(struct word_list w, struct arena *arena);

#endif
