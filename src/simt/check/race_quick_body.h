/*
 * race_quick_body.h - the functions of race_quick.h. Included once per instruction set.
 *
 * They compute each lane's new word by selection; the names are those of check_race.c and check_order.h, whose rules
 * these are. They collect `top` bits: bit 63 of a difference says which of two numbers below 2^63 is larger.
 */

#define TOP        (1ull << 63)
#define ODD        (SHADOW_ONE | SHADOW_VOLATILE | SHADOW_SYNC)
#define SITE_BITS  ((uint64_t)(SHADOW_SITES - 1) << SHADOW_SITE_SHIFT)

/* The rows of the words that were merged, in the order of lanes. */
static void merges_note(struct checker *c, const uint64_t *word, const uint64_t *merges, uint64_t me)
{
	uint64_t differ = 0, all = UINT64_MAX;

	for (unsigned l = 0; l < HALF_WARP; l++) {
		differ |= (word[l] ^ word[0]) & SITE_BITS;
		all &= merges[l];
	}
	if (all && !differ) {
		site_merge(c, me, word[0]);
		return;
	}
	for (unsigned l = 0; l < HALF_WARP; l++)
		if (merges[l])
			site_merge(c, me, word[l]);
}

/* Readers of granules that were only read: same as read_note of check_race.c. Words without their mark; empty ones are 0. */
static inline __attribute__((always_inline)) void readers_note(const struct quick *q, const uint64_t *word, uint64_t *next, unsigned first, const unsigned k)
{
	uint64_t merges[HALF_WARP], any = 0, me = q->me + ((uint64_t)first << SHADOW_THREAD_SHIFT);

	for (unsigned l = 0; l < HALF_WARP; l++) {
		uint64_t w = word[l], others = w & SHADOW_OTHERS, thread = w >> SHADOW_THREAD_SHIFT & (SHADOW_THREADS - 1);
		uint64_t mine = me + ((uint64_t)(l >> k) << SHADOW_THREAD_SHIFT);
		bool empty = !w, foreign = thread - q->first_thread >= q->block_threads, stale = w < q->barrier_word;
		bool near = thread - q->warp_first < WARP_LANES, old = w < q->synced_word;
		bool same = thread == q->warp_first + first + (l >> k);
		bool known = !foreign & !stale & ((others >= SAME_BLOCK) | (near & !old & (same | (others == SAME_WARP))));
		uint64_t d = foreign ? SAME_GRID : stale ? (others == SAME_GRID ? SAME_GRID : 0) : !near ? SAME_BLOCK : old ? 0 : SAME_WARP;

		d = empty ? 0 : d;
		next[l] = (!empty & known) ? w : mine | d;
		merges[l] = known ? 0 : d;
		any |= merges[l];
	}
	if (any)
		merges_note(q->c, word, merges, q->me);
}

static inline __attribute__((always_inline)) bool reads_by(const struct quick *q, uint64_t *words, unsigned first, const unsigned k)
{
	uint64_t unknown = 0, summary = SAME_BLOCK, odd = 0, written = 0;
	uint64_t word[HALF_WARP], next[HALF_WARP];

	for (unsigned l = 0; l < HALF_WARP; l++) {
		uint64_t w = words[l], plain = w & ~TOP;
		uint64_t thread = (plain >> SHADOW_THREAD_SHIFT & (SHADOW_THREADS - 1)) - q->first_thread;

		unknown |= ~w | (plain - q->barrier_word) | thread | (q->block_threads - 1 - thread);
		summary &= w;
		odd |= w;
		written |= ~w & (0 - w);
		word[l] = plain;
	}
	if ((odd & ODD) | (written & TOP)) {
		uint64_t differ = 0;

		/* The same threads wrote them at the same time, and may have read them. */
		for (unsigned l = 0; l < HALF_WARP; l++) {
			uint64_t x = (words[l] ^ (q->me + ((uint64_t)(first + (l >> k)) << SHADOW_THREAD_SHIFT))) & ~SITE_BITS;

			differ |= x & ~(TOP | SHADOW_ONE);
			differ |= (x >> 63 ^ x >> 4) & 1;
		}
		for (unsigned l = 0; l < HALF_WARP && !differ; l++)
			words[l] |= TOP | SHADOW_ONE;
		return !differ;
	}
	if (!(unknown & TOP) && summary)
		return true;
	readers_note(q, word, next, first, k);
	for (unsigned l = 0; l < HALF_WARP; l++)
		words[l] = next[l] | TOP;
	return true;
}

