/*
 * path.h - paths, and safe reading and writing of files.
 *
 * Everything that reads a learner's or an author's file goes through
 * file_read: it rejects directories, FIFOs and devices by name instead of
 * hanging on them, and bounds the size.
 */
#ifndef WARPBOOK_BASE_PATH_H
#define WARPBOOK_BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/error.h"

/* Size limit of a learner's source in bytes; a larger one is a clear error. */
#define SOURCE_MAX_BYTES (4u << 20)

/* Joins with one slash into out[size]; returns out, or NULL if it does not fit. */
char *path_join(char *out, size_t size, const char *dir, const char *name);
const char *path_base(const char *path);
/*
 * What follows `folder` in a path: "" for the folder itself, "/..." for what lies in it, else NULL. It compares names, not files.
 */
const char *path_within(const char *path, const char *folder);
/* The file of the running program; false if the system does not say, or it does not fit. */
bool path_self(char *out, size_t size);
bool path_exists(const char *path);
bool path_is_dir(const char *path);

/* Like mkdir -p, with mode 0777 minus the umask. */
int path_make_dirs(const char *path, struct error *err);

/* Removes a folder that warpbook created, with its contents; not a file. */
int path_remove_tree(const char *path, struct error *err);

/*
 * Makes a private folder (0700) under $TMPDIR or /tmp, with a prefix that begins "warpbook-". The caller removes it with
 * path_remove_tree; if a process is killed, the next process that makes its first folder removes those left behind.
 */
int path_temp_dir(char *out, size_t size, const char *prefix, struct error *err);

/* Appends a regular file's bytes to out. More than max bytes is an error. */
int file_read(const char *path, size_t max, struct buf *out, struct error *err);

/* The same for an untrusted path: rejects a symbolic link. */
int file_read_itself(const char *path, size_t max, struct buf *out, struct error *err);

/*
 * Writes a temporary file in the same folder, syncs and renames it: readers never see half a file, and it survives a crash.
 * A device is written as it is.
 */
int file_write(const char *path, const void *bytes, size_t len, struct error *err);
/*
 * The same without the sync, which can take long: for files that can be made again. A crash of the machine may leave them empty.
 */
int file_write_quick(const char *path, const void *bytes, size_t len, struct error *err);
/* Writes all bytes to an open descriptor. Returns -1 with errno. */
int file_write_fd(int fd, const char *bytes, size_t len);
/* Creates a new file without these steps: for private folders that are removed at the end. */
int file_write_scratch(const char *path, const void *bytes, size_t len, struct error *err);

/*
 * The i-th folder of $WARPBOOK_DATA, where colons stand between them. "": the files installed with warpbook, also if the variable
 * is not set. False: there is no i-th.
 */
bool path_data_folder(size_t i, char *out, size_t size);
/*
 * Finds `name`, a file or folder of warpbook that belongs to no lesson or exercise (for those: course_path of catalog/course.h):
 * in the last folder of $WARPBOOK_DATA that has it. An empty one is path_own's.
 */
int path_data(const char *name, char *out, size_t size, struct error *err);
/*
 * The same of the files installed with warpbook: in the folder of the executable if it contains `lessons`, ../share/warpbook
 * beside the executable, the configured package data folder, the source tree the program was built from.
 */
int path_own(const char *name, char *out, size_t size, struct error *err);

/* The folder with the Python package of notebooks' magics: in the source tree, or installed. */
int path_notebook(char *out, size_t size, struct error *err);

/* One of our shared libraries: in $WARPBOOK_LIBDIR, the folder of the executable, ../lib/warpbook beside it, or as configured. */
int path_library(const char *name, char *out, size_t size, struct error *err);

/* $XDG_CACHE_HOME/warpbook, or ~/.cache/warpbook; created if missing. */
int path_cache_dir(char *out, size_t size, struct error *err);

/* The link folder/name leads to `target` from now on, also where another process does the same at this time. */
int path_link(const char *folder, const char *name, const char *target, struct error *err);

/* The learner's own settings: $XDG_CONFIG_HOME/warpbook/NAME, or ~/.config/warpbook/NAME; the file may be missing. */
int path_config(const char *name, char *out, size_t size, struct error *err);

#endif
