"""warpbook_mutate.py - generates known-wrong programs from an exercise's solution in Python, like source/mutate.c for C++.

    python3 warpbook_mutate.py SOLUTION FOLDER NAME JOB

JOB is JSON: "entry" (the kernel's or the function's name), "host", "ufunc", "outputs" (positions in the parameter list of arrays that
are only written), "sizes" (positions of whole numbers), "fixed" (rows of their values, in cases that are the same for every seed) and
"pairs" (two of `sizes` that are the sides of an array). Each program has one change of source/mutations.def. This one writes it to
FOLDER/NAME_N.py, and prints a line about it: "MUTATION LINE FILE". It imports nothing: Python's parser reads the text.
"""
import ast
import copy
import json
import os
import sys

SPECIAL = 'import numba as numba__\nfrom numba import cuda as cuda__\n'
# Numba has no variables in global memory. This turns a local array into one, which all blocks share and which survives launches.
IN_GLOBAL_MEMORY = SPECIAL + '''from numba.cuda import cudaimpl as cudaimpl__
from numba.cuda import nvvmutils as nvvmutils__
from numba.cuda.cudadrv import nvvm as nvvm__


def array_in_global_memory__(context, builder, shape, dtype, symbol_name, addrspace, *rest, make=cudaimpl__._generic_array, **named):
    space = nvvm__.ADDRSPACE_GLOBAL if addrspace == nvvm__.ADDRSPACE_LOCAL else addrspace
    return make(context, builder, shape, dtype, symbol_name, space, *rest, **named)


def generic_address__(module, kind, space, *rest, known=getattr(nvvmutils__, 'insert_addrspace_conv', None)):
    if space != nvvm__.ADDRSPACE_GLOBAL:
        return known(module, kind, space, *rest)
    function = cudaimpl__.ir.FunctionType(kind.as_pointer(), [kind.as_pointer(space)])
    return cudaimpl__.cgutils.get_or_insert_function(module, function, 'llvm.nvvm.ptr.global.to.gen.p0i8.p%di8' % space)


cudaimpl__._generic_array = array_in_global_memory__
nvvmutils__.insert_addrspace_conv = generic_address__
'''
ALL_BLOCKS = 'cuda__.gridDim.x * cuda__.gridDim.y * cuda__.gridDim.z'
WAITS_FOR_ALL = '''
begun__ = cuda__.local.array(1, numba__.int64)
if cuda__.threadIdx.x + cuda__.threadIdx.y + cuda__.threadIdx.z == 0:
    blocks__ = %s
    until__ = (cuda__.atomic.add(begun__, 0, 1) // blocks__ + 1) * blocks__
    while cuda__.atomic.add(begun__, 0, 0) < until__:
        pass
cuda__.syncthreads()
''' % ALL_BLOCKS
ONLY_ONCE = '''
begun__ = cuda__.local.array(1, numba__.int64)
if cuda__.atomic.add(begun__, 0, 1) >= %s * cuda__.blockDim.x * cuda__.blockDim.y * cuda__.blockDim.z:
    return
''' % ALL_BLOCKS


def is_call(node, *path):
    """cuda.shared.array(...): a call of a name with that end."""
    node = node.func if isinstance(node, ast.Call) else None
    for word in reversed(path):
        if isinstance(node, ast.Attribute) and node.attr == word:
            node = node.value
        elif isinstance(node, ast.Name) and node.id == word:
            return word == path[0]
        else:
            return False
    return False


def parse(text):
    return ast.parse(text).body


def names_of(target):
    return [n.id for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]


