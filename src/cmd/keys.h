/*
 * keys.h - the learner's configuration: `warpbook/config.lua` in $XDG_CONFIG_HOME, else in ~/.config.
 *
 *	return { keys = { check = "x", hint = "H tab" } }
 *
 * keys: for requests of tui/requests.def, by their ids in small letters, the keys that they have instead of the usual ones.
 */
#ifndef WARPBOOK_CMD_KEYS_H
#define WARPBOOK_CMD_KEYS_H

#include "base/error.h"

/* Reads the file, if there is one, and binds its keys. An error is the learner's, with its line. */
int keys_configure(struct error *err);
/* Prints the ids with the keys they have now. Returns an exit status. */
int keys_print(void);

#endif
