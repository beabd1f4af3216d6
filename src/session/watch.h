/*
 * watch.h - noticing that a learner saved a file.
 *
 * Editors save in two ways: they write into the file, or they write another and
 * rename it over. So the folder is watched, not the file. Where events do not
 * come (NFS, some virtual machines) the file's stamp tells, looked at whenever
 * watch_changed is called; calling it once a second is enough.
 */
#ifndef WARPBOOK_SESSION_WATCH_H
#define WARPBOOK_SESSION_WATCH_H

#include <stdbool.h>

#include "base/error.h"

struct watch;

/* The file need not exist yet; its folder must. What it holds now counts as seen. */
int watch_open(struct watch **w, const char *path, struct error *err);
void watch_close(struct watch *w); /* NULL is fine */

/* Readable when something happened in the folder: for poll. -1 where events are not to be had. */
int watch_fd(const struct watch *w);

/* True once for every save since the last call. Never blocks. */
bool watch_changed(struct watch *w);

/* Waits for a save: 1 it came, 0 milliseconds have passed, -1 a signal asked us to stop. */
int watch_wait(struct watch *w, int milliseconds);

#endif