class Maker:
    def __init__(self, text, job):
        self.tree, self.job, self.made = ast.parse(text), job, []
        self.entry = self.function_of(self.tree)
        self.params = [a.arg for a in self.entry.args.args]
        self.has_local = any(is_call(n, 'cuda', 'local', 'array') for n in ast.walk(self.tree))

    def function_of(self, tree):
        return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == self.job['entry']][-1]

    def add(self, mutation, line, change, before=SPECIAL):
        """change(tree, number of each node of the original -> its copy)"""
        tree = copy.deepcopy(self.tree)
        twins = dict(zip(map(id, ast.walk(self.tree)), ast.walk(tree)))
        change(tree, lambda node: twins[id(node)])
        text = ast.unparse(ast.fix_missing_locations(tree)) + '\n'
        if text != ast.unparse(self.tree) + '\n':
            self.made.append((mutation, line, before + text))

    def replace(self, mutation, node, new, before=SPECIAL):
        """Replaces an expression by another, which may contain the old one."""
        def change(tree, twin):
            old = twin(node)
            own = copy.copy(old)
            made = new(own)
            for parent in ast.walk(tree):
                for field, value in ast.iter_fields(parent):
                    if value is old:
                        setattr(parent, field, made)
                    elif isinstance(value, list) and any(v is old for v in value):
                        value[[v is old for v in value].index(True)] = made
        self.add(mutation, node.lineno, change, before)

    def nodes(self, kind):
        return [n for n in ast.walk(self.tree) if isinstance(n, kind)]

    # ---- types ----

    def int_accumulators(self):
        for node in self.nodes(ast.Assign):
            value = node.value
            if not (len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)):
                continue
            number = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 and \
                ast.unparse(value.func).endswith(('float32', 'float64')) else value
            if not isinstance(number, ast.Constant) or (number is value and not isinstance(number.value, float)):
                continue
            name = node.targets[0].id

            def change(tree, twin, name=name):
                for other in ast.walk(tree):
                    if isinstance(other, ast.Assign) and names_of(other.targets[0]) == [name]:
                        other.value = parse('numba__.int32(%s)' % ast.unparse(other.value))[0].value
                for parent in ast.walk(tree):
                    for body in ('body', 'orelse'):
                        for i, child in enumerate(getattr(parent, body, []) or [] if not isinstance(parent, ast.IfExp) else []):
                            if isinstance(child, ast.AugAssign) and isinstance(child.target, ast.Name) and child.target.id == name:
                                child = ast.BinOp(ast.Name(name, ast.Load()), child.op, child.value)
                                getattr(parent, body)[i] = parse('%s = numba__.int32(%s)' % (name, ast.unparse(child)))[0]
            self.add('int_accumulator', node.lineno, change)

    def shared_arrays(self):
        for node in self.nodes(ast.Call):
            if not is_call(node, 'cuda', 'shared', 'array'):
                continue
            last = node.args[1] if len(node.args) > 1 else ([k.value for k in node.keywords if k.arg == 'dtype'] + [None])[0]
            if last is not None and 'float' in ast.unparse(last):
                self.replace('int_tile', last, lambda old: parse('numba__.int32')[0].value)
            if not (node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value == 0):
                self.replace('not_shared', node.func, lambda old: parse('cuda__.local.array')[0].value)
                if not self.has_local:
                    self.replace('one_for_all_blocks', node.func, lambda old: parse('cuda__.local.array')[0].value, IN_GLOBAL_MEMORY)

    def short_indices(self):
        for node in self.nodes(ast.Assign):
            target, value = node.targets[0], node.value
            pairs = zip(target.elts, value.elts) if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) else [(target, value)]
            made_of_block = [t for t, v in pairs if 'cuda.grid(' in ast.unparse(v) or 'blockIdx' in ast.unparse(v)]
            for name in [name for t in made_of_block for name in names_of(t)]:
                def change(tree, twin, name=name, node=node):
                    own = twin(node)
                    for parent in ast.walk(tree):
                        body = getattr(parent, 'body', None)
                        if isinstance(body, list) and any(s is own for s in body):
                            body.insert([s is own for s in body].index(True) + 1, parse('%s = numba__.int16(%s)' % (name, name))[0])
                            break
                self.add('short_index', node.lineno, change)

    # ---- one for all ----

    def one_thread(self):
        text = ast.unparse(self.tree)
        if any(word in text for word in ('shared', 'sync', 'shfl', 'laneid', 'cg.')) or self.job['ufunc']:
            return

        def change(tree, twin):
            kernel = twin(self.entry)
            place = tree.body.index(kernel)
            body = copy.deepcopy(kernel)
            body.name, body.decorator_list = 'body_of_one__', [parse('cuda__.jit(device=True)')[0].value]
            body.args.args = [ast.arg(a) for a in ('x__', 'y__', 'z__')] + body.args.args
            source = ast.unparse(ast.fix_missing_locations(body))
            for axis in 'xyz':
                source = source.replace('cuda.threadIdx.' + axis, axis + '__')
            at = ['cuda.blockIdx.%s * cuda.blockDim.%s + %s__' % (a, a, a) for a in 'xyz']
            for n in (1, 2, 3):
                source = source.replace('cuda.grid(%d)' % n, '(%s)' % ', '.join(at[:n]))
            kernel.body = parse('if cuda__.threadIdx.x + cuda__.threadIdx.y + cuda__.threadIdx.z == 0:\n'
                                '    for z__ in range(cuda__.blockDim.z):\n        for y__ in range(cuda__.blockDim.y):\n'
                                '            for x__ in range(cuda__.blockDim.x):\n                body_of_one__(x__, y__, z__, %s)\n'
                                % ', '.join(self.params))
            tree.body[place:place] = parse(source)
        self.add('one_thread', self.entry.lineno, change)

    # ---- conditions ----

    def guards(self):
        tests = [n.test for n in self.nodes((ast.If, ast.While, ast.IfExp))]
        other = {ast.Lt: (ast.LtE, 'guard_looser'), ast.Gt: (ast.GtE, 'guard_looser'), ast.LtE: (ast.Lt, 'guard_tighter'),
                 ast.GtE: (ast.Gt, 'guard_tighter')}
        for test in tests:
            for node in ast.walk(test):
                for i, op in enumerate(node.ops if isinstance(node, ast.Compare) else []):
                    if type(op) in other:
                        new, name = other[type(op)]

                        def change(tree, twin, node=node, i=i, new=new):
                            twin(node).ops[i] = new()
                        self.add(name, node.lineno, change)
        for node in self.nodes(ast.For):
            if is_call(node.iter, 'range') and len(node.iter.args) in (1, 2, 3):
                stop = node.iter.args[min(1, len(node.iter.args) - 1)]
                down = len(node.iter.args) == 3 and ast.unparse(node.iter.args[2]).startswith('-')
                self.replace('guard_looser', stop, lambda old, down=down: ast.BinOp(old, ast.Sub() if down else ast.Add(), ast.Constant(1)))

    # ---- missing, swapped, and start values ----

    def barriers(self):
        for node in self.nodes(ast.Expr):
            if is_call(node.value, 'cuda', 'syncthreads'):
                self.replace('no_barrier', node.value, lambda old: ast.Constant(None))

    def swapped_indices(self):
        for node in self.nodes(ast.Subscript):
            if isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
                self.replace('swapped_index', node.slice, lambda old: ast.Tuple(old.elts[::-1], ast.Load()))

    def zero_starts(self):
        for node in self.nodes((ast.UnaryOp, ast.Call)):
            text = ast.unparse(node).replace(' ', '')
            if text in ('-math.inf', '-np.inf', '-numpy.inf', '-inf', "float('-inf')", '-2147483648', '-2**31', 'np.iinfo(np.int32).min'):
                self.replace('zero_start', node, lambda old: ast.Constant(0))

    def stores(self):
        outputs = [self.params[i] for i in self.job['outputs'] if i < len(self.params)] if not self.job['ufunc'] else self.params[-1:]
        for node in self.nodes(ast.Assign):
            target = node.targets[0]
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in outputs:
                def change(tree, twin, node=node):
                    own = twin(node)
                    for parent in ast.walk(tree):
                        for field in ('body', 'orelse'):
                            body = getattr(parent, field, None)
                            if isinstance(body, list) and any(s is own for s in body):
                                body[[s is own for s in body].index(True)] = ast.AugAssign(own.targets[0], ast.Add(), own.value)
                self.add('adds_to_output', node.lineno, change)

    # ---- at the start of the entry ----

    def first(self, mutation, lines, globals_='', before=SPECIAL):
        def change(tree, twin):
            body = twin(self.entry).body
            body[0:0] = parse(lines)
            tree.body[0:0] = parse(globals_)
        self.add(mutation, self.entry.lineno, change, before)

    def runs(self):
        if self.job['host']:
            self.first('only_once', 'if once__:\n    return\nonce__.append(1)\n', 'once__ = []')
        elif not self.job['ufunc'] and not self.has_local:
            self.first('waits_for_all', WAITS_FOR_ALL, before=IN_GLOBAL_MEMORY)
            self.first('only_once', ONLY_ONCE, before=IN_GLOBAL_MEMORY)

    def sizes(self):
        job = self.job
        if job['ufunc']:
            return
        names = [self.params[i] for i in job['sizes'] if i < len(self.params)]
        if len(names) != len(job['sizes']):
            return
        rows = sorted({tuple(row) for row in job['fixed']})
        if names and rows:
            known = ' or '.join('(' + ' and '.join('%s == %d' % pair for pair in zip(names, row)) + ')' for row in rows)
            self.first('table_sizes', 'if not (%s):\n    return\n' % known)
        for name in names:
            self.first('even_sizes', 'if %s %% 2 == 1:\n    return\n' % name)
            self.first('large_sizes', 'if %s == 1:\n    return\n' % name)
        for a, b in job['pairs']:
            self.first('ordered_sizes', 'if %s > %s:\n    return\n' % (names[a], names[b]))
            self.first('ordered_sizes', 'if %s < %s:\n    return\n' % (names[a], names[b]))

    def all(self):
        if not self.job['host']:
            for make in (self.int_accumulators, self.shared_arrays, self.short_indices, self.one_thread, self.guards, self.barriers,
                         self.swapped_indices, self.zero_starts, self.stores):
                make()
        self.runs()
        self.sizes()
        return self.made


def main():
    source, folder, name, job = sys.argv[1:5]
    with open(source, encoding='utf-8') as file:
        made = Maker(file.read(), json.loads(job)).all()
    for number, (mutation, line, text) in enumerate(made, 1):
        path = os.path.join(folder, '%s_%d.py' % (name, number))
        with open(path, 'w', encoding='utf-8') as out:
            out.write(text)
        print(mutation, line, path)


if __name__ == '__main__':
    main()
