/*
 * machine.c - another machine than this one, for surroundings.sh, which loads it before the C library. $FAULT:
 *
 *	memory   it has 256 MiB, and its kernel seems to end a process for lack of memory whenever one ends
 *	sandbox  its kernel lets no process enter a filter of system calls
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <linux/seccomp.h>
#include <unistd.h>

static bool is(const char *fault)
{
	return getenv("FAULT") && !strcmp(getenv("FAULT"), fault);
}

static int text_file(const char *text)
{
	int fd = memfd_create("text", MFD_CLOEXEC);

	if (fd >= 0 && write(fd, text, strlen(text)) > 0)
		lseek(fd, 0, SEEK_SET);
	return fd;
}

static int open_instead(const char *name, const char *path, int flags, mode_t mode)
{
	static int (*real)(const char *, int, ...);
	static unsigned kills;
	char text[64];

	if (is("memory") && !strcmp(path, "/sys/fs/cgroup/memory.max"))
		return text_file("268435456\n");
	if (is("memory") && !strcmp(path, "/proc/vmstat")) {
		snprintf(text, sizeof text, "nr_free_pages 1\noom_kill %u\n", kills++);
		return text_file(text);
	}
	if (!real)
		real = (int (*)(const char *, int, ...))(uintptr_t)dlsym(RTLD_NEXT, name);
	return real(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
	va_list rest;
	mode_t mode;

	va_start(rest, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	return open_instead("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list rest;
	mode_t mode;

	va_start(rest, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	return open_instead("open64", path, flags, mode);
}

int prctl(int what, ...)
{
	static int (*real)(int, ...);
	unsigned long words[4];
	va_list rest;

	va_start(rest, what);
	for (int i = 0; i < 4; i++)
		words[i] = va_arg(rest, unsigned long);
	va_end(rest);
	if (what == PR_SET_SECCOMP && words[0] == SECCOMP_MODE_FILTER && words[1] && is("sandbox")) {
		errno = ENOMEM;
		return -1;
	}
	if (!real)
		real = (int (*)(int, ...))(uintptr_t)dlsym(RTLD_NEXT, "prctl");
	return real(what, words[0], words[1], words[2], words[3]);
}
