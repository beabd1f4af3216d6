/*
 * watch.c - inotify on the folder signals a change; the file's stamp decides.
 *
 * An event only means that a look is worthwhile; a save is a stamp (inode, size, time of change) that differs from
 * the last one. After an event that ends a write the new stamp counts at once. Without one the file may be half
 * written, so a new stamp counts when it has not changed for SETTLE_MS.
 */
#include "config.h"

#include "desk/watch.h"

#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/path.h"
#include "child/proc.h"

#define SETTLE_MS 300
#define LOOK_MS 500 /* how often watch_wait looks when no event arrives */

struct stamp {
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec changed;
};

struct watch {
	char path[PATH_MAX];
	const char *name;          /* within path */
	int fd;
	struct stamp seen, settling;
	int64_t settling_since;
};

static int64_t now_ms(void)
{
	return (int64_t)(clock_now() * 1000);
}

/* False while the file is missing, as between the two steps of a rename. */
static bool stamp_of(const char *path, struct stamp *s)
{
	struct stat st;

	memset(s, 0, sizeof *s);
	if (stat(path, &st))
		return false;
	s->device = st.st_dev;
	s->inode = st.st_ino;
	s->size = st.st_size;
	s->changed = st.st_mtim;
	return true;
}

static bool stamp_same(const struct stamp *a, const struct stamp *b)
{
	return a->device == b->device && a->inode == b->inode && a->size == b->size &&
	       a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

/* Events are a convenience: without them the stamp is enough. */
static int folder_events(const char *path, const char *name)
{
	char folder[PATH_MAX];
	size_t len = (size_t)(name - path);
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	memcpy(folder, len ? path : "./", len ? len : 2);
	folder[len ? len : 2] = '\0';
	if (fd >= 0 && inotify_add_watch(fd, folder, IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR) < 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

int watch_open(struct watch **out, const char *path, struct error *err)
{
	struct watch *w = calloc(1, sizeof *w);
	size_t len = strlen(path);

	*out = NULL;
	if (!w)
		return error_nomem(err);
	if (len == 0 || len >= sizeof w->path) {
		free(w);
		return error_set(err, PARTY_LEARNER, "the file's name is %s", len ? "too long" : "empty");
	}
	memcpy(w->path, path, len + 1);
	w->name = path_base(w->path);
	w->fd = folder_events(w->path, w->name);
	stamp_of(w->path, &w->seen);
	w->settling = w->seen;
	*out = w;
	return 0;
}

void watch_close(struct watch *w)
{
	if (!w)
		return;
	if (w->fd >= 0)
		close(w->fd);
	free(w);
}

int watch_fd(const struct watch *w)
{
	return w->fd;
}

/* Reads all waiting events; true if one of them ended a write of our file. */
static bool events_name_it(struct watch *w)
{
	_Alignas(struct inotify_event) char bytes[4096];
	bool named = false;
	ssize_t n;

	if (w->fd < 0)
		return false;
	while ((n = read(w->fd, bytes, sizeof bytes)) > 0) {
		for (ssize_t at = 0; at < n;) {
			struct inotify_event head;

			memcpy(&head, bytes + at, sizeof head);
			if (head.mask & IN_Q_OVERFLOW || (head.len && !strcmp(bytes + at + sizeof head, w->name)))
				named = true;
			at += (ssize_t)(sizeof head + head.len);
		}
	}
	return named;
}

bool watch_changed(struct watch *w)
{
	bool ended = events_name_it(w);
	struct stamp now;

	if (!stamp_of(w->path, &now) || stamp_same(&now, &w->seen))
		return false;
	if (!ended && !stamp_same(&now, &w->settling)) {
		w->settling = now;
		w->settling_since = now_ms();
		return false;
	}
	if (!ended && now_ms() - w->settling_since < SETTLE_MS)
		return false;
	w->seen = w->settling = now;
	return true;
}

int watch_wait(struct watch *w, int milliseconds)
{
	int64_t end = now_ms() + milliseconds;

	for (;;) {
		struct pollfd fd = { .fd = w->fd, .events = POLLIN };
		int64_t left = end - now_ms();

		if (proc_caught_signal())
			return -1;
		if (watch_changed(w))
			return 1;
		if (left <= 0)
			return 0;
		poll(&fd, 1, left < LOOK_MS ? (int)left : LOOK_MS);
	}
}
