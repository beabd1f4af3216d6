"""warpbook_compile.py - compiles one kernel of a learner's Python file to PTX, in the sandbox of all compilers.

    python3 warpbook_compile.py LABEL KERNEL PARAMETERS [KIND]
    python3 warpbook_compile.py -

It runs in a private folder: kernel.py is the file, known to the learner as LABEL, and `inc` a link to their folder. PARAMETERS are
those that the exercise requires, as `out:float32:1:w,x:float32:2:r,n:int32:0:r`: name, type, dimensions (0: a number), w if the
kernel may write it, = for the result of a host function. KIND "vectorize x a b out" or "guvectorize (n)->() x rows" means that the
file has no kernel but a ufunc for the device, and lists the parameters of its function (the last of vectorize is its result). Then
this program generates the kernel around the function like Numba: thread i computes element i, or row i. KIND "host": KERNEL is a
host function, which runs elsewhere (warpbook_host.py); this program only imports the file, and kernel.ptx has no code. It writes
kernel.ptx, whose first line names the kernel's own parameters, kernel.files (other files that were read in the learner's folder,
one path per line), kernel.looked (if the file looked at anything else that may change, as with os.path.exists or os.listdir), and
kernel.said: messages in the form of other compilers, `LABEL:LINE:COLUMN: error: TEXT`.

The file is code for the host, and may do anything when it is imported: its output is ignored, and a launch or a use of
the device during the import is an error that says where such code belongs. Exit status: 0; 1 for an error in the file; 3 if it
lacks the kernel, or the kernel has other parameters; 4 if Numba or NVIDIA's library does not work on this machine.

With `-` it imports Numba first, and then asks on descriptor 4 for the file (proc.h): the answer has the arguments, one per line, and
by then kernel.py exists. It compiles that one file, like any other, and ends.
"""
import ast
import collections
import errno
import gc
import importlib
import keyword
import linecache
import os
import re
import sys
import tempfile
import traceback
import types as python_types
import warnings

SOURCE, PTX, FILES, LOOKED, SAID = 'kernel.py', 'kernel.ptx', 'kernel.files', 'kernel.looked', 'kernel.said'
ERROR, NO_KERNEL, MACHINE = 1, 3, 4
CAPABILITY = (8, 0)  # any newer GPU runs it, and so does the virtual machine
HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.getcwd()
TEXT_MOST = 400
FOR_STEPPING = os.environ.get('WARPBOOK_STEPPING') == '1'  # for a debugger: not optimised, with the names of variables


class Said(Exception):
    """The end of the compilation: a message about the file."""

    def __init__(self, text, line=0, column=0, status=ERROR):
        super().__init__(text)
        self.text, self.line, self.column, self.status = text, line, column, status


def one_line(text):
    text = ' '.join(str(text).split())
    return text if len(text) <= TEXT_MOST else text[:TEXT_MOST] + '...'


def say(label, said):
    if said.line:
        place = '%s:%d:%d: ' % (label, said.line, max(said.column, 1)) if said.column else '%s:%d: ' % (label, said.line)
    else:
        place = ''
    with open(os.path.join(FOLDER, SAID), 'w', encoding='utf-8', errors='replace') as out:
        out.write(place + 'error: ' + one_line(said.text) + '\n')


# ---- files that stay --------------------------------------------------------------------------------------

def keep_files():
    """The sandbox lets no process remove a file. Failures to remove one in the temporary folder, which warpbook removes after the
    process, are ignored: Python's tempfile, which Numba uses, takes a folder only if a file can be made and removed in it."""
    remove = os.unlink

    def kept(path, *args, **kwargs):
        try:
            remove(path, *args, **kwargs)
        except PermissionError:
            if not os.fspath(path).startswith(os.environ.get('TMPDIR', '\0')):
                raise

    os.unlink = os.remove = kept
    importlib.reload(tempfile)  # it keeps the os.unlink of the time when it was loaded


# ---- what the file reads and looks at ---------------------------------------------------------------------

read_files = set()


