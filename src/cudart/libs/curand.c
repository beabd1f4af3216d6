/*
 * curand.c - cuRAND's host interface on the virtual machine.
 *
 * All pseudo-random generators use Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC
 * 2011), whatever type the program chose: the numbers are good, and the same for the same seed and offset, but they are not those
 * of NVIDIA's library. Sobol's sequences (sobol.h) are the library's, number by number, except by Poisson.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "cudart/libs/host_op.h"
#include "cudart/libs/sobol.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

#pragma GCC visibility push(default)
#include "cudart/include/curand.h"
#pragma GCC visibility pop

#define TAU 6.283185307179586

struct curandGenerator_st {
	bool on_host;             /* fills host memory, at once */
	curandRngType_t type;
	unsigned dimensions;      /* of a quasi-random one */
	cudaStream_t stream;
	uint64_t seed, offset;    /* offset: numbers drawn so far */
};

enum draw { DRAW_BITS, DRAW_UNIFORM, DRAW_NORMAL, DRAW_LOG_NORMAL, DRAW_POISSON };

struct draw_op {
	struct op op;
	enum draw draw;
	uint64_t out, n;
	unsigned bytes;           /* per element: 4, or 8 for double */
	unsigned dimensions, bits; /* of a quasi-random sequence: 0 if it is none */
	double mean, deviation;   /* Poisson: mean is lambda */
	uint64_t seed, offset;
};

/* ---- Philox ---------------------------------------------------------------------------------------- */

/* Four words of 32 bits for a counter; the constants and rounds are the paper's. */
static void philox(uint64_t counter, uint64_t seed, uint32_t out[4])
{
	uint32_t c[4] = { (uint32_t)counter, (uint32_t)(counter >> 32), 0, 0 };
	uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);

	for (int round = 0; round < 10; round++) {
		uint64_t a = (uint64_t)0xD2511F53u * c[0], b = (uint64_t)0xCD9E8D57u * c[2];
		uint32_t next[4] = { (uint32_t)(b >> 32) ^ c[1] ^ k0, (uint32_t)b, (uint32_t)(a >> 32) ^ c[3] ^ k1, (uint32_t)a };

		for (int i = 0; i < 4; i++)
			c[i] = next[i];
		k0 += 0x9E3779B9u;
		k1 += 0xBB67AE85u;
	}
	for (int i = 0; i < 4; i++)
		out[i] = c[i];
}

/* In (0, 1], of 53 bits. */
static double unit(const uint32_t w[2])
{
	return ((double)(((uint64_t)w[0] << 32 | w[1]) >> 11) + 1) * 0x1p-53;
}

/* Knuth's product of uniform numbers for small means, a rounded normal number for large ones. */
static uint32_t poisson(uint64_t counter, uint64_t seed, double lambda)
{
	double product = 1, least = exp(-lambda);
	uint32_t words[4], n = 0;

	if (lambda > 64) {
		philox(counter, seed, words);
		{
			double normal = sqrt(-2 * log(unit(words))) * cos(TAU * unit(words + 2));
			double v = floor(lambda + sqrt(lambda) * normal + 0.5);

			return v < 0 ? 0 : (uint32_t)v;
		}
	}
	for (uint64_t draw = 0;; draw++) {
		philox(counter ^ draw << 40, seed, words);
		product *= unit(words);
		if (product <= least)
			return n;
		n++;
	}
}

/* The number that a normal one is below with the probability u. */
static double normal_below(double u)
{
	double low = -40, high = 40;

	for (int k = 0; k < 64; k++) {
		const double middle = (low + high) / 2;

		*(erfc(-middle * M_SQRT1_2) / 2 < u ? &low : &high) = middle;
	}
	return (low + high) / 2;
}

static uint32_t poisson_below(double u, double lambda)
{
	double part = exp(-lambda), sum = part;
	uint32_t n = 0;

	if (lambda > 64)
		return (uint32_t)fmax(0, floor(lambda + sqrt(lambda) * normal_below(u) + 0.5));
	while (sum < u && n < 1000) {
		part *= lambda / ++n;
		sum += part;
	}
	return n;
}

