/*
 * host_main.h - what a host exercise's program is linked with: libwarpbook-host.so, in place of a main of its own.
 *
 * session/host_build.c writes the other side into the program, behind the learner's source:
 *
 *	static void call(void *const *args, void *returned)
 *	{ *(int *)returned = solve((const float *)args[0], (float *)args[1], *(const int *)args[2]); }
 *	int main() { return warpbook_host_main(call); }
 */
#ifndef WARPBOOK_WORKER_HOST_MAIN_H
#define WARPBOOK_WORKER_HOST_MAIN_H

/* args[i]: of an array its first element, of a scalar the address of its value. */
typedef void warpbook_host_call(void *const *args, void *returned);

/* Takes the job's one case from standard input, makes the call, and reports on descriptor 3 (run/host.h). */
__attribute__((visibility("default"))) int warpbook_host_main(warpbook_host_call *call);

#endif
