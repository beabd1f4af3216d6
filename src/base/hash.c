/* hash.c - SHA-256 from libmd, and splitmix64. */
#include "config.h"

#include "base/hash.h"

#include <sha256.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

_Static_assert(sizeof(SHA2_CTX) <= sizeof((struct hash *)0)->state, "struct hash holds libmd's state");

void hash_init(struct hash *h)
{
	SHA2_CTX ctx;

	SHA256Init(&ctx);
	memcpy(h->state, &ctx, sizeof ctx);
}

static void hash_raw(struct hash *h, const void *bytes, size_t len)
{
	SHA2_CTX ctx;

	memcpy(&ctx, h->state, sizeof ctx);
	SHA256Update(&ctx, bytes, len);
	memcpy(h->state, &ctx, sizeof ctx);
}

void hash_add(struct hash *h, const void *bytes, size_t len)
{
	uint8_t prefix[8];

	for (int i = 0; i < 8; i++)
		prefix[i] = (uint8_t)((uint64_t)len >> (8 * i));
	hash_raw(h, prefix, sizeof prefix);
	if (len)
		hash_raw(h, bytes, len);
}

void hash_add_text(struct hash *h, const char *text)
{
	hash_add(h, text, strlen(text));
}

void hash_hex(struct hash *h, char out[HASH_HEX])
{
	static const char digits[] = "0123456789abcdef";
	uint8_t sum[SHA256_DIGEST_LENGTH];
	SHA2_CTX ctx;

	memcpy(&ctx, h->state, sizeof ctx);
	SHA256Final(sum, &ctx);
	for (size_t i = 0; i < sizeof sum; i++) {
		out[2 * i] = digits[sum[i] >> 4];
		out[2 * i + 1] = digits[sum[i] & 15];
	}
	out[HASH_HEX - 1] = '\0';
}

void hash_bytes(const void *bytes, size_t len, char out[HASH_HEX])
{
	struct hash h;

	hash_init(&h);
	hash_raw(&h, bytes, len);
	hash_hex(&h, out);
}

void rng_init(struct rng *r, uint64_t seed)
{
	r->state = seed;
}

uint64_t rng_next(struct rng *r)
{
	uint64_t z = r->state += 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

void rng_skip(struct rng *r, uint64_t n)
{
	r->state += n * 0x9E3779B97F4A7C15u;
}

uint64_t rng_below(struct rng *r, uint64_t bound)
{
	/* Numbers below 2^64 mod bound would favour small results: draw again. */
	uint64_t unfair = (0 - bound) % bound, x;

	do
		x = rng_next(r);
	while (x < unfair);
	return x % bound;
}

double rng_unit(struct rng *r)
{
	return (double)(rng_next(r) >> 11) * 0x1p-53;
}

uint64_t rng_fresh_seed(void)
{
	uint64_t seed;

	if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) {
		struct timespec now;

		clock_gettime(CLOCK_REALTIME, &now);
		seed = (uint64_t)now.tv_nsec * 2654435761u ^ (uint64_t)now.tv_sec ^ (uint64_t)getpid() << 32;
	}
	seed &= ((uint64_t)1 << 53) - 1;
	return seed ? seed : 1;
}
