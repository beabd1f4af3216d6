/*
 * syntax.c - reads the rows of ops.def and mods.def, once per process, and
 * matches instructions against them.
 *
 * Compilers do not agree on the order of modifiers (atom.global.cta.add,
 * atom.cta.global.add), so a form is a set: each suffix must match a different
 * modifier, and each required modifier must have a suffix. Only types are matched
 * in order. The table is read-only after the first use.
 */
#include "config.h"

#include <pthread.h>
#include <string.h>

#include "base/text.h"
#include "ptx/syntax.h"

enum mod_class {
#define CLASS(class, field) CLASS_##class,
#define MOD(class, text, value)
#define TYPES(name, set)
#include "ptx/mods.def"
#undef CLASS
#undef MOD
#undef TYPES
	CLASS_COUNT
};
_Static_assert(PTX_TYPE_COUNT <= 64, "the types of a modifier are bits of a uint64_t");

/* The field of struct ptx_instr that a class sets: an enum, a bool or a byte. */
static const struct class_row { const char *name; size_t offset, size; } classes[] = {
#define CLASS(class, field) \
	{ #class, offsetof(struct ptx_instr, field), sizeof ((struct ptx_instr *)0)->field },
#define MOD(class, text, value)
#define TYPES(name, set)
#include "ptx/mods.def"
#undef CLASS
#undef MOD
#undef TYPES
};

static const struct mod_row { enum mod_class class; const char *text; unsigned value; } mods[] = {
#define CLASS(class, field)
#define MOD(class, text, value) { CLASS_##class, text, value },
#define TYPES(name, set)
#include "ptx/mods.def"
#undef CLASS
#undef MOD
#undef TYPES
};
#define MOD_COUNT (sizeof mods / sizeof mods[0])

#define T(type) (1ull << PTX_##type)
static const struct type_set { const char *name; uint64_t types; } type_sets[] = {
#define CLASS(class, field)
#define MOD(class, text, value)
#define TYPES(name, set) { #name, set },
#include "ptx/mods.def"
#undef CLASS
#undef MOD
#undef TYPES
};
#undef T

static const struct op_row { const char *name, *forms[SYNTAX_FORMS]; } ops[] = {
#define OP(id, class, name, ...) { name, { __VA_ARGS__ } },
#include "ptx/ops.def"
#undef OP
};

#define BUCKETS 2048 /* a power of two, a few times the names */

static struct {
	struct syntax_form forms[PTX_OP_COUNT][SYNTAX_FORMS];
	int nforms[PTX_OP_COUNT];
	const char *bad_row;
	/* Hash tables with linear probing: index + 1, 0 when free. */
	uint16_t op_buckets[BUCKETS];
	uint16_t mod_buckets[BUCKETS]; /* the first row of each text */
	uint16_t mod_next[MOD_COUNT];  /* the next row with the same text, + 1 */
} table;

static bool text_is(const char *name, const char *text, size_t len)
{
	return !strncmp(name, text, len) && name[len] == '\0';
}

/* The bucket that contains the name, or the free one where it belongs. */
static uint16_t *mod_bucket(const char *text, size_t len)
{
	size_t b = text_hash(text, len) % BUCKETS;

	while (table.mod_buckets[b] && !text_is(mods[table.mod_buckets[b] - 1].text, text, len))
		b = (b + 1) % BUCKETS;
	return &table.mod_buckets[b];
}

static uint16_t *op_bucket(const char *text, size_t len)
{
	size_t b = text_hash(text, len) % BUCKETS;

	while (table.op_buckets[b] && !text_is(ops[table.op_buckets[b] - 1].name, text, len))
		b = (b + 1) % BUCKETS;
	return &table.op_buckets[b];
}

size_t ptx_op_forms(enum ptx_op op, const char *const **forms)
{
	size_t n = 0;

	while (n < SYNTAX_FORMS && ops[op].forms[n])
		n++;
	*forms = ops[op].forms;
	return n;
}

enum ptx_type syntax_type(const char *text, size_t len)
{
	for (enum ptx_type t = PTX_NOTYPE + 1; t < PTX_TYPE_COUNT; t++)
		if (text_is(ptx_type_name(t), text, len))
			return t;
	return PTX_NOTYPE;
}

/* ---- reading the rows -------------------------------------------------------- */

/* One alternative of a modifier: a class, a type, or a set of types. */
static bool modifier_add(struct syntax_modifier *m, const char *name, size_t len)
{
	enum ptx_type type = syntax_type(name, len);

	if (type != PTX_NOTYPE) {
		m->types |= 1ull << type;
		return true;
	}
	for (size_t i = 0; i < sizeof type_sets / sizeof type_sets[0]; i++)
		if (text_is(type_sets[i].name, name, len)) {
			m->types |= type_sets[i].types;
			return true;
		}
	for (size_t i = 0; i < CLASS_COUNT && m->nclasses < SYNTAX_CLASSES; i++)
		if (text_is(classes[i].name, name, len)) {
			m->classes[m->nclasses++] = (uint8_t)i;
			return true;
		}
	return false;
}

/* Reads "{.rnd}{.ftz}.f32|f64"; returns the rest, or NULL. */
static const char *modifiers_read(struct syntax_form *form, const char *s)
{
	while (*s && *s != ' ') {
		struct syntax_modifier *m = &form->modifiers[form->nmodifiers];

		if (form->nmodifiers++ == SYNTAX_MODIFIERS)
			return NULL;
		m->optional = *s == '{';
		s += m->optional;
		if (*s != '.')
			return NULL;
		do {
			size_t len = strcspn(++s, "|.{} ");

			if (!modifier_add(m, s, len))
				return NULL;
			s += len;
		} while (*s == '|');
		if (m->optional && *s++ != '}')
			return NULL;
	}
	return s;
}

static const struct slot_name { const char *name; enum slot_role role; } slot_names[] = {
	{ "d", SLOT_DST }, { "d_", SLOT_DST_SINK },
	{ "a", SLOT_SRC }, { "b", SLOT_SRC }, { "c", SLOT_SRC }, { "e", SLOT_SRC },
	{ "p", SLOT_DST_PRED }, { "q", SLOT_SRC_PRED }, { "d|p", SLOT_PAIR }, { "p|q", SLOT_PRED_PAIR },
	{ "[a]", SLOT_ADDR }, { "x", SLOT_MOV_DST }, { "y", SLOT_MOV_SRC }, { "v", SLOT_VAR },
	{ "i", SLOT_IMM }, { "label", SLOT_LABEL }, { "targets", SLOT_TARGETS }, { "call", SLOT_CALL },
	{ "text", SLOT_TEXT },
	{ "z", SLOT_SIZE }, { "D", SLOT_MATRIX_D }, { "A", SLOT_MATRIX_A }, { "B", SLOT_MATRIX_B }, { "C", SLOT_MATRIX_C },
	{ "T", SLOT_TEXEL_DST }, { "S", SLOT_TEXEL_SRC }, { "[t]", SLOT_TEXTURE }, { "[o]", SLOT_OBJECT }, { "g", SLOT_SLOPE },
	{ "[m]", SLOT_TENSOR }, { "f", SLOT_FACTOR }, { "w", SLOT_SWITCH },
};

static bool slot_set_role(struct syntax_slot *slot, const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof slot_names / sizeof slot_names[0]; i++)
		if (text_is(slot_names[i].name, name, len)) {
			slot->role = slot_names[i].role;
			return true;
		}
	return false;
}

