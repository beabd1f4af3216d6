/* stdlib.h - the functions that kernels use, and those that a main() in the same file probably calls. */
#pragma once
#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647

extern "C" __attribute__((host, device)) void *malloc(size_t size);
extern "C" __attribute__((host, device)) void free(void *memory);
extern "C" void *calloc(size_t count, size_t size);
extern "C" __attribute__((noreturn)) void exit(int status);
extern "C" int atoi(const char *text);
extern "C" double atof(const char *text);
extern "C" int rand(void);
extern "C" void srand(unsigned int seed);
