/*
 * warpbook_fuse.h - what `warpbook cc --fuse` adds to each CUDA source: a program with such an object in it rounds as on a GPU,
 * whoever links it, because it sets WARPBOOK_FUSE for itself before the runtime reads it. A setting in the environment wins.
 *
 * It includes nothing: the source's own includes come first of all.
 */
#ifndef WARPBOOK_FUSE_H
#define WARPBOOK_FUSE_H

#ifndef __CUDA_ARCH__
extern "C" int warpbook_fuse_setenv(const char *, const char *, int) __asm__("setenv");

/* In front of the constructors that register kernels. */
__attribute__((constructor(101))) static void warpbook_fuse(void)
{
	warpbook_fuse_setenv("WARPBOOK_FUSE", "1", 0);
}
#endif

#endif
