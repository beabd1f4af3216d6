/*
 * watch.h - notices that a learner saved a file.
 *
 * Editors save in two ways: they write into the file, or they write another one and rename it over the first. So this
 * module watches the folder, not the file. On file systems without events (NFS, some virtual machines) it compares
 * the file's stamp at each call of watch_changed; one call a second is enough.
 */
#ifndef WARPBOOK_DESK_WATCH_H
#define WARPBOOK_DESK_WATCH_H

#include <stdbool.h>

#include "base/error.h"

struct watch;

/* The file need not exist yet; its folder must. Its current contents count as seen. */
int watch_open(struct watch **w, const char *path, struct error *err);
void watch_close(struct watch *w); /* NULL is fine */

/* Readable when something happened in the folder: for poll. -1 if events are not available. */
int watch_fd(const struct watch *w);

/* True once for every save since the last call. Never blocks. */
bool watch_changed(struct watch *w);

/* Waits for a save: 1 it came, 0 the time is up, -1 a signal asked us to stop. */
int watch_wait(struct watch *w, int milliseconds);

#endif
