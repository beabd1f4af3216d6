/*
 * unpack_read.c - the child's side of unpack.h: libarchive reads an archive from memory.
 */
#include "config.h"

#include "grade/in/unpack.h"

#include <locale.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"

#define NO_ARCHIVE "is not an archive that warpbook opens (zip, tar, 7z; gz, bz2, xz, lzma, zst)"
#define TOO_MUCH "unpacks to too much"

const struct unpack_limits unpack_limits[UNPACK_WHATS] = {
	{ .archive_bytes = (size_t)64 << 20, .bytes = (size_t)16 << 20, .entries = 5000, .skipped = (uint64_t)4 << 30,
	  .seconds = 5 },
	{ .archive_bytes = (size_t)512 << 20, .bytes = (size_t)512 << 20, .entries = 200000, .skipped = (uint64_t)64 << 30,
	  .seconds = 120 },
	{ .archive_bytes = (size_t)64 << 20, .bytes = (size_t)64 << 20, .entries = 20000, .skipped = (uint64_t)1 << 30,
	  .seconds = 20, .all = true },
};

#ifdef HAVE_ARCHIVE

#define FUNCTIONS(F) \
	F(archive_read_new) F(archive_read_free) F(archive_read_support_format_zip) F(archive_read_support_format_tar) \
	F(archive_read_support_format_gnutar) F(archive_read_support_format_7zip) F(archive_read_support_format_raw) \
	F(archive_read_support_filter_gzip) F(archive_read_support_filter_bzip2) F(archive_read_support_filter_xz) \
	F(archive_read_support_filter_lzma) F(archive_read_support_filter_zstd) F(archive_read_open_memory) \
	F(archive_read_next_header) F(archive_read_data) F(archive_read_data_skip) F(archive_error_string) F(archive_errno) \
	F(archive_filter_count) F(archive_format) F(archive_read_has_encrypted_entries) F(archive_entry_pathname_utf8) \
	F(archive_entry_pathname) F(archive_entry_filetype) F(archive_entry_hardlink) F(archive_entry_is_encrypted) \
	F(archive_entry_size)

#include "grade/in/archive_library.h"

struct reading {
	struct archive *a;
	const struct unpack_limits *l;
	unpack_put *put; void *ctx;
	struct buf bytes, name;
	size_t all, entries;
	uint64_t skipped;
	bool zip, raw, compressed;
};

static bool has_end(const char *name, const char *const *ends)
{
	const char *dot = strrchr(path_base(name), '.');

	for (; dot && *ends; ends++)
		if (!strcasecmp(dot, *ends))
			return true;
	return false;
}

/* Are its bytes needed? */
static bool is_wanted(const char *name)
{
	static const char *const ends[] = { ".cu", ".py", ".cuh", ".h", ".hh", ".hpp", ".inl", ".yml", ".csv", NULL };

	return has_end(name, ends) || unpack_is_archive(name, NULL);
}

/* As a path with single slashes; false: hidden, or macOS metadata, which is no one's work. */
static bool take_name(struct reading *r, struct archive_entry *e)
{
	const char *name = la.archive_entry_pathname_utf8_p(e);

	if (!name)
		name = la.archive_entry_pathname_p(e);
	buf_clear(&r->name);
	buf_puts(&r->name, r->raw ? "" : name ? name : "?");
	if (r->name.failed)
		return false;
	for (char *p = r->name.data; r->zip && p && *p; p++)
		if (*p == '\\')
			*p = '/';
	for (const char *p = buf_text(&r->name); *p; p += strcspn(p, "/"), p += strspn(p, "/")) {
		size_t n = strcspn(p, "/");

		if ((*p == '.' && n > 1 && !(n == 2 && p[1] == '.')) || (n == 8 && !memcmp(p, "__MACOSX", n)))
			return false;
	}
	return true;
}

