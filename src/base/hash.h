/*
 * hash.h - SHA-256 names for content, and seeded random numbers for inputs.
 */
#ifndef WARPBOOK_BASE_HASH_H
#define WARPBOOK_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_HEX 65 /* 64 hexadecimal digits and the NUL */

/* Hashes any number of pieces, each with its length, so that "ab" + "c" differs from "a" + "bc". */
struct hash { unsigned char state[256]; };
void hash_init(struct hash *h);
void hash_add(struct hash *h, const void *bytes, size_t len);
void hash_add_text(struct hash *h, const char *text);
void hash_hex(struct hash *h, char out[HASH_HEX]);

/* The SHA-256 of the bytes alone, as sha256sum(1) prints it. */
void hash_bytes(const void *bytes, size_t len, char out[HASH_HEX]);

/*
 * splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
 * generators", OOPSLA 2014): a seed gives the same numbers on every machine.
 */
struct rng { uint64_t state; };
void rng_init(struct rng *r, uint64_t seed);
uint64_t rng_next(struct rng *r);
void rng_skip(struct rng *r, uint64_t n);          /* as n calls of rng_next */
uint64_t rng_below(struct rng *r, uint64_t bound); /* unbiased; bound > 0 */
double rng_unit(struct rng *r);                    /* [0, 1) */

/* A fresh seed from the kernel; below 2^53 so that it survives Lua and JSON. */
uint64_t rng_fresh_seed(void);

#endif
