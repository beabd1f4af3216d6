/* activity.c - see activity.h. */
#include "config.h"

#include "child/activity.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"

#define PROCESSES_MOST 64 /* the most that it reads: a larger tree counts as busy */

struct tree {
	pid_t list[PROCESSES_MOST];
	size_t n;
	double busy;  /* seconds that its threads ran or waited to run */
	bool asleep;  /* all of them are */
	bool stopped; /* at least one of them is */
};

/* Reads a file of /proc as text; false if it does not exist. */
static bool text_read(char *text, size_t size, pid_t pid, const char *thread, const char *name)
{
	char path[96];
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/task/%.20s/%s", (int)pid, thread, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, size - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	return n >= 0;
}

static void children_add(struct tree *t, pid_t pid, const char *thread)
{
	char text[1024], *at = text, *end;
	long child;

	if (!text_read(text, sizeof text, pid, thread, "children"))
		return;
	while ((child = strtol(at, &end, 10)) > 0 && end > at) {
		if (t->n == PROCESSES_MOST)
			t->asleep = false;
		else
			t->list[t->n++] = (pid_t)child;
		at = end;
	}
}

/* A thread that no longer exists is not asleep. */
static void thread_add(struct tree *t, pid_t pid, const char *thread)
{
	unsigned long long ran = 0, waited = 0, user = 0, kernel = 0;
	char text[1024], state = 'R';
	const char *fields;

	if (!text_read(text, sizeof text, pid, thread, "stat") || !(fields = strrchr(text, ')')) ||
	    sscanf(fields, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &state, &user, &kernel) != 3) {
		t->asleep = false;
		return;
	}
	t->stopped = t->stopped || state == 'T' || state == 't';
	t->asleep = t->asleep && strchr("STtZX", state);
	if (text_read(text, sizeof text, pid, thread, "schedstat") && sscanf(text, "%llu %llu", &ran, &waited) == 2)
		t->busy += 1e-9 * (double)(ran + waited);
	else
		t->busy += (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
	children_add(t, pid, thread);
}

static void process_add(struct tree *t, pid_t pid)
{
	struct dirent *entry;
	char name[40];
	DIR *threads;

	snprintf(name, sizeof name, "/proc/%d/task", (int)pid);
	threads = opendir(name);
	if (!threads) {
		t->asleep = false;
		return;
	}
	while ((entry = readdir(threads)))
		if (entry->d_name[0] != '.')
			thread_add(t, pid, entry->d_name);
	closedir(threads);
}

double activity_idle(struct activity *last, pid_t pid, double expected)
{
	struct tree t = { .list = { pid }, .n = 1, .asleep = true };
	struct activity before = *last;
	double passed, busy;

	for (size_t i = 0; i < t.n; i++)
		process_add(&t, t.list[i]);
	*last = (struct activity){ clock_now(), t.busy, t.stopped };
	passed = last->at - before.at;
	busy = t.busy - before.busy; /* below 0: a thread ended in between */
	if (!before.at || !t.asleep || busy < 0)
		return 0;
	passed = passed < 3 * expected ? passed : 3 * expected;
	return passed > busy ? passed - busy : 0;
}

void activity_limit(pid_t pid, unsigned cpu_seconds)
{
	struct tree t = { .list = { pid }, .n = 1 };
	const struct rlimit limit = { cpu_seconds, cpu_seconds + 2 };

	for (size_t i = 0; i < t.n; i++) {
		process_add(&t, t.list[i]);
		prlimit(t.list[i], RLIMIT_CPU, &limit, NULL);
	}
}
