/*
 * race_quick_avx512.c - race_quick.h for x86-64 with AVX-512.
 */
#include "config.h"

#include "simt/check/race_quick.h"

#ifdef __x86_64__
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512bw,avx512vl"))), apply_to = function)
#else
#pragma GCC optimize("O3")
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512")
#endif
#define QUICK_TABLE race_quick_avx512
#include "simt/check/race_quick_body.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
