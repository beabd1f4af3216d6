/* shell_limits.c - see shell_limits.h. */
#include "config.h"

#include "child/shell_limits.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define STACK_LEAST ((rlim_t)1 << 20)
#define STACK_USUAL ((rlim_t)8 << 20)
#define FILES_USUAL 1024

/* What a check needs, each as `ulimit` counts it. Memory is not here: proc_is_cramped. */
static const struct need { int resource; rlim_t least, unit; const char *what, *words; } needs[] = {
	{ RLIMIT_NOFILE, 128, 1, "%llu open files", "ulimit -n 1024" },
	{ RLIMIT_CPU, 60, 1, "%llu s of processor time", "ulimit -t unlimited" },
	{ RLIMIT_FSIZE, (rlim_t)64 << 20, 1024, "files of %llu KiB", "ulimit -f unlimited" },
	{ RLIMIT_DATA, (rlim_t)1 << 30, 1024, "%llu KiB of data", "ulimit -d unlimited" },
	{ RLIMIT_STACK, STACK_LEAST, 1024, "a stack of %llu KiB", "ulimit -s 8192" },
};

static int need_report(const struct need *n, rlim_t limit, struct error *err)
{
	char what[80];

	snprintf(what, sizeof what, n->what, (unsigned long long)(limit / n->unit));
	error_set(err, PARTY_MACHINE, "a limit of the shell leaves each program only %s", what);
	return error_remedy(err, "raise the limit (%s); if that is not allowed, ask who looks after this machine", n->words);
}

/* The soft limit of a resource becomes `usual`, or what may be. Returns what it was. */
static rlim_t soft_raise(int resource, rlim_t usual)
{
	struct rlimit r;
	rlim_t before;

	if (getrlimit(resource, &r))
		return usual;
	before = r.rlim_cur;
	if (before >= usual)
		return before;
	r.rlim_cur = r.rlim_max < usual ? r.rlim_max : usual;
	setrlimit(resource, &r);
	return before;
}

int shell_limits_raise(char **argv, struct error *err)
{
	struct rlimit stack;

	soft_raise(RLIMIT_NOFILE, FILES_USUAL);
	if (soft_raise(RLIMIT_STACK, STACK_USUAL) >= STACK_LEAST || getrlimit(RLIMIT_STACK, &stack))
		return 0;
	if (stack.rlim_cur < STACK_LEAST)
		return need_report(&needs[sizeof needs / sizeof *needs - 1], stack.rlim_cur, err);
	execv("/proc/self/exe", argv);
	return 0;
}

/* Is it a device that can be read, as on any machine? */
static int device_try(const char *path, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		close(fd);
		return 0;
	}
	error_errno(err, "cannot open '%s'", path);
	return error_remedy(err, "compilers and programs need it: give this container or chroot a /dev");
}

int shell_limits_suffice(struct error *err)
{
	struct rlimit r;

	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
		if (getrlimit(needs[i].resource, &r) == 0 && r.rlim_max < needs[i].least)
			return need_report(&needs[i], r.rlim_max, err);
	return device_try("/dev/null", err) || device_try("/dev/zero", err) || device_try("/dev/urandom", err) ? -1 : 0;
}
