/* calls.c - see calls.h. */
#include "config.h"

#include "worker/calls.h"

#ifdef HAVE_SECCOMP

#include <errno.h>
#include <linux/filter.h>
#include <pthread.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child/sandbox.h"

#define THREAD_FLAG     0x00010000u /* CLONE_THREAD */
#define FILES_FLAG      0x00000400u /* CLONE_FILES: no thread has descriptors of its own (worker/host_gate.h) */
#define TERMINAL_ASK    0x5401u     /* TCGETS: is it a terminal? */
#define BYTES_ASK       0x541Bu     /* FIONREAD: how many bytes are waiting? */
#define CLOSE_ON_EXEC   0x5451u     /* FIOCLEX, as Python sets it: the same as fcntl's */
#define TERMINAL_TYPE   0x5412u     /* TIOCSTI types into the user's terminal */
#define CONSOLE_PASTE   0x541Cu     /* TIOCLINUX */

enum { V = 1u << SANDBOX_VM, P = 1u << SANDBOX_PROGRAM, G = 1u << SANDBOX_GPU, T = 1u << SANDBOX_TOOLS };

static const struct { const char *name; unsigned kinds; } calls[] = {
#define CALL(name, kinds) { #name, kinds },
#include "worker/calls.def"
#undef CALL
};

static int rule(scmp_filter_ctx filter, uint32_t action, const char *name, unsigned n, const struct scmp_arg_cmp *args)
{
	int number = seccomp_syscall_resolve_name(name), status;

	if (number == __NR_SCMP_ERROR || number < 0)
		return 0; /* this architecture has no such call */
	status = seccomp_rule_add_array(filter, action, number, n, args);
	return status == -EACCES ? 0 : status; /* -EACCES: the rule equals the default action */
}

#define DENIED(code) SCMP_ACT_ERRNO((uint16_t)(code))

static int allow_if(scmp_filter_ctx f, const char *name, struct scmp_arg_cmp arg)
{
	return rule(f, SCMP_ACT_ALLOW, name, 1, &arg);
}

static int deny_if(scmp_filter_ctx f, const char *name, int code, struct scmp_arg_cmp arg)
{
	return rule(f, DENIED(code), name, 1, &arg);
}

/* fcntl's, by the numbers of every Linux; <fcntl.h> has some of them only for _GNU_SOURCE. */
enum { DUPLICATE = 0, GET_FLAGS = 1, SET_FLAGS = 2, GET_STATUS = 3, SET_STATUS = 4, SET_LOCK = 6, SET_LOCK_WAIT = 7,
       SET_OWNER = 8, SET_SIGNAL = 10, SET_OWNER_EX = 15, SET_OPEN_LOCK = 37, SET_OPEN_LOCK_WAIT = 38, SET_LEASE = 1024,
       NOTIFY = 1026, DUPLICATE_CLOSED = 1030, PIPE_SIZE = 1032, GET_SEALS = 1034 };
#define SIGNALS_WHEN_READY 020000u /* O_ASYNC */
#define NAMELESS_FILE 020000000u /* O_TMPFILE: the file grows without a name by which to measure it */

/*
 * A descriptor has no owner: the kernel would send that process any signal, in this one's name. Nor has a file locks: two
 * programs that may both read it could talk by them. A program's own files are its own anyway, so that a lock on one succeeds,
 * and does nothing.
 */
static int rules_of_descriptors(scmp_filter_ctx f, enum sandbox_kind kind)
{
	static const unsigned harmless[] = { DUPLICATE, GET_FLAGS, SET_FLAGS, GET_STATUS, DUPLICATE_CLOSED, PIPE_SIZE,
					     GET_SEALS };
	static const unsigned locks[] = { SET_LOCK, SET_LOCK_WAIT, SET_OPEN_LOCK, SET_OPEN_LOCK_WAIT };
	static const struct scmp_arg_cmp status[] = { { 1, SCMP_CMP_EQ, SET_STATUS, 0 },
						      { 2, SCMP_CMP_MASKED_EQ, SIGNALS_WHEN_READY, 0 } };
	int bad = rule(f, SCMP_ACT_ALLOW, "fcntl", 2, status);

	for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
		bad |= allow_if(f, "fcntl", SCMP_A1(SCMP_CMP_EQ, harmless[i]));
	for (size_t i = 0; kind == SANDBOX_PROGRAM && i < sizeof locks / sizeof *locks; i++)
		bad |= deny_if(f, "fcntl", 0, SCMP_A1(SCMP_CMP_EQ, locks[i]));
	return kind == SANDBOX_PROGRAM ? bad | rule(f, DENIED(0), "flock", 0, NULL) : bad;
}

