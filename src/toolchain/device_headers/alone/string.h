/* string.h - the functions that device code may call; clang turns them into loops or single stores. */
#pragma once
#include <stddef.h>

extern "C" __attribute__((host, device)) void *memcpy(void *to, const void *from, size_t size);
extern "C" __attribute__((host, device)) void *memmove(void *to, const void *from, size_t size);
extern "C" __attribute__((host, device)) void *memset(void *to, int byte, size_t size);
