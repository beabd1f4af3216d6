/* sandbox.c - see sandbox.h. Between fork and exec it makes only system calls. */
#include "config.h"

#include "child/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/path.h"
#include "child/spaces.h"

/* ---- Landlock's interface: headers are often older than the kernel ---------------------- */

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

#define BOTH_LAYERS "landlock+seccomp"

#define ASK_VERSION 1u
#define RULE_PATH_BENEATH 1

#define FS_EXECUTE    (UINT64_C(1) << 0)
#define FS_WRITE_FILE (UINT64_C(1) << 1)
#define FS_READ_FILE  (UINT64_C(1) << 2)
#define FS_READ_DIR   (UINT64_C(1) << 3)
#define FS_REMOVE     (UINT64_C(3) << 4)  /* folders and files */
#define FS_MAKE_REG   (UINT64_C(1) << 8)
#define FS_MAKE       (UINT64_C(0x7F) << 6)
#define FS_ALL        (UINT64_C(0x1FFF))
#define FS_REFER      (UINT64_C(1) << 13) /* version 2 */
#define FS_TRUNCATE   (UINT64_C(1) << 14) /* version 3 */
#define NET_ALL       UINT64_C(3)         /* version 4: bind and connect of TCP */
#define SCOPES_ALL    UINT64_C(3)         /* version 6: signals, and abstract unix sockets */

struct ruleset { uint64_t files, net, scopes; };
struct path_rule { uint64_t allowed; int32_t parent; } __attribute__((packed));

static int ask_version(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);

	return version > 0 ? (int)version : 0;
}

int sandbox_landlock_version(void)
{
	static int known = -1;

	if (known < 0)
		known = ask_version();
	return known;
}

const struct sock_fprog *(*sandbox_calls)(enum sandbox_kind kind);

unsigned sandbox_layers(void)
{
	unsigned have = sandbox_landlock_version() ? SANDBOX_HAS_LANDLOCK : 0;

	/* The kernel cannot read a filter at address 0, so EFAULT means that it supports the call. */
	if (sandbox_calls && sandbox_calls(SANDBOX_TOOLS) && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) && errno == EFAULT)
		have |= SANDBOX_HAS_SECCOMP;
	return have;
}

const char *sandbox_level(void)
{
	static const char *const names[][2] = {
		{ "none", "none+namespaces" }, { "landlock", "landlock+namespaces" }, { "seccomp", "seccomp+namespaces" },
		{ BOTH_LAYERS, BOTH_LAYERS "+namespaces" },
	};

	return names[sandbox_layers()][spaces_have()];
}

bool sandbox_level_is_whole(const char *level)
{
	return strncmp(level, BOTH_LAYERS, strlen(BOTH_LAYERS)) == 0;
}

/* ---- the list --------------------------------------------------------------------------- */

void sandbox_allow(struct sandbox *s, const char *path, unsigned may)
{
	if (!path || !*path)
		return;
	if (s->n == SANDBOX_PATHS_MOST)
		s->overflowed = true;
	else
		s->paths[s->n++] = (struct sandbox_path){ path, may };
}

/* Copies the text into the sandbox. A copy of the sandbox still points to the original's text. */
static void allow_copied(struct sandbox *s, unsigned may, const char *fmt, ...)
{
	va_list args;
	size_t room = sizeof s->text - s->used;
	int n;

	va_start(args, fmt);
	n = vsnprintf(s->text + s->used, room, fmt, args);
	va_end(args);
	if (n < 0 || (size_t)n >= room) {
		s->overflowed = true;
		return;
	}
	sandbox_allow(s, s->text + s->used, may);
	s->used += (size_t)n + 1;
}

void sandbox_allow_beside(struct sandbox *s, const char *folder, const char *name, unsigned may)
{
	allow_copied(s, may, "%s/%s", folder, name);
}

void sandbox_allow_list(struct sandbox *s, const char *folders, unsigned may)
{
	while (folders && *folders) {
		size_t len = strcspn(folders, ":");

		if (len)
			allow_copied(s, may, "%.*s", (int)len, folders);
		folders += len + (folders[len] == ':');
	}
}

#define FOLDERS_MOST 32 /* of libraries outside the system's folders */

/*
 * May children read this folder, which the loader uses, and is it not allowed
 * yet? A sandbox that permits / or all of a home is none.
 */
