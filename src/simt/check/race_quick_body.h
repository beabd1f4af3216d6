/*
 * race_quick_body.h - the functions of race_quick.h. Included once per instruction set.
 *
 * They compute each lane's new word by selection; the names are those of check_race.c and check_order.h, whose rules
 * these are. They collect `top` bits: bit 63 of a difference says which of two numbers below 2^63 is larger.
 */

#define TOP        (1ull << 63)
#define ODD        (SHADOW_ONE | SHADOW_VOLATILE | SHADOW_SYNC)
#define SITE_BITS  ((uint64_t)(SHADOW_SITES - 1) << SHADOW_SITE_SHIFT)

/* The rows of the words that were merged, in the order of lanes. Noting a row twice in a row changes nothing. */
static void merges_note(struct checker *c, const uint64_t *word, const uint64_t *merges, uint64_t me)
{
	uint64_t one = 0, differ = 0;

	for (unsigned l = 0; l < HALF_WARP; l++)
		one = merges[l] ? word[l] : one;
	for (unsigned l = 0; l < HALF_WARP; l++)
		differ |= merges[l] ? (word[l] ^ one) & SITE_BITS : 0;
	if (!differ) {
		site_merge(c, me, one);
		return;
	}
	for (unsigned l = 0; l < HALF_WARP; l++)
		if (merges[l])
			site_merge(c, me, word[l]);
}

/* Readers of granules that were only read: same as read_note of check_race.c. Words without their mark; empty ones are 0. */
static inline __attribute__((always_inline)) void readers_note(const struct quick *q, const uint64_t *word, uint64_t *next,
							       unsigned first, const unsigned k)
{
	uint64_t merges[HALF_WARP], any = 0, me = q->me + ((uint64_t)first << SHADOW_THREAD_SHIFT);

	for (unsigned l = 0; l < HALF_WARP; l++) {
		uint64_t w = word[l], others = w & SHADOW_OTHERS, thread = w >> SHADOW_THREAD_SHIFT & (SHADOW_THREADS - 1);
		uint64_t mine = me + ((uint64_t)(l >> k) << SHADOW_THREAD_SHIFT);
		bool empty = !w, foreign = thread - q->first_thread >= q->block_threads, stale = w < q->barrier_word;
		bool near = thread - q->warp_first < WARP_LANES, old = w < q->synced_word;
		bool same = thread == q->warp_first + first + (l >> k);
		bool known = !foreign & !stale & ((others >= SAME_BLOCK) | (near & !old & (same | (others == SAME_WARP))));
		uint64_t d = foreign ? SAME_GRID : stale ? (others == SAME_GRID ? SAME_GRID : 0) : !near ? SAME_BLOCK : old ? 0 :
			     SAME_WARP;

		d = empty ? 0 : d;
		next[l] = (!empty & known) ? w : mine | d;
		merges[l] = known ? 0 : d;
		any |= merges[l];
	}
	if (any)
		merges_note(q->c, word, merges, q->me);
}

/* Each granule was only read, or the same thread wrote it at the same time, and may have read it. */
static inline __attribute__((always_inline)) bool reads_mixed(const struct quick *q, uint64_t *words, unsigned first,
							      const unsigned k)
{
	uint64_t word[HALF_WARP], next[HALF_WARP], own[HALF_WARP], bad = 0, read = 0;

	for (unsigned l = 0; l < HALF_WARP; l++) {
		uint64_t w = words[l], x = (w ^ (q->me + ((uint64_t)(first + (l >> k)) << SHADOW_THREAD_SHIFT))) & ~SITE_BITS;
		bool is_own = ((x & ~(TOP | SHADOW_ONE)) | ((x >> 63 ^ x >> 4) & 1)) == 0;
		bool is_read = (w == 0) | ((w >> 63) & ((w & ODD) == 0));

		own[l] = 0 - (uint64_t)is_own;
		bad |= (uint64_t)(!is_own & !is_read);
		read |= (uint64_t)!is_own;
		word[l] = is_own ? 0 : w & ~TOP;
	}
	if (bad)
		return false;
	if (read)
		readers_note(q, word, next, first, k);
	for (unsigned l = 0; l < HALF_WARP; l++)
		words[l] = (own[l] ? words[l] | SHADOW_ONE : next[l]) | TOP;
	return true;
}

static inline __attribute__((always_inline)) bool reads_by(const struct quick *q, uint64_t *words, unsigned first,
							   const unsigned k)
{
	uint64_t unknown = 0, summary = SAME_BLOCK, odd = 0, written = 0, news = 0;
	uint64_t word[HALF_WARP], next[HALF_WARP];

	/* The same threads have read them at this time. */
	for (unsigned l = 0; l < HALF_WARP; l++) {
		uint64_t x = words[l] ^ (q->me + ((uint64_t)(first + (l >> k)) << SHADOW_THREAD_SHIFT));

		news |= (x & ~(SITE_BITS | SHADOW_ONE)) ^ TOP;
	}
	if (!news)
		return true;

	for (unsigned l = 0; l < HALF_WARP; l++) {
		uint64_t w = words[l], plain = w & ~TOP;
		uint64_t thread = (plain >> SHADOW_THREAD_SHIFT & (SHADOW_THREADS - 1)) - q->first_thread;

		unknown |= ~w | (plain - q->barrier_word) | thread | (q->block_threads - 1 - thread);
		summary &= w;
		odd |= w;
		written |= ~w & (0 - w);
		word[l] = plain;
	}
	if ((odd & ODD) | (written & TOP))
		return reads_mixed(q, words, first, k);
	if (!(unknown & TOP) && summary)
		return true;
	readers_note(q, word, next, first, k);
	for (unsigned l = 0; l < HALF_WARP; l++)
		words[l] = next[l] | TOP;
	return true;
}

