/*
 * program_command.h - the command lines of a program's build: each source to an object, all of them to a program.
 *
 * Files of the build have fixed names in a private folder: N.cu (the copy of a source whose name needs
 * one), N.ptx, N.fatbin, N.o, N.d (the files read), dirN (a link to a folder with headers).
 */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_COMMAND_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_COMMAND_H

#include <limits.h>

#include "toolchain/program/program.h"

struct program_place {
	char folder[PATH_MAX];      /* private to this build */
	char headers[PATH_MAX];     /* our folder of headers, for clang */
	char api[PATH_MAX];         /* the runtime's, for clang, and with job->fuse */
	char cccl[PATH_MAX];        /* the folder of Thrust, CUB and libcu++, for clang; "": none */
	char fitted[PATH_MAX];      /* the list of headers that clang reads elsewhere: see fitted.h; "": none */
	char runtime[PATH_MAX];     /* libwarpbook-cudart.so */
	const char *device_prelude, *host_prelude; /* cuda_runtime.h, precompiled for that side of clang (prelude.h), or NULL */
};

/* A source during the build: the compiler's input, and the paths of its products. */
struct program_unit {
	const struct program_source *source;
	size_t number;
	const char *input;          /* the name on the command line: the source's, or its copy's */
	const char *quoted;         /* a folder for #include "..." of a copy; NULL: the source's own */
	const char *object, *deps, *device_deps, *ptx, *fatbin; /* device_deps: for clang, which reads a source twice */
	bool is_prelude;            /* the product is a precompiled header */
};

/* Each list ends in NULL, belongs to the arena, and is {NULL, 0, 0} if memory ran out. */
struct word_list program_command_nvcc(const struct program_job *job, const struct program_place *place,
				      const struct program_unit *u, struct arena *arena);
/* One command for the whole program on this machine's GPU: nvcc links its own runtime and joins device code. */
struct word_list program_command_gpu(const struct program_job *job, const struct program_unit *u, struct arena *arena);
struct word_list program_command_device(const struct program_job *job, const struct program_place *place,
					const struct program_unit *u, struct arena *arena);
struct word_list program_command_host(const struct program_job *job, const struct program_place *place,
				      const struct program_unit *u, struct arena *arena);
/* linked: the object that joins relocatable modules, or NULL. */
struct word_list program_command_link(const struct program_job *job, const struct program_place *place,
				      const struct program_unit *units, const char *joined, struct arena *arena);

/* Without runtime and driver: compiles the file that joins relocatable modules to an object. */
struct word_list program_command_joint(const struct program_job *job, const char *joined, struct arena *arena);
struct word_list program_command_archive(const struct program_job *job, const struct program_unit *units, struct arena *arena);

/* Corrects the names of static variables in clang's relocatable PTX. */
void program_static_names(struct buf *ptx);

/* Appends a word, which must live as long as the arena. */
void words_add(struct word_list *w, struct arena *arena, const char *word);
void words_add_list(struct word_list *w, struct arena *arena, const struct word_list *more);
/* Ends the list with a NULL that it does not count. */
struct word_list words_end(struct word_list w, struct arena *arena);

#endif
