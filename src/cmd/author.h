/* author.h - the commands of `warpbook author`. */
#ifndef WARPBOOK_CMD_AUTHOR_H
#define WARPBOOK_CMD_AUTHOR_H

#include "cmd/cmd.h"

extern const struct command command_author_check, command_author_new;

/* Makes `folder` (NULL: the one that is used anyway) the one that everything is read from. */
int author_folder(const char *folder, struct error *err);

#endif