/* Each granule has no earlier access, or the same thread's accesses of the same time. */
static inline __attribute__((always_inline)) bool writes_by(const struct quick *q, uint64_t *words, unsigned first,
							    const unsigned k)
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

		differ |= words[l] ? (x & ~(TOP | SHADOW_ONE)) | (x >> 4 & 1 & ~(x >> 63)) : 0;
	}
	if (differ)
		return false;
	for (unsigned l = 0; l < HALF_WARP; l++)
		words[l] = (me + ((uint64_t)(l >> k) << SHADOW_THREAD_SHIFT)) | (words[l] & TOP ? TOP | SHADOW_ONE : 0);
	return true;
}

/* Not written since the barrier. Earlier reads are forgotten. */
static inline __attribute__((always_inline)) bool shared_reads_by(const struct quick *q, struct shadow_cell *cells,
								  unsigned first, bool *by_all, const unsigned k)
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
	if (!odd) { /* nobody has read them since the barrier */
		for (unsigned l = 0; l < HALF_WARP; l++)
			cells[l].read = q->me + ((uint64_t)(first + (l >> k)) << SHADOW_THREAD_SHIFT);
		return true;
	}
	readers_note(q, word, next, first, k);
	summary = SAME_BLOCK;
	for (unsigned l = 0; l < HALF_WARP; l++) {
		cells[l].read = next[l];
		summary &= next[l];
	}
	*by_all = summary;
	return true;
}

/* Not accessed since the barrier, but by the same thread. */
static inline __attribute__((always_inline)) bool shared_writes_by(const struct quick *q, struct shadow_cell *cells,
								   unsigned first, const unsigned k)
{
	const uint64_t who = (uint64_t)(SHADOW_THREADS - 1) << SHADOW_THREAD_SHIFT | SHADOW_OTHERS;
	uint64_t used = 0, foreign = 0, me = q->me + ((uint64_t)first << SHADOW_THREAD_SHIFT);

	for (unsigned l = 0; l < HALF_WARP; l++)
		used |= (q->barrier_word - 1 - cells[l].write) | (q->barrier_word - 1 - cells[l].read);
	for (unsigned l = 0; used & TOP && l < HALF_WARP; l++) {
		uint64_t mine = me + ((uint64_t)(l >> k) << SHADOW_THREAD_SHIFT), w = cells[l].write, r = cells[l].read;

		foreign |= (w < q->barrier_word ? 0 : (w ^ mine) & who) | (r < q->barrier_word ? 0 : (r ^ mine) & who);
	}
	if (foreign)
		return false;
	for (unsigned l = 0; l < HALF_WARP; l++) {
		uint64_t r = cells[l].read;

		cells[l] = (struct shadow_cell){ me + ((uint64_t)(l >> k) << SHADOW_THREAD_SHIFT), r < q->barrier_word ? 0 : r };
	}
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

/* Lane l's word, in place of that lane's, as word_turn gives it. */
#define TURNED(word, l) (((word) & ~field) | (((word) + ((uint64_t)(l) << shift) - ((uint64_t)lane << shift)) & field))

static uint32_t quick_alike(const uint64_t *write, const uint64_t *read, unsigned lane, unsigned shift)
{
	const uint64_t w = write[lane], r = read[lane], lanes = (uint64_t)(WARP_LANES - 1) << shift;
	uint64_t differ[WARP_LANES];
	uint32_t same = 0;

	for (unsigned l = 0; l < WARP_LANES; l++) {
		uint64_t field = w ? lanes : 0, turned = TURNED(w, l);

		field = r ? lanes : 0;
		differ[l] = (write[l] ^ turned) | (read[l] ^ TURNED(r, l));
	}
	for (unsigned l = 0; l < WARP_LANES; l++)
		same |= (uint32_t)(differ[l] == 0) << l;
	return same;
}

static void quick_leave(uint32_t (*codes)[2], uint32_t write, uint32_t read, unsigned lane, uint32_t others)
{
	const uint32_t field = (WARP_LANES - 1) << SHADOW_CODE_LANE;
	const uint32_t of_write = write ? field : 0, of_read = read ? field : 0;

	for (uint32_t l = 0; l < WARP_LANES; l++) {
		const uint32_t turn = (l - lane) << SHADOW_CODE_LANE, is = 0 - (others >> l & 1);
		const uint32_t w = (write & ~of_write) | ((write + turn) & of_write);
		const uint32_t r = (read & ~of_read) | ((read + turn) & of_read);

		codes[l][0] = (codes[l][0] & ~is) | (w & is);
		codes[l][1] = (codes[l][1] & ~is) | (r & is);
	}
}

const struct quick_table QUICK_TABLE = { quick_reads, quick_writes, quick_shared_reads, quick_shared_writes, quick_alike,
					 quick_leave };
