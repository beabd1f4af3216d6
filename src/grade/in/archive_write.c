/* archive_write.c - see archive_write.h: libarchive packs files in memory. */
#include "config.h"

#include "grade/in/archive_write.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"

#ifdef HAVE_ARCHIVE

#define FUNCTIONS(F) \
	F(archive_write_new) F(archive_write_free) F(archive_write_close) F(archive_write_set_format_ustar) \
	F(archive_write_add_filter_zstd) F(archive_write_open_memory) F(archive_write_header) F(archive_write_data) \
	F(archive_error_string) F(archive_entry_new) F(archive_entry_free) F(archive_entry_clear) F(archive_entry_set_pathname) \
	F(archive_entry_set_size) F(archive_entry_set_filetype) F(archive_entry_set_perm) F(archive_entry_set_mtime)

#include "grade/in/archive_library.h"

static bool file_put(struct archive *a, struct archive_entry *e, const struct archive_file *f)
{
	la.archive_entry_clear_p(e);
	la.archive_entry_set_pathname_p(e, f->name);
	la.archive_entry_set_size_p(e, (la_int64_t)f->bytes.len);
	la.archive_entry_set_filetype_p(e, S_IFREG);
	la.archive_entry_set_perm_p(e, 0644);
	la.archive_entry_set_mtime_p(e, 0, 0);
	return la.archive_write_header_p(a, e) == ARCHIVE_OK &&
	       (!f->bytes.len || la.archive_write_data_p(a, f->bytes.data, f->bytes.len) == (la_ssize_t)f->bytes.len);
}

/* Packs into room[size]. */
static int pack(struct archive *a, struct archive_entry *e, const struct archive_file *files, size_t n, void *room, size_t size,
		size_t *used, struct error *err)
{
	bool done = la.archive_write_set_format_ustar_p(a) == ARCHIVE_OK && la.archive_write_add_filter_zstd_p(a) == ARCHIVE_OK &&
		    la.archive_write_open_memory_p(a, room, size, used) == ARCHIVE_OK;

	for (size_t i = 0; i < n && done; i++)
		done = file_put(a, e, &files[i]);
	if (done && la.archive_write_close_p(a) == ARCHIVE_OK)
		return 0;
	return error_set(err, PARTY_MACHINE, "libarchive cannot make the archive: %s",
			 la.archive_error_string_p(a) ? la.archive_error_string_p(a) : "it says nothing");
}

int archive_write(const char *path, const struct archive_file *files, size_t n, struct error *err)
{
	struct archive *a = NULL;
	struct archive_entry *e = NULL;
	size_t size = (size_t)1 << 20, used = 0;
	char *room;
	int status = -1;

	if (!la.archive_write_new_p && !library_open())
		return error_set(err, PARTY_MACHINE, "libarchive is not installed on this machine");
	for (size_t i = 0; i < n; i++)
		size += files[i].bytes.len + 1024; /* a header, and the last block */
	room = malloc(size);
	a = la.archive_write_new_p();
	e = la.archive_entry_new_p();
	if (!room || !a || !e)
		error_nomem(err);
	else
		status = pack(a, e, files, n, room, size, &used, err);
	if (e)
		la.archive_entry_free_p(e);
	if (a)
		la.archive_write_free_p(a);
	if (!status)
		status = file_write(path, room, used, err);
	free(room);
	return status;
}

#else

int archive_write(const char *path, const struct archive_file *files, size_t n, struct error *err)
{
	(void)path, (void)files, (void)n;
	return error_set(err, PARTY_MACHINE, "this warpbook was built without libarchive, which makes archives");
}

#endif