static enum unpack_entry kind_of(struct archive_entry *e, bool raw)
{
	if (raw)
		return UNPACK_FILE;
	if (la.archive_entry_hardlink_p(e))
		return UNPACK_HARD_LINK;
	switch (la.archive_entry_filetype_p(e)) {
	case S_IFDIR: return UNPACK_FOLDER;
	case S_IFLNK: return UNPACK_LINK;
	case S_IFIFO: return UNPACK_PIPE;
	case S_IFSOCK: return UNPACK_SOCKET;
	case S_IFCHR: case S_IFBLK: return UNPACK_DEVICE;
	default: return la.archive_entry_is_encrypted_p(e) ? UNPACK_ENCRYPTED : UNPACK_FILE;
	}
}

/* The bytes of a file. *fatal: nothing after it can be read. */
static enum unpack_entry read_bytes(struct reading *r, bool *fatal)
{
	for (;;) {
		char piece[65536];
		la_ssize_t n = la.archive_read_data_p(r->a, piece, sizeof piece);

		if (n == 0)
			return UNPACK_FILE;
		if (n < 0) {
			*fatal = n == ARCHIVE_FATAL;
			return UNPACK_DAMAGED;
		}
		buf_append(&r->bytes, piece, (size_t)n);
		if (r->bytes.failed || r->bytes.len > SOURCE_MAX_BYTES)
			return UNPACK_LARGE;
	}
}

/* Counts a file whose bytes are skipped, by the size in its header. False: they are too many. */
static bool may_skip(struct reading *r, struct archive_entry *e)
{
	int64_t size = r->zip || r->raw ? 0 : la.archive_entry_size_p(e);

	if (size > 0 && (uint64_t)size > r->l->skipped - r->skipped)
		return false;
	r->skipped += size > 0 ? (uint64_t)size : 0;
	return true;
}

