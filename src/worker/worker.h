/*
 * worker.h - the child's side of box.h: decodes the job on stdin, opens the device,
 * runs each case with fresh buffers and fences, writes each result as soon as it is
 * there, says goodbye. Exit status 0 if the result is complete.
 */
#ifndef WARPBOOK_WORKER_WORKER_H
#define WARPBOOK_WORKER_WORKER_H

int worker_main(void);

#endif