class Watch:
    """Records reads in the learner's folder, except of the file itself, which Numba may read again; and whether the file looks at
    something else that may change: then the result is not cached, as it depends on more than the source. Python's own files, its
    packages and this folder do not change. After the import only the learner's folder counts: Numba looks at the machine, too."""

    def __init__(self, label):
        import site
        self.looked = self.importing = self.busy = False
        self.theirs = os.path.realpath('inc') if os.path.islink('inc') else None
        self.itself = os.path.join(os.path.realpath('inc'), os.path.basename(label))
        folders = {sys.prefix, sys.base_prefix, '/usr', '/lib', '/lib64', HERE, FOLDER, os.environ.get('CUDA_HOME') or HERE,
                   os.path.dirname(sys.modules['numba'].__path__[0]), site.getusersitepackages()} - {os.sep}
        self.constant = tuple(folder + os.sep for f in folders for folder in (f, os.path.realpath(f)))
        sys.addaudithook(self.hear)
        for name in ('stat', 'lstat', 'access', 'readlink', 'statvfs', 'pathconf'):  # no event tells of these
            self.wrap(name)

    def wrap(self, name):
        import pathlib
        import posix
        original = getattr(os, name)

        def seen(*args, **kwargs):
            self.look(args[0] if args else kwargs.get('path'), name in ('lstat', 'readlink'))
            return original(*args, **kwargs)

        for group in (os.supports_fd, os.supports_dir_fd, os.supports_follow_symlinks, os.supports_effective_ids):
            if original in group:
                group.add(seen)
        for place in (os, posix):
            setattr(place, name, seen)
        accessor = getattr(pathlib, '_NormalAccessor', None)  # Python 3.9 keeps the functions here, too
        if getattr(accessor, name, None) is original:
            setattr(accessor, name, staticmethod(seen))

    def is_theirs(self, path):
        return self.theirs and (path + os.sep).startswith(self.theirs.rstrip(os.sep) + os.sep)

    def is_search(self):
        """Does Numba look for a module that it can do without?"""
        frame = sys._getframe(1)
        while frame is not None and not frame.f_code.co_filename.startswith('<frozen importlib'):
            frame = frame.f_back if frame.f_code.co_filename in (__file__, '<frozen zipimport>') else None
        return frame is not None

    def look(self, path, step=False):
        """step: perhaps a step of realpath(), from the root to the file itself."""
        if self.looked or self.busy or isinstance(path, int):
            return
        try:
            path = os.path.abspath(os.fsdecode(path))
        except Exception:
            return
        if path == self.itself or (step and self.itself.startswith(path.rstrip(os.sep) + os.sep)):
            return
        if path == self.theirs and not self.importing and self.is_search():
            return
        link = os.path.join(FOLDER, 'inc')
        if self.theirs and (path + os.sep).startswith(link + os.sep):
            path = self.theirs + path[len(link):]
        self.looked = self.is_theirs(path) or (self.importing and not (path + os.sep).startswith(self.constant))

    def hear(self, event, args):
        if event in ('os.listdir', 'os.scandir', 'os.getxattr', 'os.listxattr'):
            self.look('.' if args[0] is None else args[0])
        if event != 'open' or not isinstance(args[0], str) or self.busy:
            return
        self.busy = True
        try:
            path = os.path.realpath(args[0])
            read = self.is_theirs(path) and path != self.itself and os.path.isfile(path)
        except Exception:
            return
        finally:
            self.busy = False
        if read:
            read_files.add(path)
        else:
            self.look(path)


# ---- the import ------------------------------------------------------------------------------------------------

def line_of(error, label):
    """The innermost line of the learner's file that led to the error."""
    line = 0
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == label:
            line = number
    return line


def import_error(error, label):
    name = type(error).__name__
    text = '%s: %s' % (name, error) if str(error) else name
    if isinstance(error, MemoryError):
        text = 'out of memory while the file is imported'
    elif isinstance(error, SystemExit):
        text = 'the file ends Python while it is imported (%s)' % text
    elif name in ('CudaSupportError', 'CudaAPIError', 'CudaDriverError'):
        text = 'the file uses the device while it is imported'
    elif isinstance(error, ImportError):
        text = str(error)
    elif isinstance(error, OSError) and error.errno == errno.ENOSYS:
        text = 'the file starts another process while it is imported'
    return Said(text, line_of(error, label))


def load(label, source):
    """The learner's module."""
    try:
        tree = ast.parse(source, label)
        code = compile(tree, label, 'exec')
    except SyntaxError as e:
        raise Said(e.msg or 'invalid syntax', e.lineno or 0, e.offset or 0)
    except (ValueError, RecursionError, MemoryError) as e:
        raise Said('Python cannot read the file: %s' % (e or type(e).__name__))
    linecache.cache[label] = (len(source), None, source.splitlines(True), label)
    name = os.path.splitext(os.path.basename(label))[0]
    name = name if name.isidentifier() and name not in sys.modules else 'kernel_of_the_exercise'
    module = python_types.ModuleType(name)
    module.__file__ = label
    sys.modules[name] = module
    try:
        exec(code, module.__dict__)
    except Said:
        raise
    except BaseException as e:
        raise import_error(e, label)
    return module


# ---- Numba -------------------------------------------------------------------------------------------------------

def launched(self, *args, **kwargs):
    frame, line = sys._getframe(1), 0
    while frame is not None:
        if frame.f_code.co_filename == LABEL:
            line = frame.f_lineno
            break
        frame = frame.f_back
    raise Said('the file launches a kernel while it is imported', line)


prepared = []