/* The part after the colon. */
static bool slot_set_type(struct syntax_slot *slot, const char *s, size_t len)
{
	if (len && s[len - 1] == '+') {
		slot->wider = true;
		len--;
	}
	if (!len)
		return slot->wider;
	if (len == 1 && (*s == 's' || *s == '2')) {
		slot->from = *s == 's' ? SLOT_STYPE : SLOT_DOUBLE;
		return true;
	}
	slot->from = SLOT_FIXED;
	slot->fixed = syntax_type(s, len);
	return slot->fixed != PTX_NOTYPE;
}

/* " d, a:s{, b:u32}" */
static bool slots_read(struct syntax_form *form, const char *s)
{
	bool optional = false;

	while (s += strspn(s, " ,{}"), *s) {
		struct syntax_slot *slot = &form->slots[form->nslots];
		size_t len = strcspn(s, " ,{}"), name_len = strcspn(s, ":,{} ");

		if (form->nslots++ == SYNTAX_SLOTS || !slot_set_role(slot, s, name_len))
			return false;
		if (name_len < len && !slot_set_type(slot, s + name_len + 1, len - name_len - 1))
			return false;
		slot->optional = optional;
		form->min_slots += !optional;
		optional = s[len] == '{';
		s += len;
	}
	return true;
}

