/*
 * unwatched.c - the part of a long call of Lua that no hook counts: see internal.h.
 *
 * A signal sets the hook, as in Lua's own interpreter (lua_sethook may be called by a signal's handler). The thread takes the
 * signal only meanwhile; one that comes late, in another call, sets the hook too early, which costs that call a little time.
 */
#define _GNU_SOURCE
#include "config.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "script/internal.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define UNWATCHED_NS 50000000

static _Thread_local lua_State *volatile running;

static int our_signal(void)
{
	return SIGRTMAX - 3;
}

static void on_signal(int sig)
{
	lua_State *lua = running;

	(void)sig;
	if (lua)
		script_watch(lua);
}

static void handler_set(void)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

	sigemptyset(&sa.sa_mask);
	sigaction(our_signal(), &sa, NULL);
}

void unwatched_begin(struct script *s)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const struct itimerspec span = { .it_value.tv_nsec = UNWATCHED_NS };
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = our_signal() };
	struct unwatched *u = &s->unwatched;
	sigset_t ours;

	pthread_once(&once, handler_set);
	event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
	if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &u->timer))
		return;
	running = s->lua;
	sigemptyset(&ours);
	sigaddset(&ours, our_signal());
	pthread_sigmask(SIG_UNBLOCK, &ours, &u->mask);
	u->is_on = true;
	lua_sethook(s->lua, NULL, 0, 0);
	if (timer_settime(u->timer, 0, &span, NULL))
		script_watch(s->lua);
}

void unwatched_end(struct script *s)
{
	struct unwatched *u = &s->unwatched;

	if (!u->is_on)
		return;
	timer_delete(u->timer);
	running = NULL;
	pthread_sigmask(SIG_SETMASK, &u->mask, NULL);
	u->is_on = false;
	script_watch(s->lua);
}