def prepare_numba():
    """Adapts Numba to this library (warpbook_numba.py), without a device: a launch is an error."""
    if prepared:
        return prepared[0]
    gc.disable()  # an import creates many objects that stay
    from numba import cuda
    from numba.cuda import compiler, cudaimpl, dispatcher, target
    from numba.cuda.cudadrv import nvvm
    import warpbook_numba
    for module in (nvvm, compiler, cudaimpl, target):
        warpbook_numba.adapt(module)
    for name in ('numba.cuda.misc.firstlinefinder', 'numba.misc.firstlinefinder'):
        if name in sys.modules:
            warpbook_numba.adapt(sys.modules[name])
    if hasattr(dispatcher, 'compile_cuda'):
        dispatcher.compile_cuda = compiler.compile_cuda  # functions that a kernel calls have lines, too
    if hasattr(dispatcher, 'get_current_device'):  # newer versions ask it for the capability of a kernel's functions
        dispatcher.get_current_device = lambda: python_types.SimpleNamespace(compute_capability=CAPABILITY)
    warpbook_numba.without_runtime(nvvm)
    kernels = dispatcher.CUDADispatcher
    for name in ('configure', '__getitem__', 'forall', '__call__', 'call'):
        if hasattr(kernels, name):
            setattr(kernels, name, launched)
    # A signature in the decorator would compile at once, on a device: this records it, to compare it with the exercise's arguments.
    def noted(self, signature):
        from numba.core import sigutils
        self.warpbook_types = sigutils.normalize_signature(signature)[0]

    kernels.compile = noted
    kernels.enable_caching = kernels.disable_compile = lambda self, *args, **kwargs: None
    prepared.append((cuda, kernels, compiler, warpbook_numba))
    gc.freeze()
    gc.enable()
    return prepared[0]


def parameters_of(text):
    """[(name, type, dimensions, writable)]"""
    rows = [row.split(':') for row in text.split(',')]
    return [(name, kind, int(dimensions), may == 'w') for name, kind, dimensions, may in rows if may != '=']


def declaration(kernel, parameters):
    return 'def %s(%s)' % (kernel, ', '.join(p[0] + '_' if keyword.iskeyword(p[0]) else p[0] for p in parameters))


def find_kernel(module, name, kernels, wanted):
    own = [k for k, v in vars(module).items() if isinstance(v, kernels) and not v.targetoptions.get('device')]
    found = vars(module).get(name)
    remedy = '`@cuda.jit` and `%s:`' % declaration(name, wanted)
    if found is None:
        if not own:
            raise Said('the file has no kernel `%s`: write %s' % (name, remedy), status=NO_KERNEL)
        raise Said('the file has no kernel `%s`; it has %s' % (name, ', '.join('`%s`' % k for k in own[:6])), status=NO_KERNEL)
    if not isinstance(found, kernels):
        line = getattr(getattr(found, '__code__', None), 'co_firstlineno', 0)
        if isinstance(found, python_types.FunctionType):
            raise Said('`%s` is a plain function: write `@cuda.jit` above it' % name, line, status=NO_KERNEL)
        raise Said('`%s` is no kernel, but a value of type %s: write %s' % (name, type(found).__name__, remedy), line, status=NO_KERNEL)
    code = found.py_func.__code__
    if found.targetoptions.get('device'):
        raise Said('`%s` is a device function, not a kernel: leave device=True out' % name, code.co_firstlineno, status=NO_KERNEL)
    if found.targetoptions.get('link'):
        raise Said('`%s` is linked with another file (link=...): an exercise is one file' % name, code.co_firstlineno)
    return found


# ---- ufuncs -------------------------------------------------------------------------------------------------------

class Ufunc:
    """Replaces the results of `@vectorize(..., target='cuda')` and `@guvectorize`: compiles nothing yet."""
    kind, layout = 'vectorize', None

    def __init__(self, function, *args, identity=None, cache=False, targetoptions=None, **kwargs):
        self.py_func, self.signatures = function, []
        if args:
            self.kind, self.layout = 'guvectorize', args[0]

    def add(self, signature):
        from numba.core import sigutils
        self.signatures.append(sigutils.normalize_signature(signature)[0])

    def disable_compile(self):
        pass

    def build_ufunc(self):
        return self

    def __call__(self, *args, **kwargs):
        launched(self)


def prepare_ufuncs():
    from numba.np.ufunc import decorators
    for kind in (decorators.Vectorize, decorators.GUVectorize):
        dict.__setitem__(kind.target_registry.ondemand, 'cuda', lambda: Ufunc)  # a second setting by [] is an error


