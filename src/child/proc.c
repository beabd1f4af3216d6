/*
 * proc.c - starts a child, feeds it, reads its output, and ends it.
 *
 * One poll loop moves bytes both ways until the child has closed its outputs
 * and is reaped, the deadline passes, or a signal for this process arrives. A pidfd
 * in the same poll signals the child's end, so that a grandchild that holds a pipe
 * open cannot keep the loop waiting: once the child is gone, its group is killed.
 */
#include "config.h"

#include "child/proc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "child/activity.h"
#include "child/memory.h"
#include "child/orphans.h"
#include "child/proc_child.h"
#include "child/proc_seed.h"
#include "child/sandbox.h"
#include "child/spaces.h"

#define DEFAULT_KEEP ((size_t)1 << 20)
#define QUESTION_BYTES 4096
#define QUESTIONS_USUAL 64
#define LOOK_SECONDS 0.1
#define ANSWER_SECONDS 20
#define NAP_NS 300000 /* for a child that writes many small pieces: otherwise each piece would wake this process */
#define STREAMS PROC_STREAMS
/* What a child whose program does not start says, and ends with, as in a shell. */
#define UNSTARTED "cannot run "
#define UNSTARTED_CODE 127

static volatile sig_atomic_t caught, stopping; /* stopping: caught or interrupted */
static atomic_bool interrupted;

static void note_signal(int sig)
{
	caught = sig;
	stopping = 1;
}

static const int taken[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ };
static struct sigaction before[sizeof taken / sizeof *taken];
static bool catching;

void proc_catch_signals(void)
{
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
		struct sigaction sa = { .sa_handler = note_signal };

		sigemptyset(&sa.sa_mask);
		/* Ignored, so that this process can report a failed write or a full file as an error. */
		if (taken[i] == SIGPIPE || taken[i] == SIGXFSZ)
			sa.sa_handler = SIG_IGN;
		sigaction(taken[i], &sa, &before[i]);
	}
	catching = true;
}

void proc_release_signals(void)
{
	for (size_t i = 0; catching && i < sizeof taken / sizeof *taken; i++)
		sigaction(taken[i], &before[i], NULL);
	catching = false;
}

int proc_caught_signal(void)
{
	return caught;
}

const volatile sig_atomic_t *proc_stop_flag(void)
{
	return &stopping;
}

void proc_interrupt(void)
{
	interrupted = true;
	stopping = 1;
}

void proc_resume(void)
{
	interrupted = false;
	stopping = caught != 0;
}

bool proc_interrupted(void)
{
	return caught || interrupted;
}

int proc_find(const char *name, char *out, size_t size)
{
	const char *path = getenv("PATH");

	if (strchr(name, '/')) {
		int n = snprintf(out, size, "%s", name);

		return n >= 0 && (size_t)n < size && access(name, X_OK) == 0 ? 0 : -1;
	}
	for (const char *p = path ? path : "/usr/local/bin:/usr/bin:/bin"; *p;) {
		size_t len = strcspn(p, ":");
		int n = snprintf(out, size, "%.*s/%s", (int)len, p, name);

		if (len && n > 0 && (size_t)n < size && access(out, X_OK) == 0)
			return 0;
		p += len + (p[len] == ':');
	}
	return -1;
}

/* ---- the child's side, between fork and exec -------------------------------- */

const char *proc_inherited(const char *name)
{
	size_t n = strlen(name);

	for (char **at = environ; at && *at; at++)
		if (!strncmp(*at, name, n) && (*at)[n] == '=')
			return *at;
	return NULL;
}

/* A few of our variables and a fixed locale: all that a compiler needs. */
static void minimal_environment(const char *envp[6])
{
	static const char *const names[] = { "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH" };
	size_t n = 0;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if ((envp[n] = proc_inherited(names[i])))
			n++;
	envp[n++] = "LANG=C.UTF-8";
	envp[n] = NULL;
}

