/* stdio.h - printf; on the device clang turns it into vprintf, as nvcc does. */
#pragma once
#include <stddef.h>

extern "C" __attribute__((host, device)) int printf(const char *format, ...);
extern "C" int puts(const char *text);
extern "C" int putchar(int c);
struct __warpbook_file;
typedef __warpbook_file FILE;
extern "C" FILE *stderr;
extern "C" FILE *stdout;
extern "C" int fprintf(FILE *file, const char *format, ...);