class Wanted:
    """The ufunc that the exercise requires: its decorator, and its function's parameters."""

    def __init__(self, words, name, parameters):
        self.kind, *rest = words.split()
        self.layout = rest.pop(0) if self.kind == 'guvectorize' else None
        by_name = {p[0]: p for p in parameters}
        self.name, self.names = name, [p[0] for p in parameters]
        self.passed = [by_name[word] for word in rest]
        self.out = self.passed[-1]
        # (n)->(): the number of dimensions of each in the function
        self.ranks = [len([d for d in part.split(',') if d.strip()]) for part in re.findall(r'\(([^)]*)\)', self.layout or '')] or \
            [0] * len(self.passed)

    def types(self):
        """(type, dimensions) of each parameter that a signature names."""
        if self.kind == 'vectorize':
            return [(p[1], 0) for p in self.passed[:-1]]
        return [(p[1], max(rank, 1)) for p, rank in zip(self.passed, self.ranks)]

    def written(self):
        """The decorator and the function's first line."""
        names = [p[0] for p in (self.passed[:-1] if self.kind == 'vectorize' else self.passed)]
        types = ', '.join(kind + ('[%s]' % ', '.join(':' * n) if n else '') for kind, n in self.types())
        layout = ", '%s'" % self.layout if self.layout else ''
        result = self.out[1] if self.kind == 'vectorize' else 'void'
        return "`@%s(['%s(%s)']%s, target='cuda')` above `def %s(%s):`" % (self.kind, result, types, layout, self.name, ', '.join(names))

    def kernel(self, core):
        """The kernel around the function, like Numba's own."""
        if self.kind == 'vectorize':
            call = ', '.join(p[0] + '[__i__]' if p[2] else p[0] for p in self.passed[:-1])
            over, line = self.out[0], '%s[__i__] = __core__(%s)' % (self.out[0], call)
        else:
            call = ', '.join(p[0] + ('[__i__]' if rank else '[__i__:__i__ + 1]') for p, rank in zip(self.passed, self.ranks))
            over, line = self.passed[0][0], '__core__(%s)' % call
        from numba import cuda
        space = {'__core__': cuda.jit(device=True)(core), '__cuda__': cuda}
        source = 'def __ufunc__(%s):\n    __i__ = __cuda__.grid(1)\n    if __i__ < %s.shape[0]:\n        %s\n' % (
            ', '.join(self.names), over, line)
        exec(compile(source, '<ufunc>', 'exec'), space)
        return space['__ufunc__']


def find_function(module, name, wanted, kernels):
    """The parameters of a host function."""
    import inspect
    found, line = vars(module).get(name), line_of_definition(name)
    if found is None:
        raise Said('the file has no function `%s`: write `%s:`' % (name, declaration(name, wanted)), status=NO_KERNEL)
    if isinstance(found, kernels):
        raise Said('`%s` is a kernel: here it is a plain function, which launches kernels' % name, line, status=NO_KERNEL)
    if not isinstance(found, python_types.FunctionType):
        raise Said('`%s` is no function, but a value of type %s: write `%s:`' % (name, type(found).__name__, declaration(name, wanted)),
                   line, status=NO_KERNEL)
    own = list(inspect.signature(found).parameters.values())
    if len(own) != len(wanted) or any(p.kind != p.POSITIONAL_OR_KEYWORD for p in own):
        raise Said('the function has other parameters than the exercise asks for: it is `%s(%s)`; write `%s:`'
                   % (name, ', '.join(str(p) for p in own), declaration(name, wanted)), line, status=NO_KERNEL)
    return [p.name for p in own]


def line_of_definition(name):
    """The line of a function in the learner's file; 0: none has that name."""
    tree = ast.parse(''.join(linecache.getlines(LABEL)))
    return max([node.lineno for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name], default=0)


def find_ufunc(module, wanted, kernels):
    import numpy
    from numba.np.ufunc import dufunc
    name, found = wanted.name, vars(module).get(wanted.name)
    others = [k for k, v in vars(module).items() if isinstance(v, Ufunc)]
    line = getattr(getattr(getattr(found, 'py_func', found), '__code__', None), 'co_firstlineno', 0) or line_of_definition(name)
    if found is None:
        raise Said('the file has no ufunc `%s`%s: write %s' % (name, '; it has ' + ', '.join('`%s`' % k for k in others[:6]) if others else
                                                               '', wanted.written()), status=NO_KERNEL)
    if isinstance(found, python_types.FunctionType):
        raise Said('`%s` is a plain function: write %s' % (name, wanted.written()), line, status=NO_KERNEL)
    if isinstance(found, kernels):
        raise Said('`%s` is a kernel, and the exercise asks for a ufunc: write %s' % (name, wanted.written()), line, status=NO_KERNEL)
    if isinstance(found, (numpy.ufunc, dufunc.DUFunc)) or type(found).__name__ == 'GUFunc':
        raise Said("the ufunc `%s` is for the processor: write target='cuda' into its decorator" % name, line, status=NO_KERNEL)
    if not isinstance(found, Ufunc):
        raise Said('`%s` is no ufunc, but a value of type %s: write %s' % (name, type(found).__name__, wanted.written()), line,
                   status=NO_KERNEL)
    return found