_Noreturn static void child_run(const struct proc_job *job, const char *const *envp, int in, const int outs[STREAMS],
				int question)
{
	static const int restored[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGWINCH, SIGTSTP };
	sigset_t none;

	for (size_t i = 0; i < sizeof restored / sizeof *restored; i++)
		signal(restored[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (proc_child_enter(job, in, outs, question))
		_exit(UNCONFINED_CODE);
	if (!job->argv)
		_exit(job->child_main(job->ctx));
	execve(job->argv[0], (char *const *)(uintptr_t)job->argv, (char *const *)(uintptr_t)envp);
	dprintf(2, UNSTARTED "'%s': %s\n", job->argv[0], strerror(errno));
	_exit(UNSTARTED_CODE);
}

/* ---- the parent's side -------------------------------------------------------- */

/* Our ends of a child: its process and the pipes. */
struct child {
	pid_t pid;
	int pidfd;
	int in, outs[STREAMS]; /* the last -1 if no report is wanted */
	int question;          /* -1: the job answers no questions */
	struct spaces spaces;  /* keeper 0: no namespaces of its own */
};

struct stream {
	int fd;
	struct buf *keep;
	size_t cap;
	bool *truncated;
	uint64_t dropped;
	const struct proc_job *take; /* its take_report gets the bytes first */
};

/* Reads once; drops bytes beyond the cap. Closes at the end of the stream. */
static void stream_read(struct stream *s)
{
	char bytes[65536];
	ssize_t n = read(s->fd, bytes, sizeof bytes);
	size_t room = s->cap > s->keep->len ? s->cap - s->keep->len : 0;
	struct buf rest = BUF_INIT;

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		close(s->fd);
		s->fd = -1;
		return;
	}
	if (!s->take) {
		buf_append(s->keep, bytes, (size_t)n < room ? (size_t)n : room);
		*s->truncated |= (size_t)n > room;
		s->dropped += (size_t)n > room ? (size_t)n - room : 0;
		return;
	}
	*s->truncated |= !s->take->take_report(s->take->take_ctx, bytes, (size_t)n, &rest) || rest.len > room;
	if (rest.len)
		buf_append(s->keep, rest.data, rest.len < room ? rest.len : room);
	s->keep->failed |= rest.failed;
	buf_release(&rest);
}

static void input_write(int *fd, const char *bytes, size_t len, size_t *done)
{
	ssize_t n = *done < len ? write(*fd, bytes + *done, len - *done) : 0;

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n > 0)
		*done += (size_t)n;
	if (n < 0 || *done >= len) {
		close(*fd);
		*fd = -1;
	}
}

static int pipe_pair(int fds[2])
{
	return pipe2(fds, O_CLOEXEC);
}

/* A socket, unlike a pipe, cannot be opened again through /proc/self/fd. */
static int report_pair(int fds[2])
{
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds);
}

