/*
 * orphans.c - see orphans.h.
 *
 * A descendant that starts its own session outlives its group. This process is a subreaper, so the orphan becomes its
 * child; the mark that all descendants of a proc_run carry distinguishes it from this program's other children.
 */
#define _GNU_SOURCE
#include "config.h"

#include "child/orphans.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "child/proc.h"

#define ORPHANS_SECONDS 2.0
#define CHILDREN_MOST 512

static pthread_mutex_t children = PTHREAD_MUTEX_INITIALIZER;
static pid_t running[CHILDREN_MOST]; /* the child of each running proc_run, and its keeper (spaces.h) */
static bool guarding;

static void running_replace(pid_t old, pid_t new)
{
	size_t i = 0;

	while (i < CHILDREN_MOST && running[i] != old)
		i++;
	if (i < CHILDREN_MOST)
		running[i] = new;
}

pid_t orphans_fork(bool apart, struct spaces *spaces)
{
	pid_t pid;
	int made;

	*spaces = (struct spaces){ .keeper = 0 };
	pthread_mutex_lock(&children);
	made = apart ? spaces_fork(spaces) : -1;
	pid = made < 0 ? fork() : made ? spaces->child : 0;
	if (pid > 0)
		running_replace(0, pid);
	if (made > 0)
		running_replace(0, spaces->keeper);
	pthread_mutex_unlock(&children);
	return pid;
}

void orphans_forget(pid_t pid, const struct spaces *spaces)
{
	spaces_end(spaces);
	pthread_mutex_lock(&children);
	running_replace(pid, 0);
	if (spaces->keeper)
		running_replace(spaces->keeper, 0);
	pthread_mutex_unlock(&children);
}

/* True if /proc/PID/status shows our mark (no_new_privs), and no proc_run waits for the process. */
static bool is_orphan(pid_t pid)
{
	char name[40], text[4096];
	ssize_t n;
	int fd;

	for (size_t i = 0; i < CHILDREN_MOST; i++)
		if (running[i] == pid)
			return false;
	snprintf(name, sizeof name, "/proc/%d/status", (int)pid);
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	return strstr(text, "NoNewPrivs:\t1") != NULL;
}

/* Kills and reaps the orphans among the thread's children; returns how many there were. */
static unsigned orphans_of(const char *thread)
{
	char name[64], word[16];
	unsigned n = 0;
	FILE *f;

	snprintf(name, sizeof name, "/proc/self/task/%.20s/children", thread);
	f = fopen(name, "re");
	while (f && fscanf(f, "%15s", word) == 1) {
		pid_t pid = (pid_t)atoi(word);

		if (pid <= 1 || !is_orphan(pid))
			continue;
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		n++;
	}
	if (f)
		fclose(f);
	return n;
}

/* Repeats, because killing an orphan makes its own children orphans. */
void orphans_end(void)
{
	double until = clock_now() + ORPHANS_SECONDS;
	unsigned n = 1;

	while (guarding && n && clock_now() < until) {
		DIR *threads = opendir("/proc/self/task");
		struct dirent *entry;

		n = 0;
		pthread_mutex_lock(&children);
		while (threads && (entry = readdir(threads)))
			if (entry->d_name[0] != '.')
				n += orphans_of(entry->d_name);
		pthread_mutex_unlock(&children);
		if (threads)
			closedir(threads);
	}
}

void proc_guard(void)
{
#ifndef WITH_SANITIZERS /* the leak checker traces its own process like a debugger */
	if (!getenv("WARPBOOK_DUMPABLE"))
		prctl(PR_SET_DUMPABLE, 0);
#endif
	guarding = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

void proc_unguard(void)
{
	guarding = false;
	prctl(PR_SET_CHILD_SUBREAPER, 0);
}
