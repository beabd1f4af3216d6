/*
 * program_link.h - the last step of a build: joins relocatable modules, and reads the linker's messages.
 */
#ifndef WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_LINK_H
#define WARPBOOK_TOOLCHAIN_PROGRAM_PROGRAM_LINK_H

#include "toolchain/program/program_command.h"

/*
 * Objects of -rdc=true register through functions that nvcc's device linker would generate. If the objects or
 * archives need such functions, *joined is a C file in the build's folder that defines them; otherwise NULL.
 */
int program_joint(const struct program_job *job, const struct program_place *place, const struct program_unit *units,
		  const char *const *envp, struct arena *arena, const char **joined, struct error *err);

/* Appends GNU ld's messages: references to undefined symbols, and symbols defined twice. */
int link_messages_read(const struct program_words *words, const struct program_unit *units, const char *raw,
		       struct compilation *out);

#endif
