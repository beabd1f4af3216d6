/*
 * warpbook_fuse.h - added by `warpbook cc --fuse` to each CUDA source: a program with such an object rounds as on a GPU,
 * whoever links it, because it sets WARPBOOK_FUSE for itself before the runtime reads it. A setting in the environment has
 * priority.
 *
 * It includes nothing, because the source's own includes must come first.
 */
#ifndef WARPBOOK_FUSE_H
#define WARPBOOK_FUSE_H

#ifndef __CUDA_ARCH__
extern "C" int warpbook_fuse_setenv(const char *, const char *, int) __asm__("setenv");

/* Runs before the constructors that register kernels. */
__attribute__((constructor(101))) static void warpbook_fuse(void)
{
	warpbook_fuse_setenv("WARPBOOK_FUSE", "1", 0);
}
#endif

#endif