/* True if two modifiers set the same field, and would overwrite each other. */
static bool fields_clash(const struct syntax_form *form)
{
	for (int m = 0; m < form->nmodifiers; m++)
		for (int k = 0; k < form->modifiers[m].nclasses; k++)
			for (int n = 0; n < m; n++)
				for (int j = 0; j < form->modifiers[n].nclasses; j++)
					if (classes[form->modifiers[m].classes[k]].offset ==
					    classes[form->modifiers[n].classes[j]].offset)
						return true;
	return false;
}

static void table_init(void)
{
	for (size_t i = MOD_COUNT; i-- > 0;) {
		uint16_t *b = mod_bucket(mods[i].text, strlen(mods[i].text));

		table.mod_next[i] = *b;
		*b = i + 1;
	}
	for (int op = 0; op < PTX_OP_COUNT; op++) {
		*op_bucket(ops[op].name, strlen(ops[op].name)) = op + 1;
		while (table.nforms[op] < SYNTAX_FORMS && ops[op].forms[table.nforms[op]]) {
			const char *row = ops[op].forms[table.nforms[op]];
			struct syntax_form *form = &table.forms[op][table.nforms[op]++];
			const char *slots = modifiers_read(form, row);

			if ((!slots || !slots_read(form, slots) || fields_clash(form)) && !table.bad_row)
				table.bad_row = row;
		}
	}
}

static void table_need(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, table_init);
}

const char *syntax_bad_row(void)
{
	table_need();
	return table.bad_row;
}

enum ptx_op syntax_op(const char *text, size_t len)
{
	uint16_t found;

	table_need();
	found = *op_bucket(text, len);
	return found ? found - 1 : PTX_OP_COUNT;
}

/* ---- matching ---------------------------------------------------------------- */

/* A suffix is a type, or the rows of mods.def from `first` (+ 1) on; 0: neither. */
struct resolved { enum ptx_type type; unsigned first; };

static bool modifier_has(const struct syntax_modifier *m, enum mod_class class)
{
	for (int k = 0; k < m->nclasses; k++)
		if (m->classes[k] == class)
			return true;
	return false;
}

/* The row (+ 1) with which the modifier matches the suffix, or 0. */
static unsigned modifier_row(const struct syntax_modifier *m, const struct resolved *r)
{
	unsigned row = m->nclasses ? r->first : 0;

	while (row && !modifier_has(m, mods[row - 1].class))
		row = table.mod_next[row - 1];
	return row;
}

static void field_set(struct ptx_instr *i, enum mod_class class, unsigned value)
{
	unsigned char byte = value;
	char *field = (char *)i + classes[class].offset;

	if (classes[class].size == sizeof value)
		memcpy(field, &value, sizeof value);
	else
		memcpy(field, &byte, 1);
}

static unsigned field_get(const struct ptx_instr *i, enum mod_class class)
{
	unsigned value;
	unsigned char byte;
	const char *field = (const char *)i + classes[class].offset;

	if (classes[class].size == sizeof value) {
		memcpy(&value, field, sizeof value);
		return value;
	}
	memcpy(&byte, field, 1);
	return byte;
}

/* The match of each modifier of a form: a type, or a row (+ 1) of mods.def. */
struct taken { enum ptx_type type; unsigned row; };

/* Assigns a type to the next type modifier, and any other suffix to the first free modifier that fits. */
static bool form_take(const struct syntax_form *form, const struct resolved *r, int *next_type,
		      struct taken *taken)
{
	for (int m = r->type != PTX_NOTYPE ? *next_type : 0; m < form->nmodifiers; m++) {
		const struct syntax_modifier *mod = &form->modifiers[m];

		if (r->type != PTX_NOTYPE && mod->types) {
			taken[m].type = r->type;
			*next_type = m + 1;
			return mod->types >> r->type & 1;
		}
		if (r->type == PTX_NOTYPE && !taken[m].row && (taken[m].row = modifier_row(mod, r)))
			return true;
	}
	return false;
}

static bool form_matches(const struct syntax_form *form, const struct resolved *r, int n,
			 struct taken *taken)
{
	int next_type = 0;

	memset(taken, 0, SYNTAX_MODIFIERS * sizeof *taken);
	for (int s = 0; s < n; s++)
		if (!form_take(form, &r[s], &next_type, taken))
			return false;
	for (int m = 0; m < form->nmodifiers; m++)
		if (!form->modifiers[m].optional && !taken[m].row && taken[m].type == PTX_NOTYPE)
			return false;
	return true;
}

