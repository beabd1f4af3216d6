/*
 * keys.h - the learner's configuration: `warpbook/config.lua` in $XDG_CONFIG_HOME, or by default in ~/.config.
 *
 *	return { keys = { check = "x", hint = "H tab" }, packs = { "algebra" } }
 *
 * keys: replaces the keys of requests of tui/requests.def, which it names by their ids in small letters. packs: see desk/packs.h.
 */
#ifndef WARPBOOK_CMD_KEYS_H
#define WARPBOOK_CMD_KEYS_H

#include "base/error.h"

/* Reads the file, if it exists, and binds its keys. An error is the learner's, with its line. */
int keys_configure(struct error *err);
/* Prints the ids with their current keys. Returns an exit status. */
int keys_print(void);

#endif