def check_ufunc(ufunc, wanted):
    import inspect
    line = ufunc.py_func.__code__.co_firstlineno
    own = list(inspect.signature(ufunc.py_func).parameters.values())
    passed = wanted.types()
    if ufunc.kind != wanted.kind:
        raise Said('`%s` is made by `@%s`: write %s' % (wanted.name, ufunc.kind, wanted.written()), line, status=NO_KERNEL)
    if re.sub(r'\s', '', ufunc.layout or '') != (wanted.layout or '') and \
            re.sub(r'\w+', 'n', re.sub(r'\s', '', ufunc.layout or '')) != re.sub(r'\w+', 'n', wanted.layout or ''):
        raise Said("the layout of `@guvectorize` is '%s'; here it is '%s'" % (ufunc.layout, wanted.layout), line, status=NO_KERNEL)
    if len(own) != len(passed) or any(p.kind != p.POSITIONAL_OR_KEYWORD for p in own):
        raise Said('the function of the ufunc has other parameters than the exercise asks for: it is `%s(%s)`; write %s'
                   % (wanted.name, ', '.join(str(p) for p in own), wanted.written()), line, status=NO_KERNEL)
    if passed not in [[kind_of(t) for t in s] for s in ufunc.signatures]:
        raise Said('the ufunc has no signature for what the exercise passes: write %s' % wanted.written(), line, status=NO_KERNEL)
    by_name = {p[0]: own[i].name for i, p in enumerate(wanted.passed) if i < len(own)}
    return [by_name.get(name, name) for name in wanted.names]


def check_parameters(name, kernel, wanted):
    import inspect
    line = kernel.py_func.__code__.co_firstlineno
    own = list(inspect.signature(kernel.py_func).parameters.values())
    plain = all(p.kind == p.POSITIONAL_OR_KEYWORD and p.default is p.empty for p in own)
    if len(own) != len(wanted) or not plain:
        raise Said('the kernel has other parameters than the exercise asks for: it is `%s(%s)`; write `%s:`'
                   % (name, ', '.join(str(p) for p in own), declaration(name, wanted)), line, status=NO_KERNEL)
    given = getattr(kernel, 'warpbook_types', None)
    if given is not None and [kind_of(t) for t in given] != [kind_of(t) for t in numba_types(wanted)]:
        raise Said('the signature of `@cuda.jit` has other types than the exercise passes: it passes (%s)'
                   % ', '.join(kind + ('[%s]' % ', '.join(':' * dimensions) if dimensions else '')
                               for _, kind, dimensions, _ in wanted), line, status=NO_KERNEL)
    return [p.name for p in own]


def kind_of(numba_type):
    """The part of an array's type that a kernel depends on, without its layout."""
    return str(getattr(numba_type, 'dtype', numba_type)), getattr(numba_type, 'ndim', 0)


def numba_types(wanted):
    from numba.core import types
    return tuple(types.Array(getattr(types, kind), dimensions, 'C', readonly=not writable) if dimensions else getattr(types, kind)
                 for _, kind, dimensions, writable in wanted)


# ---- Numba's errors, worded for learners ------------------------------------------------------------------------

OPERATORS = {
    'add': '+', 'iadd': '+=', 'sub': '-', 'isub': '-=', 'mul': '*', 'imul': '*=', 'truediv': '/', 'itruediv': '/=', 'floordiv': '//',
    'ifloordiv': '//=', 'mod': '%', 'imod': '%=', 'pow': '**', 'ipow': '**=', 'lt': '<', 'le': '<=', 'gt': '>', 'ge': '>=', 'eq': '==',
    'ne': '!=', 'and_': '&', 'or_': '|', 'xor': '^', 'lshift': '<<', 'rshift': '>>', 'matmul': '@', 'neg': '-', 'invert': '~',
}