/* Dimension after dimension, from the same point of the sequence on. */
static void sequence_fill(const struct draw_op *d, void *out)
{
	const uint64_t each = d->n / d->dimensions;

	for (uint64_t i = 0; i < d->n; i++) {
		const uint64_t bits = sobol_number((unsigned)(i / each), d->offset + i % each);
		const double u = d->bits == 32 ? ((double)(bits >> 32) + 0.5) * 0x1p-32 : ((double)(bits >> 11) + 0.5) * 0x1p-53;
		double v = u;

		if (d->draw == DRAW_BITS && d->bits == 32)
			((uint32_t *)out)[i] = (uint32_t)(bits >> 32);
		else if (d->draw == DRAW_BITS)
			((uint64_t *)out)[i] = bits;
		else if (d->draw == DRAW_POISSON)
			((uint32_t *)out)[i] = poisson_below(u, d->mean);
		if (d->draw == DRAW_BITS || d->draw == DRAW_POISSON)
			continue;
		if (d->draw != DRAW_UNIFORM)
			v = d->mean + d->deviation * normal_below(u);
		v = d->draw == DRAW_LOG_NORMAL ? exp(v) : v;
		if (d->bytes == 8)
			((double *)out)[i] = v;
		else
			((float *)out)[i] = (float)v;
	}
}

/* The i-th number depends only on seed, offset and i. */
static void draw_fill(const struct draw_op *d, void *out)
{
	if (d->dimensions) {
		sequence_fill(d, out);
		return;
	}
	for (uint64_t i = 0; i < d->n; i++) {
		uint32_t w[4];
		double v;

		philox(d->offset + i, d->seed, w);
		switch (d->draw) {
		case DRAW_BITS:
			((uint32_t *)out)[i] = w[0];
			continue;
		case DRAW_POISSON:
			((uint32_t *)out)[i] = poisson(d->offset + i, d->seed, d->mean);
			continue;
		case DRAW_UNIFORM:
			v = unit(w);
			break;
		default:
			v = d->mean + d->deviation * sqrt(-2 * log(unit(w))) * cos(TAU * unit(w + 2));
			v = d->draw == DRAW_LOG_NORMAL ? exp(v) : v;
			break;
		}
		if (d->bytes == 8)
			((double *)out)[i] = v;
		else
			((float *)out)[i] = v < 0x1p-149 && d->draw == DRAW_UNIFORM ? 0x1p-149f : (float)v;
	}
}

static void draw_run(struct op *op)
{
	struct draw_op *d = (struct draw_op *)op;
	void *out = host_op_bytes(d->out, d->n * d->bytes);

	if (!out)
		return;
	draw_fill(d, out);
	host_op_written(d->out, d->n * d->bytes);
}

static const struct op_kind op_draw = { .name = "curand", .run = draw_run };

/* ---- the calls -------------------------------------------------------------------------------------- */

static curandStatus_t leave(struct call *call, curandStatus_t status)
{
	call_leave_quiet(call, cudaSuccess);
	return status;
}

/* How many bits the numbers of a quasi-random sequence have; 0: it is none. */
static unsigned sequence_bits(curandRngType_t type)
{
	return type == CURAND_RNG_QUASI_DEFAULT || type == CURAND_RNG_QUASI_SOBOL32 ? 32 : type == CURAND_RNG_QUASI_SOBOL64 ?
			64 : 0;
}

static curandStatus_t create(struct call *call, curandGenerator_t *generator, curandRngType_t type, bool on_host)
{
	if (!generator)
		return leave(call, CURAND_STATUS_NOT_INITIALIZED);
	if (type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64) {
		report_call(KIND_NOT_SUPPORTED, call, NULL, "use CURAND_RNG_QUASI_SOBOL32 or 64",
			    "%s: the virtual machine has no scrambled sequences", call->name);
		return leave(call, CURAND_STATUS_TYPE_ERROR);
	}
	*generator = calloc(1, sizeof **generator);
	if (!*generator)
		return leave(call, CURAND_STATUS_ALLOCATION_FAILED);
	(*generator)->on_host = on_host;
	(*generator)->type = type;
	(*generator)->dimensions = 1;
	return leave(call, CURAND_STATUS_SUCCESS);
}

/* The journal records the calls that rules count: those that create, seed, use or destroy a generator. */
#define BEGIN struct call call = call_enter(__func__, __builtin_frame_address(0))

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
	BEGIN;
	free(generator);
	return leave(&call, generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED);
}

