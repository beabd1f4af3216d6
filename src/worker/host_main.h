/*
 * host_main.h - libwarpbook-host.so, which is linked into a host exercise's program and replaces its main.
 *
 * bench/host_build.c appends the other side to the learner's source:
 *
 *	static void call(void *const *args, void *returned)
 *	{ *(int *)returned = solve((const float *)args[0], (float *)args[1], *(const int *)args[2]); }
 *	int main() { return warpbook_host_main(call); }
 */
#ifndef WARPBOOK_WORKER_HOST_MAIN_H
#define WARPBOOK_WORKER_HOST_MAIN_H

#include <stddef.h>
#include <stdint.h>

/* args[i]: an array's first element, or the address of a scalar's value. */
typedef void warpbook_host_call(void *const *args, void *returned);

/* For a program that learns the lengths of its arrays only now (src/python/warpbook_host.py): the sizes of parameter i. */
__attribute__((visibility("default"))) void warpbook_host_sizes(size_t i, uint64_t sizes[3]);
/* Ends the case during the call, with a finding of that text at that line; advice "": none. Does not return. */
__attribute__((visibility("default"))) void warpbook_host_fails(const char *text, const char *file, int line, const char *advice);
/* Reads the job's cases from standard input, makes the call for each, and reports on descriptor 3 (worker/host.h). */
__attribute__((visibility("default"))) int warpbook_host_main(warpbook_host_call *call);

#endif