def split_types(text):
    """The types in "array(float32, 1d, C), int32"."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in '([{<') - (c in ')]}>')
        if c == ',' and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [p for p in parts + [text[start:].strip()] if p]


def plain_type(text):
    text = re.sub(r'Literal\[str\]\(.*?\)|unicode_type', 'a string', text)
    text = re.sub(r'Literal\[\w+\]\((.*?)\)', r'\1', text)
    text = re.sub(r'(reflected )?list\(.*\)(<iv=.*>)?', 'a list', text)
    text = re.sub(r'Module\(<module \'([\w.]+)\'.*>\)', r'\1', text)
    text = re.sub(r'readonly array\(', 'array(', text)
    text = re.sub(r'array\((\w+), (\d)d, \w+\)', lambda m: 'an array of %s%s' % (m.group(1), '' if m.group(2) == '1' else
                                                                                 ' in %s dimensions' % m.group(2)), text)
    text = re.sub(r'UniTuple\((\w+) x (\d)\)', lambda m: '(' + ', '.join([m.group(1)] * int(m.group(2))) + ')', text)
    return re.sub(r'Tuple\((.*)\)$', r'(\1)', text)


def no_implementation(message):
    m = re.search(r'>>> *([\w.]+)\((.*)\)', message)
    if not m:
        return None
    name, own = m.group(1), [plain_type(t) for t in split_types(m.group(2))]
    if name in ('getitem', 'setitem', 'static_getitem', 'static_setitem') and len(own) >= 2:
        return wrong_index(split_types(m.group(2)), own)
    if name in ('intrinsic', 'exception_match') or 'function intrinsic' in message or 'exception_match' in message:
        return 'a kernel cannot catch exceptions: there is no `try` in a kernel'
    if name == 'str' or 'a string' in own:
        return 'a kernel cannot work with strings'
    if name in OPERATORS and len(own) == 2:
        return '`%s` does not work between %s and %s' % (OPERATORS[name], own[0], own[1])
    if name in OPERATORS and len(own) == 1:
        return '`%s` does not work on %s' % (OPERATORS[name], own[0])
    named = re.search(r'Function\(<(?:built-in |class )?(?:function |method )?\'?([\w.]+)', message)
    array = re.search(r'(shared|local)\.array', named.group(1) if named else '')
    if array and not re.match(r'(Literal\[int\]|(Uni)?Tuple\((Literal\[int\][^,]*(, |\)|$))+)', m.group(2)):
        return 'the shape of cuda.%s.array must be constant: numbers, or global variables, and nothing that a launch decides' \
            % array.group(1)
    return '%s() does not take %s' % (named.group(1) if named else name, ', '.join(own) or 'no arguments')


def wrong_index(raw, own):
    """What is wrong with x[i], or x[i] = y."""
    array = re.match(r'(?:readonly )?array\(\w+, (\d)d', raw[0])
    if not array:
        return '%s has no elements to index' % own[0]
    if len(own) > 2 and raw[0].startswith('readonly'):
        return 'the kernel writes to an input, which is read only'
    indices = re.match(r'(Uni)?Tuple\((.*)\)$', raw[1])
    if indices and indices.group(1):
        kind, count = indices.group(2).split(' x ')
        kinds = [kind] * int(count)
    else:
        kinds = split_types(indices.group(2)) if indices else [raw[1]]
    for kind in kinds:
        if not re.match(r'u?int|Literal\[int\]|slice|bool', kind):
            return 'an index is a whole number, not %s' % plain_type(kind)
    if len(kinds) > int(array.group(1)):
        return '%s takes %s, not %d indices' % (own[0], 'one index' if array.group(1) == '1' else array.group(1) + ' indices', len(kinds))
    if len(own) == 2:
        return '%s cannot be indexed with %s' % (own[0], own[1])
    return 'an element of %s cannot take %s' % (own[0], own[2])


def short_message(message):
    """The part of Numba's message that describes the error."""
    text = message
    for mark in ('\nFile "', '\nDuring: ', '\n[1] During', '\nThere are ', '\nThis is not usually a problem'):
        text = text.split(mark)[0]
    if 'No implementation of function' in message:
        said = no_implementation(message)
        if said:
            return said
    lines = [line.strip() for line in text.split('\n')]
    lines = [line for line in lines if line and not line.startswith(('Failed in ', 'Internal error at', '- Resolution failure',
                                                                     'Invalid use of'))]
    said = ' '.join(lines) if lines else text
    said = re.sub(r'\x1b\[[0-9;]*m', '', said)
    m = re.search(r"Untyped global name '([^']+)':", said)
    if m:
        what = re.search(r'Cannot determine Numba type of (.*)', said)
        value = one_line(what.group(1)) if what else ''
        if 'function' in value:
            return '`%s` is a plain Python function: a kernel can only call functions under `@cuda.jit(device=True)`' % m.group(1)
        if value:
            return '`%s` is a value that a kernel cannot use: %s' % (m.group(1), value)
        return '`%s` is not defined' % m.group(1)
    m = re.search(r"NameError: name '([^']+)' is not defined|[Gg]lobal name '([^']+)' is not defined", said)
    if m:
        return '`%s` is not defined' % (m.group(1) or m.group(2))
    m = re.search(r"[Uu]nknown attribute '([^']+)' (?:for|of) type ([^\n]*)", said)
    if m:
        return '%s has no `.%s` in a kernel' % (plain_type(m.group(2)), m.group(1))
    m = re.search(r"[Cc]annot unify (.*) and (.*) for '([^']+)'", said)
    if m:
        return '`%s` is now %s, now %s: a variable has one type in a kernel' % (m.group(3).split('.')[0], plain_type(m.group(1)),
                                                                             plain_type(m.group(2)))
    m = re.search(r"[Vv]ariable '([^']+)' referenced before assignment|local variable '([^']+)' referenced before", said)
    if m:
        return '`%s` may be read before it has a value' % (m.group(1) or m.group(2)).split('.')[0]
    if re.search(r'[Cc]annot modify readonly array', said):
        return 'the kernel writes to an input, which is read only'
    if re.search(r'kernel must have (a )?void return type|must return void', said, re.I):
        return 'the kernel returns a value: a kernel returns nothing, and writes its results to an array'
    return plain_type(said)


