/* tensor_map.c - the bytes of a tensor map, and the rows of a box. */
#include "config.h"

#include <stddef.h>
#include <string.h>

#include "simt/tensor_map.h"

#define MARK 0x70616d52u /* "Rmap" */

/* What is stored; the sum is over all that comes before it. */
struct stored {
	uint32_t mark;
	uint8_t rank, type, swizzle, nan;
	uint64_t addr, stride[TENSOR_DIMS - 1];
	uint32_t last[TENSOR_DIMS];     /* each dimension less one, since it may be 2^32 */
	uint16_t box[TENSOR_DIMS];
	uint8_t step[TENSOR_DIMS], spare;
	uint32_t sum;
};
_Static_assert(sizeof(struct stored) <= TENSOR_MAP_BYTES, "a tensor map has 128 bytes");

uint32_t tensor_type_bytes(enum tensor_type t)
{
	switch (t) {
	case TENSOR_U8: return 1;
	case TENSOR_U16: case TENSOR_F16: case TENSOR_BF16: return 2;
	case TENSOR_U64: case TENSOR_S64: case TENSOR_F64: return 8;
	default: return 4;
	}
}

static uint32_t sum_of(const uint8_t *bytes)
{
	uint32_t h = 2166136261u; /* FNV-1a */

	for (size_t k = 0; k < offsetof(struct stored, sum); k++)
		h = (h ^ bytes[k]) * 16777619u;
	return h;
}

void tensor_map_write(const struct tensor_map *m, uint8_t bytes[TENSOR_MAP_BYTES])
{
	struct stored s;

	memset(&s, 0, sizeof s);
	s.mark = MARK;
	s.rank = (uint8_t)m->rank;
	s.type = (uint8_t)m->type;
	s.swizzle = (uint8_t)m->swizzle;
	s.nan = m->nan;
	s.addr = m->addr;
	memcpy(s.stride, m->stride + 1, sizeof s.stride);
	for (unsigned d = 0; d < TENSOR_DIMS; d++) {
		s.last[d] = (uint32_t)(m->dim[d] - 1);
		s.box[d] = (uint16_t)m->box[d];
		s.step[d] = (uint8_t)m->step[d];
	}
	memset(bytes, 0, TENSOR_MAP_BYTES);
	memcpy(bytes, &s, sizeof s);
	s.sum = sum_of(bytes);
	memcpy(bytes, &s, sizeof s);
}

bool tensor_map_read(const uint8_t bytes[TENSOR_MAP_BYTES], struct tensor_map *m)
{
	struct stored s;

	memcpy(&s, bytes, sizeof s);
	if (s.mark != MARK || s.sum != sum_of(bytes) || s.rank < 1 || s.rank > TENSOR_DIMS || s.type >= TENSOR_TYPES)
		return false;
	m->rank = s.rank;
	m->type = (enum tensor_type)s.type;
	m->swizzle = s.swizzle;
	m->nan = s.nan;
	m->addr = s.addr;
	m->stride[0] = tensor_type_bytes(m->type);
	memcpy(m->stride + 1, s.stride, sizeof s.stride);
	for (unsigned d = 0; d < TENSOR_DIMS; d++) {
		m->dim[d] = (uint64_t)s.last[d] + 1;
		m->box[d] = s.box[d];
		m->step[d] = s.step[d];
		if (!m->box[d] || !m->step[d])
			return false;
	}
	return true;
}

uint32_t tensor_rows(const struct tensor_map *m)
{
	uint32_t n = 1;

	for (unsigned d = 1; d < m->rank; d++)
		n *= tensor_count(m, d);
	return n;
}

struct tensor_row tensor_row_at(const struct tensor_map *m, const int32_t at[TENSOR_DIMS], uint32_t row)
{
	const int64_t first = at[0], end = first + m->box[0], size = (int64_t)m->dim[0];
	const uint32_t bytes = (uint32_t)m->stride[0];
	const int64_t from = first < 0 ? 0 : first, to = end < size ? end : size;
	struct tensor_row r = { .addr = m->addr };

	if (from >= to)
		return r;
	for (unsigned d = 1; d < m->rank; d++) {
		uint32_t n = tensor_count(m, d);
		int64_t c = (int64_t)at[d] + (int64_t)(row % n * m->step[d]);

		if (c < 0 || c >= (int64_t)m->dim[d])
			return r;
		r.addr += (uint64_t)c * m->stride[d];
		row /= n;
	}
	r.addr += (uint64_t)from * bytes;
	r.from = (uint32_t)(from - first) * bytes;
	r.to = (uint32_t)(to - first) * bytes;
	return r;
}