/* No earlier access, or the same threads' accesses of the same time. */
static inline __attribute__((always_inline)) bool writes_by(const struct quick *q, uint64_t *words, unsigned first, const unsigned k)
{
	uint64_t any = 0, differ = 0, me = q->me + ((uint64_t)first << SHADOW_THREAD_SHIFT);

	for (unsigned l = 0; l < HALF_WARP; l++)
		any |= words[l];
	if (!any) {
		for (unsigned l = 0; l < HALF_WARP; l++)
			words[l] = me + ((uint64_t)(l >> k) << SHADOW_THREAD_SHIFT);
		return true;
	}
	/* Written (0), read (TOP), or both (TOP, ONE). */
	for (unsigned l = 0; l < HALF_WARP; l++) {
		uint64_t x = (words[l] ^ (me + ((uint64_t)(l >> k) << SHADOW_THREAD_SHIFT))) & ~SITE_BITS;

		differ |= x & ~(TOP | SHADOW_ONE);
		differ |= x >> 4 & 1 & ~(x >> 63);
	}
	if (differ)
		return false;
	for (unsigned l = 0; l < HALF_WARP; l++)
		words[l] = (me + ((uint64_t)(l >> k) << SHADOW_THREAD_SHIFT)) | (words[l] & TOP ? TOP | SHADOW_ONE : 0);
	return true;
}

/* Not written since the barrier. Earlier reads are forgotten. */
static inline __attribute__((always_inline)) bool shared_reads_by(const struct quick *q, struct shadow_cell *cells, unsigned first, bool *by_all, const unsigned k)
{
	uint64_t written = 0, unknown = 0, summary = SAME_BLOCK, odd = 0;
	uint64_t word[HALF_WARP], next[HALF_WARP];

	for (unsigned l = 0; l < HALF_WARP; l++) {
		uint64_t r = cells[l].read;

		written |= q->barrier_word - 1 - cells[l].write;
		unknown |= r - q->barrier_word;
		summary &= r;
		word[l] = r < q->barrier_word ? 0 : r;
		odd |= word[l];
	}
	if ((written & TOP) | (odd & ODD))
		return false;
	*by_all = !(unknown & TOP) && summary;
	if (*by_all)
		return true;
	readers_note(q, word, next, first, k);
	summary = SAME_BLOCK;
	for (unsigned l = 0; l < HALF_WARP; l++) {
		cells[l].read = next[l];
		summary &= next[l];
	}
	*by_all = summary;
	return true;
}

/* Not accessed since the barrier. */
static inline __attribute__((always_inline)) bool shared_writes_by(const struct quick *q, struct shadow_cell *cells, unsigned first, const unsigned k)
{
	uint64_t used = 0, me = q->me + ((uint64_t)first << SHADOW_THREAD_SHIFT);

	for (unsigned l = 0; l < HALF_WARP; l++)
		used |= (q->barrier_word - 1 - cells[l].write) | (q->barrier_word - 1 - cells[l].read);
	if (used & TOP)
		return false;
	for (unsigned l = 0; l < HALF_WARP; l++)
		cells[l] = (struct shadow_cell){ me + ((uint64_t)(l >> k) << SHADOW_THREAD_SHIFT), 0 };
	return true;
}

/* `spread` as a constant for the compiler. */
#define BY_SPREAD(call) switch (q->spread) { case 0: return call(0); case 1: return call(1); default: return call(2); }

static bool quick_reads(const struct quick *q, uint64_t *words, unsigned first)
{
#define CALL(k) reads_by(q, words, first, k)
	BY_SPREAD(CALL)
#undef CALL
}

static bool quick_writes(const struct quick *q, uint64_t *words, unsigned first)
{
#define CALL(k) writes_by(q, words, first, k)
	BY_SPREAD(CALL)
#undef CALL
}

static bool quick_shared_reads(const struct quick *q, struct shadow_cell *cells, unsigned first, bool *by_all)
{
#define CALL(k) shared_reads_by(q, cells, first, by_all, k)
	BY_SPREAD(CALL)
#undef CALL
}

static bool quick_shared_writes(const struct quick *q, struct shadow_cell *cells, unsigned first)
{
#define CALL(k) shared_writes_by(q, cells, first, k)
	BY_SPREAD(CALL)
#undef CALL
}

const struct quick_table QUICK_TABLE = { quick_reads, quick_writes, quick_shared_reads, quick_shared_writes };
