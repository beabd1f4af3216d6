/*
 * unpack.h - opens an archive that a student or a platform made: zip, tar and 7z, tar and single files compressed by gzip, bzip2,
 * xz, lzma or zstd.
 *
 * Theory: the file may be hostile. A child of this program (`warpbook worker archive`) reads it with libarchive behind the walls
 * of base/walls.h: it gets the bytes on stdin, opens no file but libraries, and writes what it finds to stdout. The parent believes
 * no name and no length of it: it makes the files itself, below a private folder, and only from plain names.
 *
 *	parent -- kind, archive --> stdin   child: libarchive; limits of processor time, memory and output
 *	       <- entries --------- stdout
 *	files below `to`
 *
 * An entry: u8 enum unpack_entry, u32 length of the name, u32 length of the bytes, name, bytes; little-endian. The last one is
 * UNPACK_END, whose name says what is wrong with the archive, or nothing.
 *
 * Only the bytes of sources, headers, tables and archives come over; all else becomes an empty file, of which only the name
 * counts. Links, devices and encrypted files become empty files, too, and are listed as odd. Of several entries with one
 * name the last one stays.
 */
#ifndef WARPBOOK_GRADE_UNPACK_H
#define WARPBOOK_GRADE_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

enum unpack_entry { UNPACK_END, UNPACK_FILE, UNPACK_FOLDER, UNPACK_LINK, UNPACK_HARD_LINK, UNPACK_PIPE, UNPACK_DEVICE, UNPACK_SOCKET,
	UNPACK_ENCRYPTED, UNPACK_LARGE, UNPACK_DAMAGED, UNPACK_ENTRIES };

/* One student's archive, or a download of the whole class: they differ in their limits. */
enum unpack_what { UNPACK_STUDENT, UNPACK_CLASS };
struct unpack_limits {
	size_t archive_bytes, bytes, entries;
	uint64_t skipped; /* bytes of files that nobody asks for: all but a zip must unpack them to find what follows */
	double seconds;
};
extern const struct unpack_limits unpack_limits[2];

struct unpack_odd { const char *path, *why; }; /* below `to`; "is a symbolic link, not a file" */

struct unpacked {
	const char *problem;        /* NULL: none; else what follows the archive's name: "is encrypted", "is damaged: ..." */
	bool machine;               /* the problem is this machine's: it says nothing about the archive */
	struct unpack_odd *odd; size_t n, cap;
	size_t left_out;            /* entries whose names lead out of the archive, or are no names */
	const char *first_left_out; /* NULL: none */
	size_t twice;               /* entries that replaced another of the same name */
	size_t bytes;               /* written below `to` */
};

/* Does the name end as an archive's? stem: how long it is without that end; may be NULL. */
bool unpack_is_archive(const char *name, size_t *stem);

/*
 * Unpacks below the folder `to`, which is made. Whatever is wrong with the archive is out->problem, and what came before it is there.
 * Texts are in the arena, and not sanitised. name: the archive's own, after which a compressed file is called.
 * -1: no memory, no space, or no child could be started.
 */
int unpack(const char *archive, const char *name, const char *to, enum unpack_what what, struct arena *arena, struct unpacked *out,
	   struct error *err);

/* Makes the files of what a child wrote. True if that is whole: it ends with UNPACK_END. For unpack and its tests. */
int unpack_take(const uint8_t *bytes, size_t len, const char *name, const char *to, struct arena *arena, struct unpacked *out, bool *whole,
		struct error *err);

/* In the child. The whole of an archive as entries: `put` takes them, and false from it ends the reading. */
typedef bool unpack_put(void *ctx, enum unpack_entry kind, const char *name, const void *bytes, size_t len);
void unpack_read(const void *archive, size_t len, const struct unpack_limits *l, unpack_put *put, void *ctx);
/* `warpbook worker archive` */
int unpack_worker(void);

#endif
