/* proc_child.c - see proc_child.h. It makes only system calls. */
#include "config.h"

#include "child/proc_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "child/memory.h"
#include "child/sandbox.h"
#include "child/spaces.h"

static void limit_between(int resource, uint64_t soft, uint64_t hard)
{
	struct rlimit r = { .rlim_cur = (rlim_t)soft, .rlim_max = (rlim_t)hard };

	setrlimit(resource, &r);
}

static void limit(int resource, uint64_t value)
{
	limit_between(resource, value, value);
}

static void child_limits(const struct proc_limits *l)
{
	limit(RLIMIT_CORE, 0);
	if (l->cpu_seconds) /* SIGXCPU names the cause; SIGKILL, at the hard limit, would not */
		limit_between(RLIMIT_CPU, l->cpu_seconds, l->cpu_seconds + 2);
	if (l->file_bytes)
		limit(RLIMIT_FSIZE, l->file_bytes);
	if (l->open_files)
		limit(RLIMIT_NOFILE, l->open_files);
	if (l->data_bytes)
		limit(RLIMIT_DATA, l->data_bytes);
	if (l->processes)
		limit(RLIMIT_NPROC, l->processes);
#ifndef WITH_SANITIZERS /* AddressSanitizer reserves terabytes of address space */
	if (l->memory_bytes)
		limit(RLIMIT_AS, l->memory_bytes);
#endif
}

static void close_from(int first)
{
	if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0)
		return;
	for (int fd = first; fd < 1024; fd++)
		close(fd);
}

/* Sets the child's descriptors 0 to 4, -1 for one that it lacks, and those given to it; first moves our ends above them. */
static int descriptors_place(const struct proc_job *job, int in, const int outs[PROC_STREAMS], int question)
{
	int given[PROC_GIVEN_MOST];

	if (question >= 0 && (question = fcntl(question, F_DUPFD, 64)) < 0)
		return -1;
	for (unsigned i = 0; i < job->ngiven; i++)
		if ((given[i] = job->given[i]) >= 0 && (given[i] = fcntl(given[i], F_DUPFD, 64)) < 0)
			return -1;
	if (dup2(in, 0) < 0)
		return -1;
	for (int i = 0; i < PROC_STREAMS; i++)
		if (outs[i] >= 0 && dup2(outs[i], i + 1) < 0)
			return -1;
	if (question >= 0 && dup2(question, PROC_QUESTION_FD) < 0)
		return -1;
	if (!job->ngiven) {
		close_from(question >= 0 ? PROC_QUESTION_FD + 1 : outs[PROC_STREAMS - 1] >= 0 ? PROC_STREAMS + 1 : PROC_STREAMS);
		return 0;
	}
	if (outs[PROC_STREAMS - 1] < 0)
		close(PROC_STREAMS);
	if (question < 0)
		close(PROC_QUESTION_FD);
	for (unsigned i = 0; i < job->ngiven; i++)
		if (given[i] < 0)
			close(PROC_GIVEN + (int)i);
		else if (dup2(given[i], PROC_GIVEN + (int)i) < 0)
			return -1;
	close_from(PROC_GIVEN + (int)job->ngiven);
	return 0;
}

int proc_child_enter(const struct proc_job *job, int in, const int outs[PROC_STREAMS], int question)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (descriptors_place(job, in, outs, question))
		return -1;
	if (job->cwd && chdir(job->cwd))
		return -1;
	if (job->sandbox && job->sandbox->kind == SANDBOX_GPU)
		spaces_enter();
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	child_limits(&job->limits);
	memory_offer();
	if (job->sandbox && sandbox_enter(job->sandbox)) {
		dprintf(2, UNCONFINED "%s\n", strerror(errno));
		return -1;
	}
	return 0;
}