static void form_apply(struct ptx_instr *i, const struct syntax_form *form, const struct taken *taken)
{
	enum ptx_type *types[] = { &i->type, &i->stype, &i->type3, &i->type4 };
	int ntypes = 0;

	for (int m = 0; m < form->nmodifiers; m++) {
		if (taken[m].row)
			field_set(i, mods[taken[m].row - 1].class, mods[taken[m].row - 1].value);
		else if (taken[m].type != PTX_NOTYPE)
			*types[ntypes++ & 3] = taken[m].type;
	}
	if (!i->vec)
		i->vec = 1;
}

enum syntax_match syntax_match(struct ptx_instr *i, const struct syntax_suffix *suffixes, int n)
{
	struct resolved r[SYNTAX_SUFFIXES];
	enum syntax_match result = SYNTAX_NO_FORM;
	struct taken taken[SYNTAX_MODIFIERS];

	table_need();
	for (int s = 0; s < n; s++) {
		r[s].type = syntax_type(suffixes[s].text, suffixes[s].len);
		r[s].first = *mod_bucket(suffixes[s].text, suffixes[s].len);
	}
	for (int f = 0; f < table.nforms[i->op]; f++) {
		const struct syntax_form *form = &table.forms[i->op][f];
		bool call = form->nslots && form->slots[0].role == SLOT_CALL;

		if (!form_matches(form, r, n, taken))
			continue;
		if (!call && (i->nops < form->min_slots || i->nops > form->nslots)) {
			result = SYNTAX_OPERAND_COUNT;
			continue;
		}
		i->form = f;
		form_apply(i, form, taken);
		return SYNTAX_OK;
	}
	return result;
}

const struct syntax_form *syntax_form(const struct ptx_instr *i)
{
	table_need();
	return &table.forms[i->op][i->form];
}

enum ptx_type syntax_slot_type(const struct ptx_instr *i, const struct syntax_slot *slot)
{
	static const enum ptx_type doubled[PTX_TYPE_COUNT] = {
		[PTX_U16] = PTX_U32, [PTX_U32] = PTX_U64, [PTX_S16] = PTX_S32, [PTX_S32] = PTX_S64,
	};

	switch (slot->from) {
	case SLOT_TYPE:
		return i->type;
	case SLOT_STYPE:
		return i->stype;
	case SLOT_DOUBLE:
		return doubled[i->type];
	case SLOT_FIXED:
		break;
	}
	return slot->fixed;
}

bool syntax_writes(const struct ptx_instr *i, int operand)
{
	const struct syntax_form *form = syntax_form(i);

	if (i->op == PTX_CALL)
		return operand == 0;
	if (operand >= form->nslots)
		return false;
	switch (form->slots[operand].role) {
	case SLOT_DST:
	case SLOT_DST_SINK:
	case SLOT_DST_PRED:
	case SLOT_PAIR:
	case SLOT_PRED_PAIR:
	case SLOT_MOV_DST:
	case SLOT_TEXEL_DST:
		return true;
	case SLOT_MATRIX_D: /* wmma.store reads its D, which comes after the address */
		return operand == 0;
	default:
		return false;
	}
}

void syntax_regs(const struct ptx_operand *o, bool written, syntax_visit *visit, void *ctx)
{
	for (int k = 0; k < o->nelems; k++)
		syntax_regs(&o->elems[k], written, visit, ctx);
	if (o->reg >= 0 && (o->kind == PTX_O_REG || o->kind == PTX_O_PRED_PAIR || (o->kind == PTX_O_ADDR && !o->var && !written)))
		visit(ctx, o->reg);
	if (o->reg2 >= 0 && (o->kind == PTX_O_PRED_PAIR || (o->kind == PTX_O_VEC && written)))
		visit(ctx, o->reg2);
}

/* ---- writing ----------------------------------------------------------------- */

void syntax_print(const struct ptx_instr *i, struct buf *out)
{
	const struct syntax_form *form = syntax_form(i);
	const enum ptx_type types[] = { i->type, i->stype, i->type3, i->type4 };
	int ntypes = 0;

	buf_puts(out, ops[i->op].name);
	for (int m = 0; m < form->nmodifiers; m++) {
		if (form->modifiers[m].types) {
			buf_printf(out, ".%s", ptx_type_name(types[ntypes++ & 3]));
			continue;
		}
		for (size_t row = 0; row < MOD_COUNT; row++) {
			enum mod_class class = mods[row].class;

			if (modifier_has(&form->modifiers[m], class) && field_get(i, class) == mods[row].value) {
				buf_printf(out, ".%s", mods[row].text);
				break;
			}
		}
	}
}
