/*
 * undone.h - what a call leaves undone when it fails: the column UNDONE of api.def.
 */
#ifndef WARPBOOK_CUDART_CHECK_UNDONE_H
#define WARPBOOK_CUDART_CHECK_UNDONE_H

enum undone {
	UNDONE_NOTHING = 0,
	UNDONE_BYTES = 1,    /* bytes are not written: a copy, a memset, a launch */
	UNDONE_MEMORY = 2,   /* an allocation: its pointer is null */
	UNDONE_HANDLE = 4,   /* a stream, an event, a graph */
	UNDONE_ORDER = 8,    /* a wait, a recorded event */
	UNDONE_ANYTHING = UNDONE_BYTES | UNDONE_MEMORY | UNDONE_HANDLE, /* a setting, or an answer that the program uses */
};

/* Of a call of the runtime, of the driver or of a library, by its name. */
unsigned undone_of(const char *name);

#endif