static bool is_new_folder(const struct sandbox *s, const char *path)
{
	static const char *const systems[] = { "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib" };
	const char *home = getenv("HOME");
	size_t depth = 0;

	if (home && path_within(home, path))
		return false;
	for (size_t i = 0; path[i]; i++)
		depth += path[i] == '/' && path[i + 1] && path[i + 1] != '/';
	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
		if (path_within(path, systems[i]))
			return false;
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->paths[i].path, path))
			return false;
	return path[0] == '/' && depth > 1;
}

struct folders { struct sandbox *s; size_t n; };

/* False if it is allowed without this, or is none that a child may read. */
static bool folder_allow(struct folders *f, const char *text, size_t len)
{
	unsigned may = f->s->kind == SANDBOX_TOOLS ? SANDBOX_READ | SANDBOX_RUN : SANDBOX_READ;
	char path[PATH_MAX];

	while (len && text[len - 1] == '/')
		len--;
	if (f->n == FOLDERS_MOST || f->s->used + len >= sizeof f->s->text / 2 || len >= sizeof path)
		return false;
	memcpy(path, text, len);
	path[len] = '\0';
	if (!is_new_folder(f->s, path))
		return false;
	allow_copied(f->s, may, "%s", path);
	f->n++;
	return true;
}

/* A library that is loaded, and the file that its name is a link to. The loader itself is one, and may lie anywhere. */
static int library_allow(struct dl_phdr_info *info, size_t size, void *folders)
{
	struct folders *f = folders;
	const char *paths[] = { info->dlpi_name, NULL };
	char real[PATH_MAX];

	(void)size;
	if (info->dlpi_name[0])
		paths[1] = realpath(info->dlpi_name, real);
	for (size_t i = 0; i < 2; i++) {
		const char *base = paths[i] ? strrchr(paths[i], '/') : NULL;

		if (base && folder_allow(f, paths[i], (size_t)(base - paths[i])) && !strncmp(base + 1, "ld-", 3))
			allow_copied(f->s, SANDBOX_READ | SANDBOX_RUN, "%s", paths[i]);
	}
	return 0;
}

/* A child is this program again, or is linked with libraries of ours: it needs what our loader has found. */
static void folders_allow(struct sandbox *s)
{
	struct folders f = { s, 0 };
	const char *list = getenv("LD_LIBRARY_PATH");

	dl_iterate_phdr(library_allow, &f);
	while (list && *list) {
		size_t len = strcspn(list, ":;");

		folder_allow(&f, list, len);
		list += len + (list[len] != '\0');
	}
}

void sandbox_allow_system(struct sandbox *s)
{
	/* Not /usr itself: the lessons' solutions may be below its share. */
	static const char *const libraries[] = {
		"/lib", "/lib32", "/lib64", "/libx32", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib",
		"/usr/local/lib64", "/etc/ld.so.cache", "/etc/ld.so.preload", "/usr/share/zoneinfo", "/etc/localtime",
	};
	static const char *const tools[] = {
		"/bin", "/usr/bin", "/usr/libexec", "/usr/include", "/usr/local/bin", "/usr/local/include", "/usr/local/libexec",
		"/etc/alternatives",
	};
	static const char *const loaders[] = { "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib64/ld64.so.2" };
	bool any = s->kind == SANDBOX_TOOLS;

	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		sandbox_allow(s, libraries[i], any ? SANDBOX_READ | SANDBOX_RUN : SANDBOX_READ);
	for (size_t i = 0; i < sizeof loaders / sizeof *loaders; i++)
		sandbox_allow(s, loaders[i], SANDBOX_READ | SANDBOX_RUN);
	for (size_t i = 0; any && i < sizeof tools / sizeof *tools; i++)
		sandbox_allow(s, tools[i], SANDBOX_READ | SANDBOX_RUN);
	folders_allow(s);
	sandbox_allow(s, "/dev/null", SANDBOX_READ | SANDBOX_WRITE);
	/* A source could include them, and no compiler needs them. */
	sandbox_allow(s, any ? NULL : "/dev/zero", SANDBOX_READ);
	sandbox_allow(s, any ? NULL : "/dev/urandom", SANDBOX_READ);
}