/* False: stop reading. problem: the reason. */
static bool read_entry(struct reading *r, struct archive_entry *e, const char **problem)
{
	enum unpack_entry kind;
	bool fatal = false, more;

	r->zip = (la.archive_format_p(r->a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
	r->raw = (la.archive_format_p(r->a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_RAW;
	if (r->raw && la.archive_filter_count_p(r->a) < 2) { /* the raw format accepts anything */
		*problem = NO_ARCHIVE;
		return false;
	}
	if (!take_name(r, e)) {
		*problem = may_skip(r, e) ? NULL : TOO_MUCH;
		return !*problem;
	}
	if (++r->entries > r->l->entries) {
		*problem = "holds too many files";
		return false;
	}
	buf_clear(&r->bytes);
	kind = kind_of(e, r->raw);
	if (kind == UNPACK_FILE && (r->raw || r->l->all || is_wanted(buf_text(&r->name))))
		kind = read_bytes(r, &fatal);
	else if (!may_skip(r, e))
		kind = UNPACK_END;
	if (kind != UNPACK_FILE)
		buf_clear(&r->bytes);
	r->all += r->bytes.len;
	if (kind == UNPACK_END || r->all > r->l->bytes) {
		*problem = TOO_MUCH;
		return false;
	}
	more = r->put(r->ctx, kind, buf_text(&r->name), r->bytes.data, r->bytes.len);
	if (fatal && more)
		*problem = "is damaged";
	return more && !fatal;
}

/* Decides by its first bytes; libarchive does not report a filter that found no end. */
static bool is_compressed(const void *bytes, size_t len)
{
	static const struct { size_t n; const char *bytes; } begins[] = {
		{ 2, "\x1f\x8b" }, { 3, "BZh" }, { 6, "\xfd" "7zXZ" }, { 4, "\x28\xb5\x2f\xfd" }, { 6, "7z\xbc\xaf\x27\x1c" },
			{ 4, "PK\3\4" } };

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (len >= begins[i].n && !memcmp(bytes, begins[i].bytes, begins[i].n))
			return true;
	return false;
}

static const char *not_opened(const struct reading *r)
{
	if (la.archive_read_has_encrypted_entries_p(r->a) > 0)
		return "is encrypted";
	return r->compressed || la.archive_format_p(r->a) ? "is damaged" : NO_ARCHIVE;
}

/* NULL: everything was read. */
static const char *read_all(struct reading *r)
{
	const char *problem = NULL;

	for (;;) {
		struct archive_entry *e;
		int status = la.archive_read_next_header_p(r->a, &e);

		if (status == ARCHIVE_EOF) /* below 0: that is not known */
			return r->entries || la.archive_read_has_encrypted_entries_p(r->a) <= 0 ? NULL : "is encrypted";
		if (status == ARCHIVE_OK || status == ARCHIVE_WARN) {
			if (!read_entry(r, e, &problem))
				return problem ? problem : "";
			continue;
		}
		return not_opened(r);
	}
}

void unpack_read(const void *archive, size_t len, const struct unpack_limits *l, unpack_put *put, void *ctx)
{
	struct reading r = { .l = l, .put = put, .ctx = ctx, .compressed = is_compressed(archive, len) };
	const char *problem = "";

	if (!la.archive_read_new_p && !library_open()) {
		put(ctx, UNPACK_END, "!cannot be opened: libarchive is not installed on this machine", NULL, 0);
		return;
	}
	setlocale(LC_CTYPE, "C.UTF-8");
	r.a = la.archive_read_new_p();
	if (r.a) {
		la.archive_read_support_format_zip_p(r.a);
		la.archive_read_support_format_tar_p(r.a);
		la.archive_read_support_format_gnutar_p(r.a);
		la.archive_read_support_format_7zip_p(r.a);
		la.archive_read_support_format_raw_p(r.a);
		la.archive_read_support_filter_gzip_p(r.a);
		la.archive_read_support_filter_bzip2_p(r.a);
		la.archive_read_support_filter_xz_p(r.a);
		la.archive_read_support_filter_lzma_p(r.a);
		la.archive_read_support_filter_zstd_p(r.a);
		if (la.archive_read_open_memory_p(r.a, archive, len) == ARCHIVE_OK)
			problem = read_all(&r);
		else
			problem = not_opened(&r);
	}
	put(ctx, UNPACK_END, !r.a || r.bytes.failed || r.name.failed ? "needs too much memory" : problem ? problem : "", NULL, 0);
	if (r.a)
		la.archive_read_free_p(r.a);
	buf_release(&r.bytes);
	buf_release(&r.name);
}

#else

void unpack_read(const void *archive, size_t len, const struct unpack_limits *l, unpack_put *put, void *ctx)
{
	(void)archive, (void)len, (void)l;
	put(ctx, UNPACK_END, "!cannot be opened: this warpbook was built without libarchive", NULL, 0);
}

#endif

/* ---- the child ------------------------------------------------------------------------------------ */

static bool put_all(const void *bytes, size_t len)
{
	for (const char *p = bytes; len;) {
		ssize_t n = write(STDOUT_FILENO, p, len);

		if (n <= 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

static bool write_entry(void *ctx, enum unpack_entry kind, const char *name, const void *bytes, size_t len)
{
	uint8_t head[9] = { (uint8_t)kind };
	size_t n = strlen(name);

	(void)ctx;
	for (int i = 0; i < 4; i++) {
		head[1 + i] = (uint8_t)(n >> 8 * i);
		head[5 + i] = (uint8_t)(len >> 8 * i);
	}
	return put_all(head, sizeof head) && put_all(name, n) && put_all(bytes, len);
}

int unpack_worker(void)
{
	struct buf text = BUF_INIT;
	char piece[65536];
	ssize_t n;

	while ((n = read(STDIN_FILENO, piece, sizeof piece)) > 0)
		buf_append(&text, piece, (size_t)n);
	if (n < 0 || text.failed || !text.len)
		return 1;
	unpack_read(text.data + 1, text.len - 1, &unpack_limits[(unsigned char)text.data[0] % UNPACK_WHATS], write_entry, NULL);
	buf_release(&text);
	return 0;
}
