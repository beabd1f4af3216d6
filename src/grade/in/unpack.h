/*
 * unpack.h - opens an archive from a student, a platform or an author of lessons: zip, tar and 7z; tar and single files
 * compressed by gzip, bzip2, xz, lzma or zstd.
 *
 * Theory: the file may be hostile. A child of this program (`warpbook worker archive`) reads it with libarchive in the sandbox of
 * child/sandbox.h: it gets the bytes on stdin, opens no file but libraries, and writes what it finds to stdout. The parent trusts
 * none of its names and lengths: it makes the files itself, below a private folder, and only from plain names.
 *
 *	parent -- kind, archive --> stdin   child: libarchive; limits of processor time, memory and output
 *	       <- entries --------- stdout
 *	files below `to`
 *
 * An entry: u8 enum unpack_entry, u32 length of the name, u32 length of the bytes, name, bytes; little-endian. The last one is
 * UNPACK_END; its name says what is wrong with the archive, or is empty.
 *
 * But for a pack, the child sends only the bytes of sources, headers, tables and archives; everything else becomes an empty file,
 * of which only the name counts. Links, devices and encrypted files become empty files, too, and are listed as odd. Of several
 * entries with one name the last one stays.
 */
#ifndef WARPBOOK_GRADE_IN_UNPACK_H
#define WARPBOOK_GRADE_IN_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

enum unpack_entry { UNPACK_END, UNPACK_FILE, UNPACK_FOLDER, UNPACK_LINK, UNPACK_HARD_LINK, UNPACK_PIPE, UNPACK_DEVICE,
		    UNPACK_SOCKET,
	UNPACK_ENCRYPTED, UNPACK_LARGE, UNPACK_DAMAGED, UNPACK_ENTRIES };

/*
 * One student's archive, a download of the whole class, or a pack of lessons,
 * all of whose files count: they have different limits.
 */
enum unpack_what { UNPACK_STUDENT, UNPACK_CLASS, UNPACK_PACK, UNPACK_WHATS };
struct unpack_limits {
	size_t archive_bytes, bytes, entries;
	uint64_t skipped; /* bytes of unwanted files: all formats but zip must unpack them to find what follows */
	double seconds;
	bool all; /* no file is unwanted */
};
extern const struct unpack_limits unpack_limits[UNPACK_WHATS];

struct unpack_odd { const char *path, *why; }; /* below `to`; "is a symbolic link, not a file" */

struct unpacked {
	const char *problem;        /* NULL: none; else the text after the archive's name: "is encrypted", "is damaged: ..." */
	bool machine;               /* the machine caused the problem: it says nothing about the archive */
	struct unpack_odd *odd; size_t n, cap;
	size_t left_out;            /* entries whose names lead out of the archive, or are invalid */
	const char *first_left_out; /* NULL: none */
	size_t twice;               /* entries that replaced another of the same name */
	size_t bytes;               /* written below `to` */
};

/* Does the name end like an archive's? stem: its length without that ending; may be NULL. */
bool unpack_is_archive(const char *name, size_t *stem);

/*
 * Creates the folder `to` and unpacks into it. out->problem describes any fault of the archive; the files before it exist. Texts
 * are in the arena, and not sanitised. name: the archive's own, from which a compressed file gets its name. -1: no memory, no
 * space, or no child could be started.
 */
int unpack(const char *archive, const char *name, const char *to, enum unpack_what what, struct arena *arena,
	   struct unpacked *out, struct error *err);

/* Makes files from a child's output. True if the output is complete: it ends with UNPACK_END. For unpack and its tests. */
int unpack_take(const uint8_t *bytes, size_t len, const char *name, const char *to, struct arena *arena, struct unpacked *out,
		bool *whole, struct error *err);

/* In the child: reads a whole archive and passes its entries to `put`, which returns false to end the reading. */
typedef bool unpack_put(void *ctx, enum unpack_entry kind, const char *name, const void *bytes, size_t len);
void unpack_read(const void *archive, size_t len, const struct unpack_limits *l, unpack_put *put, void *ctx);
/* `warpbook worker archive` */
int unpack_worker(void);

#endif