void sandbox_allow_python(struct sandbox *s)
{
	sandbox_allow(s, "/proc/cpuinfo", SANDBOX_READ);
	sandbox_allow(s, "/proc/meminfo", SANDBOX_READ);
	sandbox_allow(s, "/etc/python3", SANDBOX_READ);
	sandbox_allow(s, "/usr/share/python3", SANDBOX_READ);
	sandbox_allow(s, "/dev/null", SANDBOX_READ | SANDBOX_WRITE);
	sandbox_allow(s, "/dev/urandom", SANDBOX_READ);
}

/* ---- files -------------------------------------------------------------------------------- */

static uint64_t rights_of(unsigned may, bool folder, uint64_t handled)
{
	uint64_t rights = 0;

	if (may & (SANDBOX_READ | SANDBOX_SCRATCH | SANDBOX_FILES))
		rights |= FS_READ_FILE | FS_READ_DIR;
	if (may & SANDBOX_RUN)
		rights |= FS_EXECUTE | FS_READ_FILE;
	if (may & SANDBOX_WRITE)
		rights |= FS_WRITE_FILE | FS_TRUNCATE;
	if (may & SANDBOX_SCRATCH)
		rights |= FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE | FS_REMOVE | FS_REFER;
	if (may & SANDBOX_FILES)
		rights |= FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE_REG;
	if (!folder)
		rights &= FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE;
	return rights & handled;
}

static int path_open(int ruleset, const struct sandbox_path *p, uint64_t handled)
{
	struct path_rule rule = { .parent = open(p->path, O_PATH | O_CLOEXEC) };
	struct stat st;
	int status = 0;

	if (rule.parent < 0)
		return 0; /* a missing path needs no rule */
	if (fstat(rule.parent, &st) == 0) {
		rule.allowed = rights_of(p->may, S_ISDIR(st.st_mode), handled);
		if (rule.allowed && syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0u))
			status = -1;
	}
	close(rule.parent);
	return status;
}

static int restrict_files(const struct sandbox *s)
{
	int version = sandbox_landlock_version(), ruleset, status = 0;
	struct ruleset r = { FS_ALL | (version >= 2 ? FS_REFER : 0) | (version >= 3 ? FS_TRUNCATE : 0), NET_ALL, SCOPES_ALL };

	if (!version)
		return 0;
	ruleset = (int)syscall(SYS_landlock_create_ruleset, &r,
			       version >= 6 ? sizeof r : version >= 4 ? 2 * sizeof r.files : sizeof r.files, 0u);
	if (ruleset < 0)
		return -1;
	for (size_t i = 0; i < s->n && status == 0; i++)
		status = path_open(ruleset, &s->paths[i], r.files);
	if (status == 0)
		status = (int)syscall(SYS_landlock_restrict_self, ruleset, 0u);
	close(ruleset);
	return status;
}

/* ---- calls -------------------------------------------------------------------------------- */

/* Writes to the filter, which is safe after fork: the memory is the child's own copy. */
static int restrict_calls(const struct sandbox *s)
{
	const struct sock_fprog *filter = s->calls;

	if (!filter)
		return 0;
	for (size_t i = 0; i < filter->len; i++)
		if (filter->filter[i].k == SANDBOX_OWN_PID)
			filter->filter[i].k = (uint32_t)getpid();
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter);
}

/*
 * Compilers keep them, because a grader that runs as root reads learners' folders; the sandbox blocks the other powers of root.
 */
static int drop_capabilities(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[2] = { { 0 } };

	return geteuid() == 0 ? (int)syscall(SYS_capset, &head, none) : 0;
}

void sandbox_ready(struct sandbox *s)
{
	s->calls = !s->bare && sandbox_layers() & SANDBOX_HAS_SECCOMP ? sandbox_calls(s->kind) : NULL;
}

int sandbox_enter(const struct sandbox *s)
{
	if (s->bare)
		return 0;
	if (s->overflowed) {
		errno = E2BIG;
		return -1;
	}
	return (s->kind != SANDBOX_TOOLS && drop_capabilities()) || restrict_files(s) || restrict_calls(s) ? -1 : 0;
}

#ifdef WITH_SANITIZERS
/* AddressSanitizer's leak checker calls this at the end. It is off in the sandbox, which forbids it to trace the process. */
int __lsan_is_turned_off(void) __attribute__((visibility("default")));
int __lsan_is_turned_off(void)
{
	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
}
#endif