static void close_pair(int fds[2])
{
	for (int i = 0; i < 2; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

#define SCRATCH_FILES 256

static bool scratch_is_full(const struct proc_limits *l)
{
	DIR *folder = l->scratch ? opendir(l->scratch) : NULL;
	struct dirent *entry;
	uint64_t bytes = 0;
	unsigned n = 0;
	struct stat st;

	while (folder && n <= SCRATCH_FILES && (entry = readdir(folder)))
		if (entry->d_name[0] != '.' || entry->d_name[1 + (entry->d_name[1] == '.')]) {
			n++;
			if (fstatat(dirfd(folder), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0)
				bytes += (uint64_t)st.st_blocks * 512;
		}
	if (folder)
		closedir(folder);
	return n > SCRATCH_FILES || bytes > l->scratch_bytes;
}

/* The received part of the child's current question. */
struct questions { int fd; char text[QUESTION_BYTES]; size_t len; unsigned n; };

static void questions_close(struct questions *q)
{
	if (q->fd >= 0)
		close(q->fd);
	q->fd = -1;
}

/* Waits ANSWER_SECONDS for a child that does not take the next piece of its answer: one that wants it reads. */
static bool bytes_send(const struct proc_job *job, int fd, const char *bytes, size_t len)
{
	double end = clock_now() + ANSWER_SECONDS;

	while (len) {
		struct pollfd room = { .fd = fd, .events = POLLOUT };
		ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
			end = clock_now() + ANSWER_SECONDS;
		} else if (n < 0 && errno != EINTR && errno != EAGAIN) {
			return false;
		} else if (proc_interrupted() || (job->stop && *job->stop) || clock_now() > end) {
			return false;
		} else {
			poll(&room, 1, (int)(LOOK_SECONDS * 1000));
		}
	}
	return true;
}

static bool answer_send(const struct proc_job *job, int fd, const struct buf *out)
{
	char head[24];
	int n = snprintf(head, sizeof head, "%zu\n", out->len);

	return bytes_send(job, fd, head, (size_t)n) && bytes_send(job, fd, out->data, out->len);
}

/*
 * Reads once; answers a complete question. The number of questions is limited: the child gets empty answers to later ones,
 * since a closed socket would end it by a signal.
 */
static void question_read(const struct proc_job *job, pid_t pid, struct questions *q)
{
	ssize_t n = recv(q->fd, q->text + q->len, sizeof q->text - 1 - q->len, MSG_DONTWAIT);
	struct buf out = BUF_INIT;
	bool more = n > 0;

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	q->len += n > 0 ? (size_t)n : 0;
	q->text[q->len] = '\0';
	if (more && strstr(q->text, "\n\n")) {
		const bool stops = job->stops_while_asking && kill(-pid, SIGSTOP) == 0;

		more = (++q->n > (job->questions ? job->questions : QUESTIONS_USUAL) ||
			job->answer(job->answer_ctx, q->text, &out) == 0) && !out.failed &&
		       answer_send(job, q->fd, &out);
		if (stops)
			kill(-pid, SIGCONT);
		buf_release(&out);
		q->len = 0;
	}
	if (!more || q->len == sizeof q->text - 1)
		questions_close(q);
}

/*
 * How long the child has been idle, as measured so far; `signalled`: it got the signal; `resumed`: it was found stopped before.
 */
struct idle_state { struct activity seen; double seconds; bool signalled, resumed; };

/*
 * True if the child has used up its idle time, including the time for its last words. If it is stopped then, it goes on, with all
 * of that time: whoever stopped it, a machine that works does not stop it again.
 */
static bool is_idle(const struct proc_limits *l, pid_t pid, struct idle_state *i)
{
	if (l->idle_seconds <= 0)
		return false;
	i->seconds += activity_idle(&i->seen, pid, LOOK_SECONDS);
	if (i->seconds < l->idle_seconds)
		return false;
	if (i->seen.stopped && !i->resumed) {
		i->resumed = true;
		i->seconds = 0;
		kill(-pid, SIGCONT);
		return false;
	}
	if (!i->signalled && l->idle_signal) {
		kill(pid, l->idle_signal);
		if (i->seen.stopped) /* for its last words */
			kill(-pid, SIGCONT);
	}
	i->signalled = true;
	return !l->idle_signal || i->seconds >= l->idle_seconds + IDLE_GRACE;
}

/* Asks what the job has to ask of a child that runs long; true: it must end. */
static bool is_doubted(const struct proc_job *job, pid_t pid, struct idle_state *i, bool *asked)
{
	unsigned seconds;

	if (*asked || !job->doubt || i->seen.busy < job->doubt_seconds)
		return false;
	*asked = true;
	kill(-pid, SIGSTOP);
	seconds = job->doubt(job->doubt_ctx);
	if (seconds && seconds != job->limits.cpu_seconds)
		activity_limit(pid, seconds);
	kill(-pid, SIGCONT);
	i->seen.at = 0; /* it waited for this process */
	return !seconds;
}

/* Moves bytes until the child is gone and its pipes are empty, or it must be killed. */
static enum proc_end converse(const struct proc_job *job, const struct child *c, int *in, struct stream streams[STREAMS],
			      struct questions *q, bool *stopped)
{
	double deadline = job->limits.wall_seconds > 0 ? clock_now() + job->limits.wall_seconds : 0;
	double looked = clock_now();
	struct idle_state idle = { .seconds = 0 };
	size_t sent = 0;
	bool doubted = false;

	for (;;) {
		struct pollfd fds[3 + STREAMS] = {
			{ .fd = c->pidfd, .events = POLLIN },
			{ .fd = *in, .events = POLLOUT },
		};
		bool quiet = true;
		double left = deadline ? deadline - clock_now() : LOOK_SECONDS;
		int ready;

		if (proc_interrupted() || (job->stop && *job->stop))
			return PROC_INTERRUPTED;
		if (deadline && left <= 0)
			return PROC_DEADLINE;
		if (looked < clock_now() - LOOK_SECONDS) {
			if (is_idle(&job->limits, c->pid, &idle)) {
				*stopped = idle.seen.stopped;
				return PROC_IDLE;
			}
			looked = clock_now();
			if (is_doubted(job, c->pid, &idle, &doubted))
				return PROC_DOUBTED;
			deadline += deadline ? clock_now() - looked : 0;
			if (scratch_is_full(&job->limits)) {
				*streams[STREAMS - 1].truncated = true;
				return PROC_DEADLINE;
			}
		}
		for (int i = 0; i < STREAMS; i++)
			fds[2 + i] = (struct pollfd){ .fd = streams[i].fd, .events = POLLIN };
		fds[2 + STREAMS] = (struct pollfd){ .fd = q->fd, .events = POLLIN };
		ready = poll(fds, 3 + STREAMS, left > LOOK_SECONDS ? (int)(LOOK_SECONDS * 1000) + 1 : (int)(left * 1000) + 1);
		if (ready < 0 && errno != EINTR)
			return PROC_DEADLINE;
		if (ready <= 0)
			continue;
		if (fds[1].revents)
			input_write(in, job->input, job->input_len, &sent);
		for (int i = 0; i < STREAMS; i++)
			if (fds[2 + i].revents) {
				stream_read(&streams[i]);
				if (i == 0 && job->see_output)
					job->see_output(job->see_ctx, streams[i].keep);
				quiet = false;
				if (streams[i].take || streams[i].dropped)
					nanosleep(&(struct timespec){ .tv_nsec = NAP_NS }, NULL);
			}
		if (fds[2 + STREAMS].revents && quiet) { /* what it wrote before the question has been read */
			const double asked = clock_now();

			question_read(job, c->pid, q);
			idle.seen.at = 0; /* it waited for this process */
			deadline += deadline ? clock_now() - asked : 0;
		}
		if (streams[0].dropped + streams[1].dropped > PROC_OUTPUT_MOST)
			return PROC_FLOOD;
		if (streams[STREAMS - 1].take && *streams[STREAMS - 1].truncated)
			return PROC_DEADLINE;
		/* The child has ended: read what is already in the pipes, and do not wait for other writers. */
		if (fds[0].revents && quiet)
			return PROC_EXITED;
	}
}

/* Waits for the child, or has its seed wait for it. */
static int wait_for(const struct proc_job *job, pid_t pid, double *cpu_seconds, uint64_t *peak)
{
	struct rusage usage;
	int status;

	if (job->seed)
		return proc_seed_reap(job->seed, cpu_seconds, peak);
	while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR)
		;
	*peak = (uint64_t)usage.ru_maxrss * 1024;
	*cpu_seconds = (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec +
		       (double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec;
	return status;
}

static void reap(const struct proc_job *job, pid_t pid, struct proc_result *result)
{
	const int status = wait_for(job, pid, &result->cpu_seconds, &result->memory_peak);

	if (result->end != PROC_EXITED)
		return;
	if (WIFSIGNALED(status)) {
		result->end = PROC_SIGNALLED;
		result->code = WTERMSIG(status);
	} else {
		result->code = WEXITSTATUS(status);
	}
}

static size_t cap_or_default(size_t bytes)
{
	return bytes ? bytes : DEFAULT_KEEP;
}

/* The argument list with the program's path instead of its name. The caller frees it; NULL with the error. */
static const char **argv_resolve(const char *const *argv, char *path, size_t size, struct error *err)
{
	const char **resolved;
	size_t n = 0;

	if (proc_find(argv[0], path, size)) {
		error_set(err, PARTY_MACHINE, "cannot find the program '%s'", argv[0]);
		return NULL;
	}
	while (argv[n])
		n++;
	resolved = calloc(n + 1, sizeof *resolved);
	if (!resolved) {
		error_nomem(err);
		return NULL;
	}
	memcpy(resolved, argv, n * sizeof *resolved);
	resolved[0] = path;
	return resolved;
}

/* ---- from the start to the end ------------------------------------------------------------- */

static int child_start(const struct proc_job *job, const char *const *envp, struct child *c, struct error *err)
{
	int in[2] = { -1, -1 }, outs[STREAMS][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } }, asked[2] = { -1, -1 };

	if (job->answer && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, asked)) {
		error_errno(err, "cannot make a socket");
		return -1;
	}
	if (pipe_pair(in) || pipe_pair(outs[0]) || pipe_pair(outs[1]) || (job->wants_report && report_pair(outs[2]))) {
		error_errno(err, "cannot make a pipe");
		goto fail;
	}
	fflush(NULL);
	c->spaces = (struct spaces){ .keeper = 0 };
	if (job->seed)
		c->pid = proc_seed_fork(job->seed, job, envp, (const int[]){ in[0], outs[0][1], outs[1][1], outs[2][1],
									     asked[1] });
	else
		c->pid = orphans_fork(job->sandbox && job->sandbox->kind != SANDBOX_GPU, &c->spaces);
	if (c->pid < 0) {
		error_errno(err, "cannot start a process");
		if (errno == EAGAIN)
			error_remedy(err, "end other programs of yours, or raise the limit (ulimit -u)");
		goto fail;
	}
	if (c->pid == 0)
		child_run(job, envp, in[0], (const int[STREAMS]){ outs[0][1], outs[1][1], outs[2][1] }, asked[1]);
	if (!job->seed)
		setpgid(c->pid, c->pid);
	c->pidfd = (int)syscall(SYS_pidfd_open, c->pid, 0);
	if (c->pidfd < 0) {
		error_errno(err, "cannot watch a child process");
		kill(-c->pid, SIGKILL);
		reap(job, c->pid, &(struct proc_result){ .end = PROC_EXITED });
		orphans_forget(c->pid, &c->spaces);
		goto fail;
	}
	close(in[0]);
	if (asked[1] >= 0)
		close(asked[1]);
	c->question = asked[0];
	fcntl(in[1], F_SETFL, O_NONBLOCK);
	c->in = in[1];
	for (int i = 0; i < STREAMS; i++) {
		if (outs[i][1] >= 0)
			close(outs[i][1]);
		c->outs[i] = outs[i][0];
	}
	return 0;
fail:
	close_pair(in);
	close_pair(asked);
	for (int i = 0; i < STREAMS; i++)
		close_pair(outs[i]);
	return -1;
}

/* Feeds and reads the child until its end, then removes all traces of it. */
static void child_communicate(const struct proc_job *job, struct child *c, struct proc_result *result)
{
	struct stream streams[STREAMS] = {
		{ c->outs[0], &result->out, cap_or_default(job->limits.stdout_bytes), &result->out_truncated, 0, NULL },
		{ c->outs[1], &result->err, cap_or_default(job->limits.stderr_bytes), &result->err_truncated, 0, NULL },
		{ c->outs[2], &result->report, cap_or_default(job->limits.report_bytes), &result->report_truncated,
		  0, job->take_report ? job : NULL },
	};

	struct questions questions = { .fd = c->question };

	result->end = converse(job, c, &c->in, streams, &questions, &result->stopped);
	questions_close(&questions);
	kill(-c->pid, SIGKILL); /* the child if it still runs, and the rest of its group */
	kill(c->pid, SIGKILL);
	reap(job, c->pid, result);
	orphans_forget(c->pid, &c->spaces);
	orphans_end();
	for (int i = 0; i < STREAMS; i++)
		if (streams[i].fd >= 0)
			close(streams[i].fd);
	if (c->in >= 0)
		close(c->in);
	close(c->pidfd);
}

static int enter_only(void *nothing)
{
	(void)nothing;
	return 0;
}

/*
 * A child that could not enter its sandbox says so and runs nothing; any program can say the same. So another child tries, which
 * does nothing more: if it fails, too, this machine is at fault. -1 then.
 */
static int confinement_check(const struct proc_job *job, struct proc_result *result, struct error *err)
{
	const struct proc_job again = { .child_main = enter_only, .cwd = job->cwd, .sandbox = job->sandbox,
					.limits = job->limits };
	struct proc_result tried;
	bool enters;

	if (result->end != PROC_EXITED || result->code != UNCONFINED_CODE ||
	    strncmp(buf_text(&result->err), UNCONFINED, strlen(UNCONFINED)) || job->child_main == enter_only)
		return 0;
	if (proc_run(&again, &tried, NULL))
		return 0;
	enters = tried.end != PROC_EXITED || tried.code == 0;
	proc_result_release(&tried);
	if (enters)
		return 0;
	error_set(err, PARTY_MACHINE, "no process can enter its sandbox here: %.*s", (int)strcspn(result->err.data, "\n"),
		  result->err.data);
	proc_result_release(result);
	return error_remedy(err, "run `warpbook doctor sandbox`; without a sandbox, nothing is run");
}

int proc_run(const struct proc_job *job, struct proc_result *result, struct error *err)
{
	char path[PATH_MAX];
	const char *minimal[6], *const *envp = job->envp, **argv = NULL;
	struct proc_job resolved = *job;
	double start = clock_now();
	struct child child;
	struct sandbox sandbox;
	const uint64_t kills = memory_kills();
	int status;

	memset(result, 0, sizeof *result);
	if (job->sandbox) {
		sandbox = *job->sandbox;
		sandbox_ready(&sandbox);
		resolved.sandbox = &sandbox;
	}
	if (job->argv) {
		argv = argv_resolve(job->argv, path, sizeof path, err);
		if (!argv)
			return -1;
		resolved.argv = argv;
	}
	if (!envp) {
		minimal_environment(minimal);
		envp = minimal;
	}
	status = child_start(&resolved, envp, &child, err);
	if (status == 0)
		child_communicate(job, &child, result);
	if (status == 0 && (result->end == PROC_SIGNALLED || (result->end == PROC_EXITED && result->code))) {
		result->out_of_memory = memory_kills() > kills;
		result->filled_memory = result->memory_peak >= memory_of_machine() / 2;
		status = confinement_check(&resolved, result, err);
	}
	free(argv);
	result->wall_seconds = clock_now() - start;
	if (status == 0 && (result->out.failed || result->err.failed || result->report.failed)) {
		proc_result_release(result);
		return error_nomem(err);
	}
	return status;
}

void proc_result_release(struct proc_result *result)
{
	buf_release(&result->out);
	buf_release(&result->err);
	buf_release(&result->report);
}

int proc_held_up(const char *what, const struct proc_result *result, struct error *err)
{
	error_set(err, PARTY_MACHINE, "the machine held %s up: it had %.1f s of a processor in %.0f s", what, result->cpu_seconds,
		  result->wall_seconds);
	error_remedy(err, "try again when the machine is less busy");
	return error_busy(err);
}

int proc_memory_short(const char *what, uint64_t memory_peak, struct error *err)
{
	error_set(err, PARTY_MACHINE, "the memory of this machine is full: its kernel ended %s, which held %llu MiB", what,
		  (unsigned long long)memory_peak >> 20);
	error_remedy(err, "close other programs and try again");
	return error_busy(err);
}

bool proc_is_unstarted(const struct proc_result *result)
{
	return result->end == PROC_EXITED && result->code == UNSTARTED_CODE &&
	       !strncmp(buf_text(&result->err), UNSTARTED, strlen(UNSTARTED));
}

bool proc_is_cramped(const char *what, uint64_t memory_bytes, const char *said, struct error *err)
{
	static const char *const full[] = { "Resource temporarily unavailable", "fork failed", "vfork", "posix_spawn failed" };
	struct rlimit r;

	if (getrlimit(RLIMIT_AS, &r) == 0 && r.rlim_cur < memory_bytes) {
		error_set(err, PARTY_MACHINE, "%s has too little memory: a limit of %llu MiB holds for all programs that are "
					      "started here", what,
			  (unsigned long long)r.rlim_cur >> 20);
		error_remedy(err, "raise the limit, or take it away: ulimit -v unlimited");
		return true;
	}
	for (size_t i = 0; said && i < sizeof full / sizeof *full; i++)
		if (strstr(said, full[i])) {
			error_set(err, PARTY_MACHINE, "%s cannot start a process that it needs: there are as many as there may "
						      "be", what);
			error_remedy(err, "end other programs of yours, or raise the limit (ulimit -u)");
			return true;
		}
	return false;
}
