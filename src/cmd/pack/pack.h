/* pack.h - what the commands of `warpbook pack` share. */
#ifndef WARPBOOK_CMD_PACK_PACK_H
#define WARPBOOK_CMD_PACK_PACK_H

#include "base/arena.h"
#include "catalog/course.h"
#include "cmd/cmd.h"

extern const struct command command_pack_add, command_pack_list, command_pack_remove, command_pack_build;

struct pack_file { const char *name; /* within the pack: "exercises/01_kernels/add.cu" */ size_t bytes; };
struct pack_files { struct pack_file *files; size_t n, cap, bytes; };

/*
 * Lists the files of a pack's folder, by name: the manifest, README and licence, lessons, exercises, solutions and tests/mutants.
 * It leaves out hidden files and editors' backups. An error: a link or device, a name with other signs than ASCII's, too many or
 * too large files, too deep folders.
 */
int pack_files_list(const char *folder, struct arena *a, struct pack_files *out, struct error *err);
/* Copies them into a new folder. */
int pack_files_copy(const struct pack_files *files, const char *folder, const char *to, struct error *err);

/* Lessons and exercises that a pack has in the course; -1: the course is broken. */
int pack_count(const struct pack *p, size_t *lessons, size_t *exercises, struct error *err);
/* These commands concern the workspace's list: takes $WARPBOOK_DATA, which would hide it, out of the environment, and says so. */
void pack_without_variable(void);

#endif
