/* author.h - the commands of `warpbook author`. */
#ifndef WARPBOOK_CMD_AUTHOR_AUTHOR_H
#define WARPBOOK_CMD_AUTHOR_AUTHOR_H

#include "cmd/cmd.h"

extern const struct command command_author_check, command_author_new, command_author_texts;

/* Makes `folder` the data folder; NULL: keeps the default. */
int author_folder(const char *folder, struct error *err);

#endif
