/*
 * errand.h - one command of warpbook at a time as a child process, while the server goes on reading. The child is judged by
 * nobody here: what it prints with --json is the report.
 */
#ifndef WARPBOOK_LSP_ERRAND_H
#define WARPBOOK_LSP_ERRAND_H

#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

#include "base/error.h"
#include "child/proc.h"

#define ERRAND_WORDS_MOST 12

/*
 * The caller fills words, folder, modules, on_report and seconds before
 * errand_start, and touches nothing until the errand has ended.
 */
struct errand {
	const char *words[ERRAND_WORDS_MOST + 1]; /* behind the program's name; ended by NULL; they live as long as the errand */
	const char *folder;                    /* where it runs */
	const char *modules;                   /* a folder where Python finds modules first; NULL: as this process does */
	bool on_report;                        /* the document comes on descriptor 3, because a program has the standard output */
	double seconds;                        /* the most; 0: no limit */

	bool running;
	volatile sig_atomic_t stop;
	int wake;                              /* gets a byte when the errand has ended */
	pthread_t thread;
	int status;                            /* of proc_run */
	struct proc_result result;
	struct error err;
};

/* -1: it did not start, see err. */
int errand_start(struct errand *j, int wake);
/* The errand ends soon, with all its processes; `wake` still gets its byte. */
void errand_cancel(struct errand *j);
/* Waits for the end. Then result and err are the errand's, until errand_release. */
void errand_join(struct errand *j);
void errand_release(struct errand *j);

/* What the child wrote as JSON, a new reference; NULL: it is none. */
json_t *errand_document(const struct errand *j);

#endif
