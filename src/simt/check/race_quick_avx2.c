/*
 * race_quick_avx2.c - race_quick.h for x86-64 with AVX2.
 */
#include "config.h"

#include "simt/check/race_quick.h"

#ifdef __x86_64__
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC optimize("O3")
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#endif
#define QUICK_TABLE race_quick_avx2
#include "simt/check/race_quick_body.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
