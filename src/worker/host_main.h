/*
 * host_main.h - libwarpbook-host.so, with which a host exercise's program is linked, and which replaces its main.
 *
 * session/host_build.c appends the other side to the learner's source:
 *
 *	static void call(void *const *args, void *returned)
 *	{ *(int *)returned = solve((const float *)args[0], (float *)args[1], *(const int *)args[2]); }
 *	int main() { return warpbook_host_main(call); }
 */
#ifndef WARPBOOK_WORKER_HOST_MAIN_H
#define WARPBOOK_WORKER_HOST_MAIN_H

/* args[i]: an array's first element, or the address of a scalar's value. */
typedef void warpbook_host_call(void *const *args, void *returned);

/* Reads the job's one case from standard input, makes the call, and reports on descriptor 3 (run/host.h). */
__attribute__((visibility("default"))) int warpbook_host_main(warpbook_host_call *call);

#endif
