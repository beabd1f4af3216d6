"""disguise.py - rewrites a Python answer as somebody does to hide that it is a copy: `disguise.py NAME KERNEL <in.py >out.py`; without
a name it lists the names. What is written means the same. Comments are always taken out. Exit status 1: nothing fitted, and the
program is as it was.
"""
import ast
import re
import sys

DISGUISES = {}


def disguise(function):
    DISGUISES[function.__name__] = function
    return function


def expression(text):
    return ast.parse(text, mode='eval').body


def functions(tree):
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def kernel_of(tree, name):
    return next((node for node in functions(tree) if node.name == name), None)


def own_names(tree, kernel):
    """What the answer itself has named."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.FunctionDef) and node.name != kernel:
            names.add(node.name)
    return sorted(names)


def bodies(tree):
    """All lists of statements inside functions."""
    for function in functions(tree):
        for node in ast.walk(function):
            for field in ('body', 'orelse'):
                if isinstance(getattr(node, field, None), list):
                    yield getattr(node, field)


def each_statement(tree, change):
    """change(statement) returns the statements in its place, or None."""
    for body in bodies(tree):
        new = []
        for statement in body:
            new += change(statement) or [statement]
        body[:] = new


def names_in(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def is_plain(node):
    """It calls nothing that must stay where it is."""
    return not any(isinstance(n, (ast.Subscript, ast.Call)) for n in ast.walk(node))


class Rename(ast.NodeTransformer):
    def __init__(self, new):
        self.new = new

    def visit_Name(self, node):
        node.id = self.new.get(node.id, node.id)
        return node

    def visit_arg(self, node):
        node.arg = self.new.get(node.arg, node.arg)
        return node

    def visit_FunctionDef(self, node):
        node.name = self.new.get(node.name, node.name)
        return self.generic_visit(node)


@disguise
def renamed(tree, kernel):
    Rename({name: 'quantity%d' % i for i, name in enumerate(own_names(tree, kernel))}).visit(tree)


@disguise
def comments(tree, kernel):
    for function in functions(tree):
        function.body.insert(0, ast.Expr(ast.Constant('My own work.\n\n    It took me a long evening.')))
    text = ast.unparse(tree)
    return '\n'.join(line + '  # the next step' if line.endswith(')') else line for line in text.split('\n'))


@disguise
def layout(tree, kernel):
    text = ast.unparse(tree)
    lines = [re.sub(r'\s*([+*<]|(?<![=<>!])=(?!=))\s*', r'\1', line.lstrip()) for line in text.split('\n')]
    indents = [re.match(' *', line).group().replace('    ', ' ') for line in text.split('\n')]
    joined = '\n\n'.join(indent + line for indent, line in zip(indents, lines))
    return re.sub(r':\n\n +(return|continue|break)\n', r':\1\n', joined)


@disguise
def reordered(tree, kernel):
    def simple(s):
        return isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and 'shared' not in names_in(s) and \
            not any(isinstance(n, ast.Attribute) and n.attr in ('array', 'sync') or isinstance(n, ast.Call) and 'shfl' in ast.unparse(n)
                    for n in ast.walk(s))
    for body in bodies(tree):
        for i in range(len(body) - 1):
            one, two = body[i], body[i + 1]
            if simple(one) and simple(two) and one.targets[0].id not in names_in(two) and two.targets[0].id not in names_in(one):
                body[i], body[i + 1] = two, one


@disguise
def tuples_split(tree, kernel):
    def change(s):
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Tuple) and isinstance(s.value, ast.Tuple):
            targets, values = s.targets[0].elts, s.value.elts
            if not {t.id for t in targets if isinstance(t, ast.Name)} & set().union(*map(names_in, values)):
                return [ast.Assign([t], v, lineno=0) for t, v in zip(targets, values)]
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Tuple) and ast.unparse(s.value) == 'cuda.grid(2)':
            return [ast.Assign([t], expression('cuda.grid(2)[%d]' % i), lineno=0) for i, t in enumerate(s.targets[0].elts)]
    each_statement(tree, change)


@disguise
def while_for_for(tree, kernel):
    def change(s):
        if not (isinstance(s, ast.For) and isinstance(s.iter, ast.Call) and ast.unparse(s.iter.func) == 'range') or s.orelse:
            return
        if any(isinstance(n, ast.Continue) for n in ast.walk(s)):
            return
        args = s.iter.args
        first, end = (args[0], args[1]) if len(args) > 1 else (ast.Constant(0), args[0])
        step = args[2] if len(args) > 2 else ast.Constant(1)
        target = ast.Name(s.target.id, ast.Load())
        return [ast.Assign([s.target], first, lineno=0),
                ast.While(ast.Compare(target, [ast.Lt()], [end]), s.body + [ast.AugAssign(s.target, ast.Add(), step)], [])]
    each_statement(tree, change)


@disguise
def dead_code(tree, kernel):
    found = kernel_of(tree, kernel)
    if found:
        found.body[:0] = ast.parse('spare = 41\nspare = spare * 3 + 1\nif spare < 0:\n    spare = 7').body


@disguise
def split_expressions(tree, kernel):
    count = [0]

    def change(s):
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Subscript):
            count[0] += 1
            part = 'part%d' % count[0]
            return [ast.Assign([ast.Name(part, ast.Store())], s.value, lineno=0), ast.Assign(s.targets, ast.Name(part, ast.Load()), lineno=0)]
    each_statement(tree, change)


@disguise
def modules_renamed(tree, kernel):
    text = ast.unparse(tree)
    text = re.sub(r'from numba import cuda\b', 'import numba.cuda as gpu', text, count=1) if re.search('from numba import cuda$', text, re.M) \
        else re.sub(r'from numba import cuda, ', 'from numba import cuda as gpu, ', text)
    return re.sub(r'\bcuda\.(?!as)', 'gpu.', text).replace('numba.gpu.', 'numba.cuda.')


@disguise
def names_imported(tree, kernel):
    text = ast.unparse(tree)  # Numba takes little else without its module
    used = [name for name in ('grid',) if 'cuda.%s' % name in text]
    for name in used:
        text = re.sub(r'\bcuda\.%s\b' % name, name[0].upper() + name[1:], text)
    return 'from numba.cuda import %s\n' % ', '.join('%s as %s' % (n, n[0].upper() + n[1:]) for n in used) + text if used else text


@disguise
def index_otherwise(tree, kernel):
    text = ast.unparse(tree)
    text = text.replace('cuda.grid(1)', '(cuda.threadIdx.x + cuda.blockDim.x * cuda.blockIdx.x)')
    text = text.replace('= cuda.grid(2)', '= (cuda.threadIdx.x + cuda.blockDim.x * cuda.blockIdx.x, '
                        'cuda.threadIdx.y + cuda.blockDim.y * cuda.blockIdx.y)')
    return re.sub(r'cuda\.blockIdx\.(.) \* cuda\.blockDim\.(.) \+ cuda\.threadIdx\.(.)',
                  r'cuda.threadIdx.\3 + cuda.blockDim.\2 * cuda.blockIdx.\1', text)


@disguise
def indices_chained(tree, kernel):
    class Chain(ast.NodeTransformer):
        def visit_Subscript(self, node):
            self.generic_visit(node)
            if isinstance(node.slice, ast.Tuple) and len(node.slice.elts) > 1:
                inner = ast.Subscript(node.value, node.slice.elts[0], ast.Load())
                for index in node.slice.elts[1:-1]:
                    inner = ast.Subscript(inner, index, ast.Load())
                return ast.Subscript(inner, node.slice.elts[-1], node.ctx)
            return node
    Chain().visit(tree)


@disguise
def function_extracted(tree, kernel):
    found = kernel_of(tree, kernel)
    if not found or any('vectorize' in ast.unparse(d) for d in found.decorator_list):
        return
    arguments = [a.arg for a in found.args.args]
    inner = ast.FunctionDef('the_work', found.args, found.body, [expression('cuda.jit(device=True)')], lineno=0)
    found.body = [ast.Expr(expression('the_work(%s)' % ', '.join(arguments)))]
    tree.body.insert(tree.body.index(found), inner)


@disguise
def guard_turned_round(tree, kernel):
    found = kernel_of(tree, kernel)
    last = found.body[-1] if found else None
    if isinstance(last, ast.If) and not last.orelse:
        found.body[-1:] = [ast.If(ast.UnaryOp(ast.Not(), last.test), [ast.Return()], [])] + last.body
        return
    for i, s in enumerate(found.body if found else []):
        if isinstance(s, ast.If) and len(s.body) == 1 and isinstance(s.body[0], ast.Return) and not s.orelse and i + 1 < len(found.body):
            found.body[i:] = [ast.If(ast.UnaryOp(ast.Not(), s.test), found.body[i + 1:], [])]
            return


@disguise
def comparisons_flipped(tree, kernel):
    flipped = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in flipped:
            node.left, node.comparators[0] = node.comparators[0], node.left
            node.ops[0] = flipped[type(node.ops[0])]()


@disguise
def assignments_spelled_out(tree, kernel):
    def change(s):
        if isinstance(s, ast.AugAssign):
            left = expression(ast.unparse(s.target))
            return [ast.Assign([s.target], ast.BinOp(left, s.op, s.value), lineno=0)]
    each_statement(tree, change)


@disguise
def constants_named(tree, kernel):
    known = {}

    class Name(ast.NodeTransformer):
        def visit_Constant(self, node):
            if type(node.value) is int and node.value > 1:
                known[node.value] = 'NUMBER_%d' % node.value
                return ast.Name(known[node.value], ast.Load())
            return node
    for function in functions(tree):
        function.body = [Name().visit(s) for s in function.body]
    place = next(i for i, s in enumerate(tree.body) if not isinstance(s, (ast.Import, ast.ImportFrom)))
    tree.body[place:place] = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(value), lineno=0) for value, name in known.items()]


@disguise
def conditions_split(tree, kernel):
    def change(s):
        if isinstance(s, ast.If) and not s.orelse and isinstance(s.test, ast.BoolOp) and isinstance(s.test.op, ast.And):
            first, *rest = s.test.values
            inner = rest[0] if len(rest) == 1 else ast.BoolOp(ast.And(), rest)
            return [ast.If(first, [ast.If(inner, s.body, [])], [])]
    each_statement(tree, change)


@disguise
def ternary_for_if(tree, kernel):
    def change(s):
        if isinstance(s, ast.If) and not s.orelse and len(s.body) == 1 and isinstance(s.body[0], ast.Assign) and \
                isinstance(s.body[0].targets[0], ast.Name) and is_plain(s.body[0].value):
            to = s.body[0].targets[0]
            return [ast.Assign([to], ast.IfExp(s.test, s.body[0].value, ast.Name(to.id, ast.Load())), lineno=0)]
        if isinstance(s, ast.Assign) and isinstance(s.value, ast.IfExp):
            return [ast.If(s.value.test, [ast.Assign(s.targets, s.value.body, lineno=0)], [ast.Assign(s.targets, s.value.orelse, lineno=0)])]
    each_statement(tree, change)


@disguise
def all_together(tree, kernel):
    for change in (reordered, tuples_split, while_for_for, split_expressions, comparisons_flipped, assignments_spelled_out, conditions_split,
                   dead_code, function_extracted, renamed):
        change(tree, kernel)
        ast.fix_missing_locations(tree)
    return comments(ast.parse(modules_renamed(tree, kernel)), kernel)


def main():
    if len(sys.argv) < 2:
        print('\n'.join(DISGUISES))
        return 0
    tree = ast.parse(sys.stdin.read())
    before = ast.unparse(tree)
    after = DISGUISES[sys.argv[1]](tree, sys.argv[2])
    if after is None:
        after = ast.unparse(ast.fix_missing_locations(tree))
    print(after)
    return after == before


sys.exit(main())