/* For V and P: every call that no rule names is rejected. */
static int rules_of_programs(scmp_filter_ctx f, enum sandbox_kind kind)
{
	static const unsigned harmless[] = { PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_CAPBSET_READ, PR_SET_TIMERSLACK,
					     PR_GET_TIMERSLACK, 0x53564D41 /* PR_SET_VMA */,
					     PR_SET_SECCOMP /* another filter on top: worker/host_main.c */ };
	/*
	 * All but 19 to 22, SIGSTOP and the like: a program that stops itself
	 * only wastes time, which its parent waits for (child/proc.c).
	 */
	static const struct { uint64_t mask, value; } signals[] = {
		{ ~UINT64_C(15), 0 }, { ~UINT64_C(1), 16 }, { ~UINT64_C(0), 18 }, { ~UINT64_C(0), 23 }, { ~UINT64_C(7), 24 },
		{ ~UINT64_C(31), 32 }, { ~UINT64_C(0), 64 },
	};
	static const struct scmp_arg_cmp undumpable[] = { { 0, SCMP_CMP_EQ, PR_SET_DUMPABLE, 0 }, { 1, SCMP_CMP_EQ, 0, 0 } };
	int bad = 0;

	for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
		bad |= allow_if(f, "prctl", SCMP_A0(SCMP_CMP_EQ, harmless[i]));
	bad |= rule(f, SCMP_ACT_ALLOW, "prctl", 2, undumpable); /* otherwise root owns the file of its memory */
	bad |= allow_if(f, "ioctl", SCMP_A1(SCMP_CMP_EQ, TERMINAL_ASK));
	bad |= allow_if(f, "ioctl", SCMP_A1(SCMP_CMP_EQ, BYTES_ASK));
	bad |= allow_if(f, "ioctl", SCMP_A1(SCMP_CMP_EQ, CLOSE_ON_EXEC));
	bad |= allow_if(f, "prlimit64", SCMP_A0(SCMP_CMP_EQ, 0));
	bad |= rules_of_descriptors(f, kind);
	if (kind == SANDBOX_PROGRAM) /* its own calling thread */
		bad |= allow_if(f, "sched_setaffinity", SCMP_A0(SCMP_CMP_EQ, 0));
	/* No limit counts shared memory: mappings must be private, or a file's. */
	bad |= allow_if(f, "mmap", SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED, 0));
	bad |= allow_if(f, "mmap", SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED));
	bad |= allow_if(f, "open", SCMP_A1(SCMP_CMP_MASKED_EQ, NAMELESS_FILE, 0));
	bad |= allow_if(f, "openat", SCMP_A2(SCMP_CMP_MASKED_EQ, NAMELESS_FILE, 0));
	bad |= allow_if(f, "clone", SCMP_A0(SCMP_CMP_MASKED_EQ, THREAD_FLAG | FILES_FLAG, THREAD_FLAG | FILES_FLAG));
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		const struct scmp_arg_cmp own = SCMP_A0(SCMP_CMP_EQ, SANDBOX_OWN_PID);

		bad |= rule(f, SCMP_ACT_ALLOW, "kill", 2,
			    (struct scmp_arg_cmp[]){ own, SCMP_A1(SCMP_CMP_MASKED_EQ, signals[i].mask, signals[i].value) });
		bad |= rule(f, SCMP_ACT_ALLOW, "tgkill", 2,
			    (struct scmp_arg_cmp[]){ own, SCMP_A2(SCMP_CMP_MASKED_EQ, signals[i].mask, signals[i].value) });
	}
	return bad;
}