def numba_error(error, label, first):
    """The message, at the learner's line, for an error that Numba raised."""
    text = re.sub(r'\x1b\[[0-9;]*m', '', str(error))
    line = 0
    for m in re.finditer(r'File "([^"]*)", line (\d+)|at ([^\s(]+) \((\d+)\)', text):
        if label in (m.group(1), m.group(3)) or os.path.basename(label) in (os.path.basename(m.group(1) or ''),
                                                                              os.path.basename(m.group(3) or '')):
            line = int(m.group(2) or m.group(4))
    loc = getattr(error, 'loc', None)
    if not line and loc is not None and getattr(loc, 'filename', None) == label:
        line = loc.line or 0
    return Said(short_message(text), line or first)


def is_of_numba(error):
    return any(c.__module__.startswith('numba.core.errors') for c in type(error).__mro__)


def is_of_library(error):
    return type(error).__name__.startswith('Nvvm') or type(error).__name__ in ('CudaSupportError',)


# ---- the PTX ----------------------------------------------------------------------------------------------------

def variables_of(label):
    """The names of variables and parameters of functions in the learner's file."""
    nodes = list(ast.walk(ast.parse(''.join(linecache.getlines(label)))))
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)} | {n.arg for n in nodes if isinstance(n, ast.arg)}


def to_ptx(function, options, core, name, wanted, compiler, shim, label):
    """core: the code of the learner's function, if `function` is our kernel around it."""
    first = (core or function.__code__).co_firstlineno
    fast = bool(options.get('fastmath'))
    compile_cuda = compiler.compile_cuda
    if fast:  # compile_ptx of Numba 0.56 passes it only to the library; a launch also marks each operation
        compiler.compile_cuda = lambda *args, **kwargs: compile_cuda(*args, **dict(kwargs, fastmath=True))
    shim._own.lines, shim._own.core = True, core
    shim._own.variables = variables_of(label) if FOR_STEPPING else None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            text, returned = compiler.compile_ptx(function, numba_types(wanted), lineinfo=True, cc=CAPABILITY,
                                                  fastmath=fast)
    except BaseException as e:
        if is_of_library(e):
            raise Said('%s: %s' % (type(e).__name__, e), status=MACHINE)
        if is_of_numba(e):
            raise numba_error(e, label, first)
        if isinstance(e, MemoryError):
            raise Said('out of memory: Numba needs more than it may have', first)
        if 'must have void return type' in str(e):
            raise Said(short_message(str(e)), first)
        raise Said('Numba itself fails on this kernel: %s: %s' % (type(e).__name__, e), first)
    finally:
        shim._own.lines, shim._own.variables = False, None
        compiler.compile_cuda = compile_cuda
    if str(returned) != 'none':
        raise Said('the kernel returns a value: a kernel returns nothing, and writes its results to an array', first)
    entries = re.findall(r'\.entry\s+([\w$]+)', text)
    if len(entries) != 1:
        raise Said('Numba made %d kernels of `%s`' % (len(entries), name), status=MACHINE)
    text = re.sub(r'(?<![\w$])%s(?![\w$])' % re.escape(entries[0]), name, without_idle_variables(text))
    text = with_plain_names(text, entries[0], name) if FOR_STEPPING else text
    # Names the file as the learner knows it, not as a file of this folder.
    text = re.sub(r'(?m)^(\s*\.file\s+\d+\s+")%s/' % re.escape(FOLDER), r'\1', text)
    return re.sub(r'(?m)^(\.target\s+\w+),\s*debug', r'\1', text)


def without_idle_variables(text):
    """Drops the variables in global memory that nothing names. Numba declares eight of them for every kernel, for its exceptions; and
    a kernel with variables may remember earlier launches, so that the judge launches it many times."""
    uses = collections.Counter(re.findall(r'[\w$]+', text))
    return re.sub(r'(?m)^(?:\.visible |\.common |\.weak )?\.global [^=;{}]*?([\w$]+)(?:\[\d*\])?;\n',
                  lambda m: '' if uses[m.group(1)] == 1 else m.group(), text)


def with_plain_names(text, entry, kernel):
    """For a debugger: functions by the names of a C++ compiler, without Numba's additions, and their parameters.

    The kernel calls the learner's function, whose parameters follow a place for the result: they get the kernel's numbers.
    """
    plain = {}
    for symbol in re.findall(r'(?m)^[^/\n]*\.func[^\n]*?\b(_ZN[\w$]+)', text):
        at, name = 3, ''
        while (m := re.match(r'\d+', symbol[at:])):
            at += len(m.group())
            name, at = symbol[at:at + int(m.group())], at + int(m.group())
        if name and symbol not in plain:
            plain[symbol] = name
    own = len(set(re.findall(r'\b%s_param_\d+\b' % re.escape(entry), text)))

    def parameter(m):
        symbol, number = m.group(1), int(m.group(2))
        if plain[symbol] not in (kernel, '__ufunc__') or '%s_param_%d' % (symbol, own) not in text:
            return '%s_argument_%d' % (plain[symbol], number)
        return '%s_param_%d' % (kernel, number - 1) if number else kernel + '_result'

    for i, symbol in enumerate(plain):
        text = re.sub(r'\b(%s)_param_(\d+)\b' % re.escape(symbol), parameter, text)
        text = re.sub(r'\b%s(?![\w$])' % re.escape(symbol), '_Z%d%s%s' % (len(plain[symbol]), plain[symbol], 'i' * i or 'v'), text)
    return text


