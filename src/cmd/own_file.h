/* own_file.h - the user's own .ptx or .cu file (hand/file.h), for a command: what is wrong with it is printed. */
#ifndef WARPBOOK_CMD_OWN_FILE_H
#define WARPBOOK_CMD_OWN_FILE_H

#include "hand/file.h"

/* Returns EXIT_DONE, or another exit status after printing the reason, with a compiler's messages as remarks. */
int own_file_read(struct hand_file *f, const char *path, const char *compiler, bool for_stepping);

#endif