/* Allows all calls but those listed: a driver starts threads too, but does not talk to other processes. */
static int rules_of_gpu(scmp_filter_ctx f)
{
	static const unsigned owned[] = { SET_OWNER, SET_SIGNAL, SET_OWNER_EX, SET_LEASE, NOTIFY };
	static const unsigned owners[] = { 0x8901 /* FIOSETOWN */, 0x8902 /* SIOCSPGRP */ };
	int bad = 0;

	for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
		bad |= deny_if(f, "fcntl", EPERM, SCMP_A1(SCMP_CMP_EQ, owned[i]));
	for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
		bad |= deny_if(f, "ioctl", EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, owners[i]));
	bad |= deny_if(f, "clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, THREAD_FLAG, 0));
	bad |= deny_if(f, "clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, FILES_FLAG, 0));
	bad |= deny_if(f, "socket", EPERM, SCMP_A0(SCMP_CMP_NE, AF_UNIX)); /* the driver listens on one; connect is denied */
	bad |= deny_if(f, "kill", EPERM, SCMP_A0(SCMP_CMP_NE, SANDBOX_OWN_PID));
	bad |= deny_if(f, "tgkill", EPERM, SCMP_A0(SCMP_CMP_NE, SANDBOX_OWN_PID));
	bad |= deny_if(f, "prlimit64", EPERM, SCMP_A0(SCMP_CMP_NE, 0));
	return bad;
}

/* Compilers may start any process, but not in a namespace of its own. */
static int rules_of_tools(scmp_filter_ctx f)
{
	static const unsigned namespaces[] = { 0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000,
					       0x40000000 };
	int bad = rule(f, DENIED(EPERM), "kill", 0, NULL);

	for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++)
		bad |= deny_if(f, "clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces[i], namespaces[i]));
	return bad;
}

static int rules_add(scmp_filter_ctx f, enum sandbox_kind kind)
{
	bool listed = kind == SANDBOX_VM || kind == SANDBOX_PROGRAM;
	int bad = 0;

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		bool allowed = calls[i].kinds & 1u << kind;

		if (allowed && listed)
			bad |= rule(f, SCMP_ACT_ALLOW, calls[i].name, 0, NULL);
		else if (!allowed)
			bad |= rule(f, DENIED(EPERM), calls[i].name, 0, NULL);
	}
	/* Its flags are in memory, which no filter can read: the C library falls back to clone. */
	bad |= rule(f, DENIED(ENOSYS), "clone3", 0, NULL);
	bad |= rule(f, DENIED(ENOSYS), "openat2", 0, NULL);
	if (listed)
		return bad | rules_of_programs(f, kind);
	bad |= deny_if(f, "ioctl", EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, TERMINAL_TYPE));
	bad |= deny_if(f, "ioctl", EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, CONSOLE_PASTE));
	return bad | (kind == SANDBOX_GPU ? rules_of_gpu(f) : rules_of_tools(f));
}

/* libseccomp writes the program to a descriptor only. */
static bool program_read(scmp_filter_ctx f, struct sock_fprog *out)
{
	int fd = memfd_create("calls", MFD_CLOEXEC);
	struct stat st;
	bool done = false;

	if (fd < 0)
		return false;
	if (seccomp_export_bpf(f, fd) == 0 && fstat(fd, &st) == 0 && (out->filter = malloc((size_t)st.st_size)) != NULL) {
		out->len = (unsigned short)((size_t)st.st_size / sizeof *out->filter);
		done = pread(fd, out->filter, (size_t)st.st_size, 0) == st.st_size;
	}
	close(fd);
	return done;
}

static bool filter_make(enum sandbox_kind kind, struct sock_fprog *out)
{
	bool listed = kind == SANDBOX_VM || kind == SANDBOX_PROGRAM, done;
	scmp_filter_ctx f = seccomp_init(listed ? DENIED(ENOSYS) : SCMP_ACT_ALLOW);

	if (!f)
		return false;
	seccomp_attr_set(f, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	done = rules_add(f, kind) == 0 && program_read(f, out);
	seccomp_release(f);
	return done;
}

static const struct sock_fprog *filter_of(enum sandbox_kind kind)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct sock_fprog made[SANDBOX_KINDS];
	static bool asked[SANDBOX_KINDS];

	pthread_mutex_lock(&lock);
	if (!asked[kind] && !filter_make(kind, &made[kind]))
		made[kind].filter = NULL;
	asked[kind] = true;
	pthread_mutex_unlock(&lock);
	return made[kind].filter ? &made[kind] : NULL;
}

void calls_begin(void)
{
	sandbox_calls = filter_of;
}

#else

void calls_begin(void)
{
}

#endif