def run(label, name, wanted, kind):
    with open(SOURCE, encoding='utf-8-sig') as file:
        try:
            source = file.read()
        except UnicodeDecodeError as e:
            line = e.object.count(b'\n', 0, e.start) + 1
            raise Said('the file is not UTF-8: this line has a byte 0x%02x; save the file as UTF-8' % e.object[e.start], line)
    try:
        ast.parse(source, label)
    except SyntaxError as e:
        raise Said(e.msg or 'invalid syntax', e.lineno or 0, e.offset or 0)
    except Exception:
        pass  # load() reports it
    try:
        cuda, kernels, compiler, shim = prepare_numba()
    except ImportError as e:
        raise Said('Numba does not work here: %s' % e, status=MACHINE)
    if kind:
        prepare_ufuncs()
    watch = Watch(label)
    if watch.theirs:
        sys.path.append(watch.theirs)  # last, so that a file called random.py hides no module
    watch.importing = True
    module = load(label, source)
    watch.importing = False
    if kind == 'host':
        own, text = find_function(module, name, wanted, kernels), ''
    elif kind:
        asked = Wanted(kind, name, wanted)
        found = find_ufunc(module, asked, kernels)
        own = check_ufunc(found, asked)
        text = to_ptx(asked.kernel(found.py_func), {}, found.py_func.__code__, name, wanted, compiler, shim, label)
    else:
        kernel = find_kernel(module, name, kernels, wanted)
        own = check_parameters(name, kernel, wanted)
        text = to_ptx(kernel.py_func, kernel.targetoptions, None, name, wanted, compiler, shim, label)
    with open(os.path.join(FOLDER, FILES), 'w') as out:
        out.write(''.join(path + '\n' for path in sorted(read_files) if '\n' not in path))
    if watch.looked:
        open(os.path.join(FOLDER, LOOKED), 'w').close()
    with open(os.path.join(FOLDER, PTX), 'w') as out:
        out.write('// parameters: %s\n%s' % (' '.join(own), text))


# ---- ready before the file exists ---------------------------------------------------------------------------------

WARM = """
from numba import cuda, float32

@cuda.jit
def warm(x, n):
    tile = cuda.shared.array(32, float32)
    i = cuda.grid(1)
    for k in range(n):
        tile[cuda.threadIdx.x] = x[i] * k
        cuda.syncthreads()
    if i < n:
        x[i] = min(tile[0], x[i])
"""


def warm():
    """Loads what the first kernel of a process would wait for: Numba's tables of functions, and the library."""
    _, _, compiler, shim = prepare_numba()
    module = load('warm.py', WARM)
    try:
        to_ptx(module.warm.py_func, {}, None, 'warm', parameters_of('x:float32:1:w,n:int32:0:r'), compiler, shim, 'warm.py')
    except Said:
        pass  # the file's own compilation reports it
    del sys.modules[module.__name__], linecache.cache['warm.py']


def asked():
    """Waits for the file, and returns its arguments; None: no file will come."""
    os.write(QUESTIONS, b'ready\n\n')
    text = b''
    while b'\n' not in text or len(text) < text.index(b'\n') + 1 + int(text.split(b'\n')[0]):
        piece = os.read(QUESTIONS, 65536)
        if not piece:
            return None
        text += piece
    os.close(QUESTIONS)
    return text.decode('utf-8', 'surrogateescape').split('\n')[1:]


LABEL = sys.argv[1] if len(sys.argv) > 1 else ''  # others import the words for Numba's errors
QUESTIONS = 4


def main():
    global LABEL
    os.dup2(1, 2)  # the file's words: the parent counts and drops what comes on standard output
    keep_files()
    arguments = sys.argv[1:]
    try:
        if arguments == ['-']:
            warm()
            arguments = asked()
            if arguments is None:
                return ERROR
            LABEL, sys.argv[1:] = arguments[0], arguments
        run(LABEL, arguments[1], parameters_of(arguments[2]), arguments[3] if len(arguments) > 3 else '')
    except Said as said:
        say(LABEL, said)
        return said.status
    except Exception as e:  # an error of ours, or of an unknown version of Numba
        say(LABEL, Said('%s: %s' % (type(e).__name__, e)))
        return MACHINE
    return 0


if __name__ == '__main__':
    status = main()
    # Does not wait for the file's threads and exit handlers.
    os._exit(status)
