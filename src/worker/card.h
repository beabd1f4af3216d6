/*
 * card.h - the parent's end of a worker that holds a GPU: its process starts the driver and makes its context while this process
 * does other work, for both take longer than most checks. worker/timer.c is the other end, and lists the commands.
 *
 *	card_start    returns at once
 *	card_say      sends a command, and waits until the worker has done it
 *	card_results  the results of cases that have come back since the last call
 *	card_end      ends the worker
 *
 * Each worker is a process of its own, with a context of its own on the card, and is used for one program: what a kernel breaks
 * or leaves behind ends with it. So that the next check need not wait, card_spare starts workers for it; card_start takes those
 * first.
 */
#ifndef WARPBOOK_WORKER_CARD_H
#define WARPBOOK_WORKER_CARD_H

#include "worker/box.h"

#define CARD_LINE 512 /* the most bytes of a command or a reply */

struct card;

/* device: "gpu", "gpu:1". NULL: no memory. */
struct card *card_start(const char *device);

/* Waits until the worker has opened the device. -1: it could not; card_end says why. */
int card_ready(struct card *c);
/* Sends a line. -1: the worker is gone; card_end says why. */
int card_say(struct card *c, const char *line);
/* Gives it a job. -1 as card_say, or no memory. */
int card_job(struct card *c, const struct job *job);
/* The last reply, until the next command. */
const char *card_reply(const struct card *c);

/* The results since the last call, in the arena. -1 with the error: they cannot be read. */
int card_results(struct card *c, struct arena *arena, struct result *results, struct error *err);

/* Tells it to end, and does not wait: for several of them, before card_end. */
void card_finish(struct card *c);
/*
 * Ends the worker, and frees c. Its last results are in the report. -1 with the error if no process could be started, or if its
 * results cannot be read. report NULL: nobody wants to know, and it is killed.
 */
int card_end(struct card *c, struct arena *arena, struct box_report *report, struct error *err);

/* A worker that has had no command becomes a spare; false: it has, or there are enough. */
bool card_return(struct card *c);

/*
 * Has workers ready for the next check on that device: its own and the
 * reference's. They end with this process, or with card_spare(NULL).
 */
void card_spare(const char *device);

#endif
