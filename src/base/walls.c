/* walls.c - see walls.h. Between fork and exec it makes only system calls. */
#include "config.h"

#include "base/walls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/spaces.h"

/* ---- Landlock's interface: headers are often older than the kernel ---------------------- */

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

#define BOTH_WALLS "landlock+seccomp"

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

int walls_landlock_version(void)
{
	static int known = -1;

	if (known < 0)
		known = ask_version();
	return known;
}

const struct sock_fprog *(*walls_calls)(enum walls_kind kind);

unsigned walls_have(void)
{
	unsigned have = walls_landlock_version() ? HAVE_FILES_WALL : 0;

	/* The kernel cannot read a filter at address 0, so EFAULT means that it supports the call. */
	if (walls_calls && walls_calls(WALLS_TOOLS) && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) && errno == EFAULT)
		have |= HAVE_CALLS_WALL;
	return have;
}

const char *walls_level(void)
{
	static const char *const names[][2] = {
		{ "none", "none+namespaces" }, { "landlock", "landlock+namespaces" }, { "seccomp", "seccomp+namespaces" },
		{ BOTH_WALLS, BOTH_WALLS "+namespaces" },
	};

	return names[walls_have()][spaces_have()];
}

bool walls_level_is_whole(const char *level)
{
	return strncmp(level, BOTH_WALLS, strlen(BOTH_WALLS)) == 0;
}

/* ---- the list --------------------------------------------------------------------------- */

void walls_allow(struct walls *w, const char *path, unsigned may)
{
	if (!path || !*path)
		return;
	if (w->n == WALLS_PATHS_MOST)
		w->overflowed = true;
	else
		w->paths[w->n++] = (struct wall_path){ path, may };
}

/* Copies the text into the walls. A copy of the walls still points to the original's text. */
static void allow_copied(struct walls *w, unsigned may, const char *fmt, ...)
{
	va_list args;
	size_t room = sizeof w->text - w->used;
	int n;

	va_start(args, fmt);
	n = vsnprintf(w->text + w->used, room, fmt, args);
	va_end(args);
	if (n < 0 || (size_t)n >= room) {
		w->overflowed = true;
		return;
	}
	walls_allow(w, w->text + w->used, may);
	w->used += (size_t)n + 1;
}

void walls_allow_beside(struct walls *w, const char *folder, const char *name, unsigned may)
{
	allow_copied(w, may, "%s/%s", folder, name);
}

void walls_allow_list(struct walls *w, const char *folders, unsigned may)
{
	while (folders && *folders) {
		size_t len = strcspn(folders, ":");

		if (len)
			allow_copied(w, may, "%.*s", (int)len, folders);
		folders += len + (folders[len] == ':');
	}
}

void walls_allow_system(struct walls *w)
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
	bool any = w->kind == WALLS_TOOLS;

	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		walls_allow(w, libraries[i], any ? WALL_READ | WALL_RUN : WALL_READ);
	for (size_t i = 0; i < sizeof loaders / sizeof *loaders; i++)
		walls_allow(w, loaders[i], WALL_READ | WALL_RUN);
	for (size_t i = 0; any && i < sizeof tools / sizeof *tools; i++)
		walls_allow(w, tools[i], WALL_READ | WALL_RUN);
	walls_allow(w, "/dev/null", WALL_READ | WALL_WRITE);
	walls_allow(w, "/dev/zero", WALL_READ);
	walls_allow(w, "/dev/urandom", WALL_READ);
}

void walls_allow_python(struct walls *w)
{
	walls_allow(w, "/proc/cpuinfo", WALL_READ);
	walls_allow(w, "/proc/meminfo", WALL_READ);
	walls_allow(w, "/etc/python3", WALL_READ);
	walls_allow(w, "/usr/share/python3", WALL_READ);
	walls_allow(w, "/dev/null", WALL_READ | WALL_WRITE);
	walls_allow(w, "/dev/urandom", WALL_READ);
}

/* ---- files -------------------------------------------------------------------------------- */

static uint64_t rights_of(unsigned may, bool folder, uint64_t handled)
{
	uint64_t rights = 0;

	if (may & (WALL_READ | WALL_SCRATCH | WALL_FILES))
		rights |= FS_READ_FILE | FS_READ_DIR;
	if (may & WALL_RUN)
		rights |= FS_EXECUTE | FS_READ_FILE;
	if (may & WALL_WRITE)
		rights |= FS_WRITE_FILE | FS_TRUNCATE;
	if (may & WALL_SCRATCH)
		rights |= FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE | FS_REMOVE | FS_REFER;
	if (may & WALL_FILES)
		rights |= FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE_REG;
	if (!folder)
		rights &= FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE;
	return rights & handled;
}

static int path_open(int ruleset, const struct wall_path *p, uint64_t handled)
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

static int raise_files(const struct walls *w)
{
	int version = walls_landlock_version(), ruleset, status = 0;
	struct ruleset r = { FS_ALL | (version >= 2 ? FS_REFER : 0) | (version >= 3 ? FS_TRUNCATE : 0), NET_ALL, SCOPES_ALL };

	if (!version)
		return 0;
	ruleset = (int)syscall(SYS_landlock_create_ruleset, &r,
			       version >= 6 ? sizeof r : version >= 4 ? 2 * sizeof r.files : sizeof r.files, 0u);
	if (ruleset < 0)
		return -1;
	for (size_t i = 0; i < w->n && status == 0; i++)
		status = path_open(ruleset, &w->paths[i], r.files);
	if (status == 0)
		status = (int)syscall(SYS_landlock_restrict_self, ruleset, 0u);
	close(ruleset);
	return status;
}

/* ---- calls -------------------------------------------------------------------------------- */

/* Writes to the filter, which is safe after fork: the memory is the child's own copy. */
static int raise_calls(const struct walls *w)
{
	const struct sock_fprog *filter = w->calls;

	if (!filter)
		return 0;
	for (size_t i = 0; i < filter->len; i++)
		if (filter->filter[i].k == WALLS_OWN_PID)
			filter->filter[i].k = (uint32_t)getpid();
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter);
}

/* Compilers keep them, because a grader that runs as root reads learners' folders; the other walls block the other powers of root. */
static int drop_capabilities(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[2] = { { 0 } };

	return geteuid() == 0 ? (int)syscall(SYS_capset, &head, none) : 0;
}

void walls_ready(struct walls *w)
{
	w->calls = !w->bare && walls_have() & HAVE_CALLS_WALL ? walls_calls(w->kind) : NULL;
}

int walls_raise(const struct walls *w)
{
	if (w->bare)
		return 0;
	if (w->overflowed) {
		errno = E2BIG;
		return -1;
	}
	return (w->kind != WALLS_TOOLS && drop_capabilities()) || raise_files(w) || raise_calls(w) ? -1 : 0;
}

#ifdef WITH_SANITIZERS
/* AddressSanitizer's leak checker calls this at the end. It is off behind the walls, which forbid it to trace the process. */
int __lsan_is_turned_off(void) __attribute__((visibility("default")));
int __lsan_is_turned_off(void)
{
	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
}
#endif
