/*
 * program_link.h - the last step of a build: what joins relocatable modules, and what a linker means.
 */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_LINK_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_LINK_H

#include "toolchain/program_command.h"

/*
 * Objects of -rdc=true register by a function that nvcc's device linker would have made. Where the objects
 * or archives to be linked want some, *joined is a C file in the build's folder that has them; else NULL.
 */
int program_joint(const struct program_job *job, const struct program_place *place, const struct program_unit *units,
		  const char *const *envp, struct arena *arena, const char **joined, struct error *err);

/* Appends what GNU ld has to say: who refers to what is nowhere, and what is there twice. */
int link_messages_read(const struct program_words *words, const struct program_unit *units, const char *raw,
		       struct compilation *out);

#endif
