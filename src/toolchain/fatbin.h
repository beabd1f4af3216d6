/*
 * fatbin.h - the container of device code inside a program: nvcc writes it, and warpbook makes it for clang.
 *
 *	u32 magic, u16 version 1, u16 bytes of this header (16), u64 bytes of all entries
 *	entry: u16 kind, u16 version, u32 bytes of its header, u64 bytes of what follows (padded to 8), u32 bytes if
 *	       compressed, u32 offset of options, u16 minor, u16 major, u32 architecture, u32 offset and u32 bytes of
 *	       its name (from the entry's start), u64 flags, u64 0, u64 bytes before compression
 *
 * The layout is the one in objects that nvcc 13 writes.
 */
#ifndef WARPBOOK_TOOLCHAIN_FATBIN_H
#define WARPBOOK_TOOLCHAIN_FATBIN_H

#include <stddef.h>

#include "base/buf.h"

#define FATBIN_MAGIC 0xba55ed50u
#define FATBIN_VERSION 1
#define FATBIN_HEADER_BYTES 16
#define FATBIN_ENTRY_BYTES 64
#define FATBIN_KIND_PTX 1

/* Appends a container of one entry: PTX for `arch` (75), known as `name`. Check out->failed. */
void fatbin_put_ptx(struct buf *out, const char *ptx, size_t len, int arch, const char *name);

#endif
