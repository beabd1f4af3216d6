/*
 * ir.c - the names of a module's parts, and look-ups in a module.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"

static const char *const op_names[] = {
#define OP(id, class, name, ...) name,
#include "ptx/ops.def"
#undef OP
};

const enum ptx_class ptx_op_class[PTX_OP_COUNT] = {
#define OP(id, class, ...) PTX_CLASS_##class,
#include "ptx/ops.def"
#undef OP
};

static const struct type_row { const char *name; unsigned bytes; } types[PTX_TYPE_COUNT] = {
	[PTX_NOTYPE] = { "", 0 },
	[PTX_B8] = { "b8", 1 }, [PTX_B16] = { "b16", 2 }, [PTX_B32] = { "b32", 4 },
	[PTX_B64] = { "b64", 8 }, [PTX_B128] = { "b128", 16 },
	[PTX_U8] = { "u8", 1 }, [PTX_U16] = { "u16", 2 }, [PTX_U32] = { "u32", 4 }, [PTX_U64] = { "u64", 8 },
	[PTX_S8] = { "s8", 1 }, [PTX_S16] = { "s16", 2 }, [PTX_S32] = { "s32", 4 }, [PTX_S64] = { "s64", 8 },
	[PTX_F16] = { "f16", 2 }, [PTX_F16X2] = { "f16x2", 4 },
	[PTX_U16X2] = { "u16x2", 4 }, [PTX_S16X2] = { "s16x2", 4 },
	[PTX_E4M3X2] = { "e4m3x2", 2 }, [PTX_E5M2X2] = { "e5m2x2", 2 }, [PTX_E2M1X2] = { "e2m1x2", 1 },
	[PTX_E2M3X2] = { "e2m3x2", 2 }, [PTX_E3M2X2] = { "e3m2x2", 2 }, [PTX_UE8M0X2] = { "ue8m0x2", 2 },
	[PTX_BF16] = { "bf16", 2 }, [PTX_BF16X2] = { "bf16x2", 4 }, [PTX_TF32] = { "tf32", 4 },
	[PTX_F32] = { "f32", 4 }, [PTX_F64] = { "f64", 8 },
	[PTX_E4M3] = { "e4m3", 1 }, [PTX_E5M2] = { "e5m2", 1 }, [PTX_S4] = { "s4", 1 }, [PTX_U4] = { "u4", 1 },
	[PTX_B1] = { "b1", 1 },
	[PTX_PRED] = { "pred", 1 },
};

static const char *const space_names[PTX_SPACE_COUNT] = {
	[PTX_GENERIC] = "generic", [PTX_GLOBAL] = "global", [PTX_SHARED] = "shared",
	[PTX_LOCAL] = "local", [PTX_CONST] = "const", [PTX_PARAM] = "param",
};

static const char *const sreg_names[PTX_SR_COUNT] = {
	[PTX_SR_NONE] = "%none",
#define SREG(id, name) [PTX_SR_##id] = name,
#include "ptx/sregs.def"
#undef SREG
};

const char *ptx_op_name(enum ptx_op op)
{
	return op < PTX_OP_COUNT ? op_names[op] : "?";
}

const char *ptx_type_name(enum ptx_type t)
{
	return t < PTX_TYPE_COUNT ? types[t].name : "?";
}

unsigned ptx_type_bytes(enum ptx_type t)
{
	return t < PTX_TYPE_COUNT ? types[t].bytes : 0;
}

const char *ptx_space_name(enum ptx_space s)
{
	return s < PTX_SPACE_COUNT ? space_names[s] : "?";
}

const char *ptx_sreg_name(enum ptx_sreg s)
{
	return s < PTX_SR_COUNT ? sreg_names[s] : "?";
}

const struct ptx_function *ptx_find_function(const struct ptx_module *m, const char *name)
{
	for (size_t i = 0; i < m->nfunctions; i++)
		if (!strcmp(m->functions[i]->name, name))
			return m->functions[i];
	return NULL;
}

const struct ptx_var *ptx_find_var(const struct ptx_module *m, const char *name)
{
	for (size_t i = 0; i < m->nvars; i++)
		if (!strcmp(m->vars[i]->name, name))
			return m->vars[i];
	return NULL;
}

void ptx_free(struct ptx_module *m)
{
	if (!m)
		return;
	for (size_t k = 0; k < m->nparts; k++)
		ptx_free(m->parts[k]);
	arena_release(&m->arena);
	free(m);
}
