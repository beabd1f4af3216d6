/*
 * parse_expr.c - constant expressions, by precedence climbing.
 *
 * Integers are 64 bits and wrap. A floating-point constant may have a sign and
 * parentheses, but no arithmetic, because no compiler writes any.
 */
#include "config.h"

#include "ptx/grammar.h"
#include "ptx/parse.h"

static int parse_binary(struct parser *p, int min_level, int nesting, struct constant *c);

static int parse_unary(struct parser *p, int nesting, struct constant *c)
{
	int op = p->t.kind, line = p->t.line;

	if (nesting > MAX_NESTING)
		return parse_error(p, line, p->loc, "an expression is nested more than %d deep", MAX_NESTING);
	if (op == T_INT || op == T_FLOAT) {
		*c = (struct constant){ p->t.bits, p->t.float_width };
		parse_next(p);
		return 0;
	}
	if (parse_accept(p, '('))
		return parse_binary(p, 0, nesting + 1, c) || parse_expect(p, ')', "')'") ? -1 : 0;
	if (op != '-' && op != '+' && op != '~' && op != '!')
		return parse_unexpected(p, "an operand");
	parse_next(p);
	if (parse_unary(p, nesting + 1, c))
		return -1;
	if (c->float_width && op != '-' && op != '+')
		return parse_error(p, line, p->loc, "'%c' before a floating-point constant", op);
	if (op == '-')
		c->bits = c->float_width ? c->bits ^ UINT64_C(1) << (c->float_width - 1) : 0 - c->bits;
	else if (op == '~')
		c->bits = ~c->bits;
	else if (op == '!')
		c->bits = !c->bits;
	return 0;
}

static int binary_level(int op)
{
	switch (op) {
	case '|': return 1;
	case '^': return 2;
	case '&': return 3;
	case T_SHL: case T_SHR: return 4;
	case '+': case '-': return 5;
	case '*': case '/': case '%': return 6;
	}
	return -1;
}

static int apply(struct parser *p, int op, uint64_t a, uint64_t b, uint64_t *out)
{
	if ((op == '/' || op == '%') && !b)
		return parse_error(p, p->t.line, p->loc, "a constant is divided by zero");
	switch (op) {
	case '|': *out = a | b; break;
	case '^': *out = a ^ b; break;
	case '&': *out = a & b; break;
	case T_SHL: *out = b < 64 ? a << b : 0; break;
	case T_SHR: *out = b < 64 ? a >> b : 0; break;
	case '+': *out = a + b; break;
	case '-': *out = a - b; break;
	case '*': *out = a * b; break;
	case '/': *out = a / b; break;
	case '%': *out = a % b; break;
	}
	return 0;
}

static int parse_binary(struct parser *p, int min_level, int nesting, struct constant *c)
{
	int op, level;

	if (parse_unary(p, nesting, c))
		return -1;
	while ((level = binary_level(op = p->t.kind)) > min_level) {
		struct constant right;

		parse_next(p);
		if (parse_binary(p, level, nesting + 1, &right))
			return -1;
		if (c->float_width || right.float_width)
			return parse_error(p, p->t.line, p->loc,
					   "arithmetic on floating-point constants is not supported by the vm");
		if (apply(p, op, c->bits, right.bits, &c->bits))
			return -1;
	}
	return 0;
}

int parse_constant(struct parser *p, struct constant *c)
{
	return parse_binary(p, 0, 0, c);
}

int parse_signed_terms(struct parser *p, int64_t *sum)
{
	struct constant c;

	*sum = 0;
	while (p->t.kind == '+' || p->t.kind == '-') {
		bool minus = p->t.kind == '-';

		parse_next(p);
		if (parse_binary(p, 5, 0, &c))
			return -1;
		if (c.float_width)
			return parse_error(p, p->t.line, p->loc, "an offset must be an integer");
		*sum = (int64_t)(minus ? (uint64_t)*sum - c.bits : (uint64_t)*sum + c.bits);
	}
	return 0;
}
