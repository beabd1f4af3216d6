/*
 * packs.h - which packs the course has, if $WARPBOOK_DATA does not say it: warpbook's own, those that the learner's configuration
 * names, and those that the workspace remembers.
 *
 *	~/.config/warpbook/config.lua    return { packs = { "algebra", "/home/ada/mine" } }
 *	WORKSPACE/.warpbook/packs        a line for each pack, in order: `warpbook` is warpbook's own course
 *
 * A pack is named by its folder, or by the name under which `warpbook pack add` has installed it, in
 * $XDG_DATA_HOME/warpbook/packs/NAME. A workspace whose list does not begin with `warpbook` has those packs alone.
 */
#ifndef WARPBOOK_DESK_PACKS_H
#define WARPBOOK_DESK_PACKS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* The course is that of the workspace around the current folder, from now on. main calls it once. */
void packs_begin(void);
/* The course is that of this workspace. Not while another thread uses the course. */
void packs_choose(const char *root);

/* The workspace's list; without a file `warpbook` alone. */
int packs_remembered(const char *root, struct arena *a, const char ***list, size_t *n, struct error *err);
int packs_remember(const char *root, const char *const *list, size_t n, struct error *err);
/* If $WARPBOOK_DATA is set, the workspace remembers its folders. */
int packs_remember_variable(const char *root, struct error *err);

/* All words of the course, in order: the workspace's list, with the configuration's packs behind `warpbook`. */
int packs_words(struct arena *a, const char ***words, size_t *n, struct error *err);

/* The folder of installed packs; it may be missing. */
int packs_home(char *out, size_t size, struct error *err);
/* The names of those installed, in order. */
int packs_installed(struct arena *a, const char ***names, size_t *n, struct error *err);
/* The folder that a word of a list means; "" for `warpbook`. An error if it is not there. */
int packs_folder(const char *word, char *out, size_t size, struct error *err);

#endif