curandStatus_t curandGetVersion(int *version)
{
	if (version)
		*version = 10400;
	return version ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value)
{
	static const int version[] = { 10, 4, 0 };

	if (!value || (unsigned)type > PATCH_LEVEL)
		return CURAND_STATUS_OUT_OF_RANGE;
	*value = version[type];
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions)
{
	BEGIN;
	if (!generator || !sequence_bits(generator->type))
		return leave(&call, generator ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_NOT_INITIALIZED);
	if (dimensions > SOBOL_DIMENSIONS && dimensions <= 20000)
		report_call(KIND_NOT_SUPPORTED, &call, NULL, "warpbook run --device gpu has them all",
			    "%s: the virtual machine knows %d dimensions of Sobol's sequence", call.name, SOBOL_DIMENSIONS);
	if (!dimensions || dimensions > SOBOL_DIMENSIONS)
		return leave(&call, CURAND_STATUS_OUT_OF_RANGE);
	generator->dimensions = dimensions;
	return leave(&call, CURAND_STATUS_SUCCESS);
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed)
{
	BEGIN;
	if (!generator || sequence_bits(generator->type))
		return leave(&call, generator ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_NOT_INITIALIZED);
	generator->seed = seed;
	generator->offset = 0;
	return leave(&call, CURAND_STATUS_SUCCESS);
}

static curandStatus_t generate(struct call *call, curandGenerator_t g, enum draw draw, void *out, uint64_t n, unsigned bytes,
			       double mean, double deviation)
{
	struct draw_op filled = { .draw = draw, .out = (uintptr_t)out, .n = n, .bytes = bytes, .mean = mean,
				  .deviation = deviation };
	struct draw_op *d;
	struct stream *s;

	if (!g)
		return leave(call, CURAND_STATUS_NOT_INITIALIZED);
	filled.bits = sequence_bits(g->type);
	filled.dimensions = filled.bits ? g->dimensions : 0;
	if (draw == DRAW_BITS && bytes * 8 != (filled.bits == 64 ? 64 : 32))
		return leave(call, CURAND_STATUS_TYPE_ERROR);
	if (filled.dimensions && n % filled.dimensions)
		return leave(call, CURAND_STATUS_LENGTH_NOT_MULTIPLE);
	filled.seed = g->seed;
	filled.offset = g->offset;
	g->offset += filled.dimensions ? n / filled.dimensions : n;
	if (g->on_host) {
		draw_fill(&filled, out);
		return leave(call, CURAND_STATUS_SUCCESS);
	}
	s = stream_find(call, g->stream);
	if (!s || !host_op_check(call, out, n * bytes, "output", "the count is in numbers, not in bytes"))
		return leave(call, CURAND_STATUS_LAUNCH_FAILURE);
	d = (struct draw_op *)op_new(&op_draw, sizeof *d, call);
	if (!d)
		return leave(call, CURAND_STATUS_ALLOCATION_FAILED);
	filled.op = d->op;
	*d = filled;
	d->op.engine = ENGINE_COMPUTE;
	d->op.bytes = n * bytes;
	op_uses(&d->op, d->out, n * bytes, true);
	return leave(call, op_submit(&d->op, s) == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE);
}

/* A GPU generates normal numbers in pairs, and rejects an odd count. */
static curandStatus_t normal(struct call *call, curandGenerator_t g, enum draw draw, void *out, size_t n, unsigned bytes,
			     double mean, double deviation)
{
	if (n % 2 && g && !sequence_bits(g->type)) {
		report_call(KIND_API_ERROR, call, NULL, "ask for one more, and ignore it",
			    "%s makes numbers in pairs: %zu is odd", call->name, n);
		return leave(call, CURAND_STATUS_LENGTH_NOT_MULTIPLE);
	}
	return generate(call, g, draw, out, n, bytes, mean, deviation);
}

/* ---- the calls whose answer is one expression ---- */

/* Orderings, seeds of others and the like have no use here. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define CURAND(name, parameters)
#define CURAND_ANSWER(name, parameters, answer) curandStatus_t name parameters { return answer; }
#define CURAND_CALL(name, parameters, answer) curandStatus_t name parameters { BEGIN; return answer; }
#include "cudart/libs/curand.def"
