/* library.h - code that a program loads itself; for the runtime's cudaLibrary calls and the driver's modules. */
#ifndef WARPBOOK_CUDART_LAUNCH_LIBRARY_H
#define WARPBOOK_CUDART_LAUNCH_LIBRARY_H

#include "cudart/image.h"
#include "cudart/memory/memory.h"

struct library { struct image *image; struct library *next; };

/* NULL for an invalid or unloaded handle. */
struct library *library_find(const void *handle);
/* code: PTX, ended by a zero byte, or a fat binary. Reports errors in it. */
cudaError_t library_load(const struct call *call, const void *code, struct library **made);
/* The same without a report: false with the error. */
bool library_make(const struct call *call, const void *code, struct library **made, struct error *err);
/* The library with that image; NULL: it is the program's own image. */
struct library *library_of(const struct image *image);
void library_unload(struct library *l);
cudaError_t library_global(const struct call *call, struct library *l, const char *name, int device, uint64_t *addr,
			   uint64_t *bytes);

#endif
