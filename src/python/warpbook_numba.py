"""warpbook_numba.py - adapts numba.cuda to the virtual machine, without changes to the program.

* Kernels have the line numbers of their Python file, so that findings can name them; their results stay the same.
* The virtual machine gets a kernel's name and its arguments' names (warpbook_kernel in the stand-in library), and shared
  arrays get the name of their variable.
* For a debugger, kernels are compiled without optimisation, and have the names of the file's own variables, each in one place.
* Numba 0.56 writes NVVM IR of version 1.6, which the libnvvm of CUDA 13 rejects: it now writes the version that the library
  requires, and no architecture that the library no longer supports.

Each part looks for the code that it changes; in a version of Numba that lacks it, the part changes nothing.
"""
import ctypes
import functools
import inspect
import os
import sys
import threading
import warnings

_own = threading.local()  # lines: the next compilation has them only for us; variables: it is for a debugger, and these are its names
_library = None


def _driver():
    global _library
    if _library is None:
        _library = ctypes.CDLL(os.environ['WARPBOOK_DRIVER'])
        _library.warpbook_kernel.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p]
        _library.warpbook_kernel.restype = None
        _library.warpbook_wrong_type.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
        _library.warpbook_wrong_type.restype = None
        _library.warpbook_global_changed.argtypes = [ctypes.c_char_p]
        _library.warpbook_global_changed.restype = None
    return _library


# ---- numba.cuda.cudadrv.nvvm ------------------------------------------------------------------

def _adapt_nvvm(nvvm):
    if not hasattr(nvvm, 'add_ir_version'):
        return
    original = nvvm.add_ir_version

    def add_ir_version(module):
        version = nvvm.NVVM().get_ir_version()
        if version[0] < 2:
            return original(module)
        i32 = nvvm.ir.IntType(32)
        module.add_named_metadata('nvvmir.version', module.add_metadata([i32(v) for v in version]))

    nvvm.add_ir_version = add_ir_version

    # The libnvvm of CUDA 13 compiles for 7.5 and newer; Numba's own defaults are older.
    get_arch_option = getattr(nvvm, 'get_arch_option', None)
    if get_arch_option is None:
        return

    def get_arch(major, minor):
        if nvvm.NVVM().get_ir_version()[0] >= 2 and (major, minor) < (7, 5):
            major, minor = 7, 5
        return get_arch_option(major, minor)

    nvvm.get_arch_option = get_arch


def without_runtime(nvvm):
    """Numba opens the runtime's library to learn which architectures there are. Where it finds none, or may not, there are these."""
    ours = ((7, 5), (8, 0), (8, 6))
    if hasattr(nvvm, '_supported_cc'):
        nvvm._supported_cc = ours  # Numba 0.56 keeps them here
    elif hasattr(nvvm, 'get_supported_ccs'):
        theirs = nvvm.get_supported_ccs
        nvvm.get_supported_ccs = lambda: theirs() or ours


def _adapt_debug(nvvm):
    """Joins all modules of a kernel, as without debugging: only the learner's has names."""
    original = getattr(nvvm, 'llvm_to_ptx', None)
    if original is None:
        return

    @functools.wraps(original)
    def llvm_to_ptx(llvmir, **options):
        if getattr(_own, 'variables', None):
            options.pop('lineinfo', None)
            options.update(debug=True, opt=0)
        return original(llvmir, **options)

    nvvm.llvm_to_ptx = llvm_to_ptx


def _adapt_library(nvvm):
    if not hasattr(nvvm, '_supported_cc'):  # Numba 0.56 finds the library
        without_runtime(nvvm)
    _adapt_nvvm(nvvm)
    _adapt_debug(nvvm)


# ---- numba.cuda.compiler ------------------------------------------------------------------------

def _adapt_compiler(compiler):
    """Adds line numbers without the other changes of lineinfo=True, with which Numba 0.56 raises ZeroDivisionError."""
    original = compiler.compile_cuda

    @functools.wraps(original)
    def compile_cuda(*args, **kwargs):
        if kwargs.get('debug') or kwargs.get('lineinfo'):
            if not getattr(_own, 'lines', False):
                return original(*args, **kwargs)
        outer = getattr(_own, 'lines', False)
        _own.lines = True
        try:
            kwargs['lineinfo'] = True
            with warnings.catch_warnings():
                # It concerns line numbers that the program did not request.
                warnings.filterwarnings('ignore', message='.*Could not find source for function')
                try:
                    return original(*args, **kwargs)
                except ZeroDivisionError:  # Numba 0.56 cannot describe a tuple of empty tuples to a debugger
                    kwargs['lineinfo'] = False
                    return original(*args, **kwargs)
        finally:
            _own.lines = outer

    compiler.compile_cuda = compile_cuda
    flags_class = getattr(compiler, 'CUDAFlags', None)
    core = getattr(compiler, 'compiler', None)
    if flags_class is None or not hasattr(core, 'compile_extra'):
        return
    compile_extra = core.compile_extra

    @functools.wraps(compile_extra)
    def with_numpy_errors(*args, **kwargs):
        flags = kwargs.get('flags')
        if isinstance(flags, flags_class) and getattr(_own, 'lines', False):
            flags.error_model = 'numpy'
            if getattr(_own, 'variables', None):
                flags.enable_ssa = False  # one place for all values of a name
        return compile_extra(*args, **kwargs)

    core.compile_extra = with_numpy_errors


# ---- numba.cuda.target --------------------------------------------------------------------------------

def _lines_only(base):
    """A builder of debug information that describes only lines: functions are inlined as without it."""
    from numba.core import debuginfo
    from llvmlite import ir

    class Lines(base):
        _core_line = None

        def __init__(self, module, filepath, cgctx, *args, **kwargs):
            core = getattr(_own, 'core', None)
            if core is not None and os.path.basename(filepath).startswith('<'):
                # The code that vectorize wrote around a function counts as the function's first line.
                filepath = core.co_filename
                self._core_line = core.co_firstlineno
            super().__init__(module, filepath, cgctx, *args, **kwargs)

        def _add_location(self, line):
            return super()._add_location(self._core_line or line)

        def mark_subprogram(self, function, *args, **kwargs):
            kept = 'noinline' in function.attributes
            super().mark_subprogram(function, *args, **kwargs)
            if not kept:
                function.attributes.discard('noinline')

        def mark_variable(self, *args, **kwargs):
            pass

        def _di_compile_unit(self):
            """With directives alone, as newer versions of Numba: then an inlined line has the line of its call."""
            if hasattr(self, 'emission_kind') or not issubclass(base, debuginfo.DIBuilder):
                return super()._di_compile_unit()
            return self.module.add_debug_info('DICompileUnit', {
                'language': ir.DIToken('DW_LANG_C_plus_plus'), 'file': self.difile, 'producer': 'clang (Numba)', 'runtimeVersion': 0,
                'isOptimized': True, 'emissionKind': ir.DIToken('DebugDirectivesOnly')}, is_distinct=True)

        def _di_subroutine_type(self, *args, **kwargs):
            return self.module.add_debug_info('DISubroutineType', {'types': self.module.add_metadata([])})

    return Lines


def _full_builder():
    from numba.core import debuginfo
    return debuginfo.DIBuilder


def _with_variables(base):
    """A builder that describes the file's own variables, except arrays, whose elements a debugger reads elsewhere."""
    from numba.core import types
    from llvmlite import ir

    class Variables(base):
        def mark_variable(self, builder, allocavalue, name, lltype, size, line, datamodel=None, argidx=None):
            kind = getattr(datamodel, 'fe_type', None)
            if name not in _own.variables or not isinstance(kind, (types.Number, types.Boolean)):
                return
            super().mark_variable(builder, allocavalue, name, lltype, size, line, datamodel, argidx)
            # While its address is in use, the variable stays in memory, from its first assignment to the function's end.
            builder.asm(ir.FunctionType(ir.VoidType(), [allocavalue.type]), '', 'l', [allocavalue], True)

        def _var_type(self, lltype, size, datamodel=None):
            if isinstance(getattr(datamodel, 'fe_type', None), types.Boolean):
                return self.module.add_debug_info('DIBasicType', {'name': 'bool', 'size': 8 * size,
                                                                  'encoding': ir.DIToken('DW_ATE_boolean')})
            return super()._var_type(lltype, size, datamodel)

        def _di_subroutine_type(self, *args, **kwargs):
            return self.module.add_debug_info('DISubroutineType', {'types': self.module.add_metadata([])})

    return Variables


def _keep_values():
    """Numba clears a variable after its last use: keeps the value of a number for a debugger."""
    from numba.core import lowering, types
    original = lowering.Lower.delvar

    @functools.wraps(original)
    def delvar(self, name):
        if name in (getattr(_own, 'variables', None) or ()) and isinstance(self.typeof(name), (types.Number, types.Boolean)):
            return
        original(self, name)

    lowering.Lower.delvar = delvar


def _adapt_target(target):
    context_class = getattr(target, 'CUDATargetContext', None)
    if context_class is None or not hasattr(context_class, 'DIBuilder') or not hasattr(context_class, 'generate_kernel_wrapper'):
        return
    _keep_values()
    original = context_class.DIBuilder
    get = original.fget if isinstance(original, property) else lambda self: original

    def builder(self):
        if getattr(_own, 'variables', None):
            return _with_variables(_full_builder())
        return _lines_only(get(self)) if getattr(_own, 'lines', False) else get(self)

    context_class.DIBuilder = property(builder)
    generate = context_class.generate_kernel_wrapper
    signature = inspect.signature(generate)

    @functools.wraps(generate)
    def generate_kernel_wrapper(self, *args, **kwargs):
        """Code that is inlined into a function without line numbers has none."""
        wrapper = generate(self, *args, **kwargs)
        given = signature.bind(self, *args, **kwargs).arguments
        if getattr(_own, 'variables', None):
            return wrapper  # the library accepts debug information from only one module
        if given.get('lineinfo'):
            return wrapper  # newer versions of Numba have written it
        if not getattr(_own, 'lines', False) or given.get('debug') or 'linenum' not in given or 'filename' not in given:
            return wrapper
        fndesc = given['fndesc']
        info = self.DIBuilder(module=wrapper.module, filepath=given['filename'], cgctx=self)
        info.mark_subprogram(wrapper, given['kernel_name'], fndesc.args, fndesc.argtypes, given['linenum'])
        place = info._add_location(given['linenum'])
        for block in wrapper.blocks:
            for instruction in block.instructions:
                if instruction.opname == 'call':
                    instruction.set_metadata('dbg', place)
        info.finalize()
        return wrapper

    context_class.generate_kernel_wrapper = generate_kernel_wrapper
    if hasattr(context_class, 'make_constant_array') and hasattr(target, 'cgutils'):
        _name_constants(context_class, target.cgutils)


def _name_constants(context_class, cgutils):
    original = context_class.make_constant_array

    @functools.wraps(original)
    def make_constant_array(self, *args, **kwargs):
        add = cgutils.add_global_variable
        cgutils.add_global_variable = lambda module, ty, name, *more, **named: add(module, ty, _with_variable(name), *more, **named)
        try:
            return original(self, *args, **kwargs)
        finally:
            cgutils.add_global_variable = add

    context_class.make_constant_array = make_constant_array


# ---- numba.cuda.dispatcher ------------------------------------------------------------------------

def _parameter_names(name, ty, types):
    """One name for each parameter of the kernel's PTX; '!x' is the address of the array x, '' a parameter that findings never name."""
    if isinstance(ty, types.Array):
        item = getattr(getattr(ty.dtype, 'bitwidth', None), '__floordiv__', lambda n: 0)(8)
        if not isinstance(item, int) or not item:
            try:
                from numba.np import numpy_support
                item = numpy_support.as_dtype(ty.dtype).itemsize
            except Exception:
                item = 1
        return ['', '', name + '.size', '', '!%d:%s' % (item, name)] + \
            ['%s.shape[%d]' % (name, i) for i in range(ty.ndim)] + \
            ['%s.strides[%d]' % (name, i) for i in range(ty.ndim)]
    if isinstance(ty, types.BaseTuple):
        names = []
        for i, t in enumerate(ty):
            names += _parameter_names('%s[%d]' % (name, i), t, types)
        return names
    if isinstance(ty, types.Complex):
        return [name + '.real', name + '.imag']
    if isinstance(ty, types.Record):
        return ['!1:' + name]
    return [name]


def _names_of(function):
    """The kernel's name, and its arguments' names. A kernel that vectorize or guvectorize writes gets those of its function."""
    name, names = function.__name__, list(inspect.signature(function).parameters)
    core = function.__globals__.get('__core__')
    for prefix in ('__gufunc_', '__vectorized_'):
        if name.startswith(prefix) and core is not None:
            own = list(inspect.signature(getattr(core, 'py_func', core)).parameters)
            return name[len(prefix):], [own[i] if i < len(own) else 'out' for i in range(len(names))]
    return name, names


def _tell_kernel(kernel, function):
    from numba.core import types
    try:
        short, names = _names_of(function)
        parameters = []
        for name, ty in zip(names, kernel.argument_types):
            parameters += _parameter_names(name, ty, types)
        _driver().warpbook_kernel(kernel.entry_name.encode(), short.encode(), '\n'.join(parameters).encode())
    except Exception:  # names are a convenience: without them findings use those of the PTX
        pass


def _mismatch(ty, array):
    """What of an array does not suit the type that a kernel was compiled for, as two phrases; None if all of it does."""
    from numba.np import numpy_support
    dtype, expected = array.dtype, numpy_support.as_dtype(ty.dtype)
    if len(array.shape) != ty.ndim:
        return tuple('%d dimension%s' % (n, 's' * (n != 1)) for n in (ty.ndim, len(array.shape)))
    if dtype != expected:
        return 'elements of type %s' % expected, 'elements of type %s' % dtype
    strides = getattr(array, 'strides', None)
    if ty.layout not in 'CF' or not strides or 0 in array.shape:
        return None
    order = range(ty.ndim - 1, -1, -1) if ty.layout == 'C' else range(ty.ndim)
    step = dtype.itemsize
    for axis in order:
        if array.shape[axis] != 1 and strides[axis] != step:
            return 'elements stored %s without gaps' % {'C': 'row by row', 'F': 'column by column'}[ty.layout], 'others'
        step *= array.shape[axis]
    return None


def _check_types(kernel, args):
    """Numba passes an array to a kernel with a signature, whatever its type."""
    from numba.core import types
    try:
        for i, (ty, value) in enumerate(zip(kernel.argument_types, args)):
            value = getattr(value, 'value', value)  # cuda.In, Out, InOut
            if not isinstance(ty, types.Array) or not hasattr(value, 'dtype') or not hasattr(value, 'shape'):
                continue
            found = _mismatch(ty, value)
            if found:
                name, names = _names_of(kernel.py_func)
                text = '%s() is compiled for an array %s with %s, and is given one with %s' % (name, names[i], *found)
                advice = 'pass what the signature says, or leave the signature out: then Numba compiles the kernel for what it is given'
                _driver().warpbook_wrong_type(text.encode(), advice.encode())
    except Exception:  # of an unknown kind of array or kernel nothing is said
        pass


_ARRAY_MOST = 1 << 16  # bytes; looking at more before each launch would take noticeable time


def _constant_of(value):
    """What Numba makes a constant of: a number, or an array, by its bytes. None: another value."""
    if type(value) in (bool, int, float):
        return value
    if type(value).__module__ == 'numpy' and type(value).__name__ == 'ndarray' and value.nbytes <= _ARRAY_MOST:
        return value.dtype.str, value.shape, value.tobytes()
    return None


def _globals_of(function):
    """The global numbers and arrays that the function uses: Numba makes constants of them when it compiles."""
    import dis
    names = {i.argval for i in dis.get_instructions(function) if i.opname == 'LOAD_GLOBAL'}
    values = {name: _constant_of(function.__globals__.get(name)) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def _check_globals(kernel):
    for name, then in getattr(kernel, '_warpbook_globals', {}).items():
        now = _constant_of(kernel.py_func.__globals__.get(name))
        if now is None or (type(now) is tuple) != (type(then) is tuple) or now == then or now != now:
            continue
        function = kernel.py_func.__name__
        if type(then) is tuple:
            text = 'the array %s has changed since Numba compiled %s(): the kernel goes on with what it was then' % (name, function)
        else:
            text = '%s was %r when Numba compiled %s(), and is %r now: the kernel goes on with %r' % (name, then, function, now, then)
        _driver().warpbook_global_changed(text.encode())


def _adapt_dispatcher(dispatcher):
    from numba.cuda import compiler
    if hasattr(dispatcher, 'compile_cuda'):
        dispatcher.compile_cuda = compiler.compile_cuda
    kernel_class = getattr(dispatcher, '_Kernel', None)
    if kernel_class is None:
        return
    init = kernel_class.__init__

    @functools.wraps(init)
    def __init__(self, py_func, argtypes, *args, **kwargs):
        asked = kwargs.get('lineinfo', False) or kwargs.get('debug', False)
        outer = getattr(_own, 'lines', False)
        _own.lines = not asked
        core = py_func.__globals__.get('__core__')
        _own.core = getattr(getattr(core, 'py_func', core), '__code__', None) if py_func.__name__.startswith('__') else None
        if not asked:
            kwargs['lineinfo'] = True
        try:
            init(self, py_func, argtypes, *args, **kwargs)
        finally:
            _own.lines = outer
            _own.core = None
        if not asked:
            self.lineinfo = False
        self._warpbook_globals = _globals_of(py_func)
        _tell_kernel(self, py_func)

    kernel_class.__init__ = __init__
    if hasattr(kernel_class, 'launch'):
        launch = kernel_class.launch

        @functools.wraps(launch)
        def checked(self, args, *rest, **kwargs):
            _check_types(self, args)
            _check_globals(self)
            return launch(self, args, *rest, **kwargs)

        kernel_class.launch = checked

    # For kernels from a cache on disk.
    dispatcher_class = getattr(dispatcher, 'CUDADispatcher', None) or getattr(dispatcher, 'Dispatcher', None)
    if dispatcher_class is None or not hasattr(dispatcher_class, 'add_overload'):
        return
    add_overload = dispatcher_class.add_overload

    @functools.wraps(add_overload)
    def add(self, kernel, *args, **kwargs):
        if isinstance(kernel, kernel_class):
            _tell_kernel(kernel, self.py_func)
        return add_overload(self, kernel, *args, **kwargs)

    dispatcher_class.add_overload = add


# ---- numba.cuda.cudaimpl ----------------------------------------------------------------------------

def _assigned_name():
    """The variable of the assignment that Numba is lowering; of a value without a name, the memory of the slice made from it."""
    from numba.core import ir
    frame, inst = sys._getframe(1), None
    while frame is not None:
        if inst is None and frame.f_code.co_name == 'lower_assign' and 'inst' in frame.f_locals:
            inst = frame.f_locals['inst']
            if isinstance(inst.value, (ir.Global, ir.FreeVar)):  # an array in constant memory
                return inst.value.name
            if not inst.target.name.startswith('$'):
                break
        if inst is not None and frame.f_code.co_name == 'lower_block' and 'block' in frame.f_locals:
            return _name_from(inst, frame.f_locals['block'].body)
        frame = frame.f_back
    return inst.target.name.split('.')[0].lstrip('$') if inst is not None else ''


def _name_from(inst, body):
    from numba.core import ir
    unnamed, sliced = {inst.target.name}, ''
    for later in body[body.index(inst) + 1:] if inst in body else ():
        value = getattr(later, 'value', None)
        if isinstance(value, ir.Expr) and value.op in ('getitem', 'static_getitem', 'cast'):
            sliced = 'the_memory_of_' if value.op != 'cast' and value.value.name in unnamed else sliced
            value = value.value
        if not isinstance(later, ir.Assign) or not isinstance(value, ir.Var) or value.name not in unnamed:
            continue
        if not later.target.name.startswith('$'):
            return sliced + later.target.name.split('.')[0]
        unnamed.add(later.target.name)
    return ''


def _with_variable(unique):
    """The unique name, with the variable's at its end like a variable of a C++ function, so that findings name it."""
    variable = _assigned_name()
    if not variable.isidentifier() or not variable.isascii():
        return unique
    return '_ZZ%d%svE%d%s' % (len(unique), unique, len(variable), variable)


def _adapt_cudaimpl(cudaimpl):
    original = getattr(cudaimpl, '_get_unique_smem_id', None)
    if original is None:
        return

    def named(name):
        # Our findings then give an index for each dimension (simt/check/check_text.c).
        inner = tuple(sys._getframe(1).f_locals.get('shape', ()))[1:]
        sizes = '_by_%s_' % '_'.join(map(str, inner)) if inner and all(isinstance(n, int) for n in inner) else ''
        return _with_variable(original(name) + sizes)

    cudaimpl._get_unique_smem_id = named


# ---- numba.cuda.cudadrv.devicearray -------------------------------------------------------------------

def _adapt_devicearray(devicearray):
    """Numba reads the one element of a new array that it is about to fill with a number, for the number's type alone: gives that."""
    original = getattr(devicearray, 'array_core', None)
    if original is None:
        return

    @functools.wraps(original)
    def array_core(ary):
        if hasattr(ary, 'gpu_data') and ary.strides and ary.size and not any(ary.strides):
            import numpy
            return numpy.zeros(1, ary.dtype)[0]
        return original(ary)

    devicearray.array_core = array_core


# ---- numba.cuda.cudadrv.driver ----------------------------------------------------------------------------

def _adapt_driver(driver):
    """With nvJitLink Numba would have kernels optimised when they are linked; the virtual machine links PTX."""
    if hasattr(driver, '_have_nvjitlink'):
        driver._have_nvjitlink = lambda: False


def _adapt_lines(lines):
    """Numba parses a function's own lines to find where it begins. Those of a lambda, or of a body that is only a docstring, stop it."""
    def or_none(find):
        @functools.wraps(find)
        def found(function):
            try:
                return find(function)
            except Exception:
                return None
        return found

    for name in 'get_func_body_first_lineno', 'get_func_def_lineno':
        find = getattr(lines, name, None)
        for module in list(sys.modules.values()) if find else ():
            if getattr(module, '__dict__', {}).get(name) is find:
                setattr(module, name, or_none(find))


# ---- what Numba says ------------------------------------------------------------------------------------------

_NUMBA = os.sep + 'numba' + os.sep
_SPEED = (
    (r'Grid size (\d+) will likely', 'this launch has {0} block(s): most of the multiprocessors of a GPU have nothing to do',
     'launch more blocks, each for a smaller part'),
    (r'Host array used in CUDA kernel', 'this launch gets an array of the host: Numba copies it to the device and back, each time',
     'copy it once, with cuda.to_device(), and read the result with copy_to_host()'),
)


def _card(path, line, text, remedy=None):
    """As findings are shown: the line, and what is to be said of it."""
    import linecache
    import textwrap
    source = linecache.getline(path, line).rstrip()
    if source:
        print('%4d | %s' % (line, source[:72]), file=sys.stderr)
    else:
        print('%s:%d' % (path, line), file=sys.stderr)
    begin = '     | ' + ' ' * min(len(source) - len(source.lstrip()), 40)
    said = textwrap.wrap('^ ' + text, 80 - len(begin)) + (textwrap.wrap('  next: ' + remedy, 80 - len(begin)) if remedy else [])
    for k, row in enumerate(said):
        print(begin + (row if row[:1] in '^ ' else '  ' + row), file=sys.stderr)
    print(file=sys.stderr)


def _place(frames):
    """The innermost of the program's own frames."""
    place = None
    for path, line in frames:
        if _NUMBA not in path and not path.startswith('<') and os.path.dirname(path) != os.path.dirname(os.path.abspath(__file__)):
            place = path, line
    return place


def _say_errors():
    """A kernel that Numba cannot compile is one sentence at its line, and so are Numba's warnings about speed."""
    import re
    import traceback
    show_error, show_warning = sys.excepthook, warnings.showwarning

    def error_shown(kind, error, trace):
        import warpbook_compile as words
        place = _place((f.f_code.co_filename, n) for f, n in traceback.walk_tb(trace))
        if not words.is_of_numba(error) or not place:
            return show_error(kind, error, trace)
        named = re.findall(r'File "([^"]+)", line (\d+)|at ([^\s(]+) \((\d+)\)', re.sub(r'\x1b\[[0-9;]*m', '', str(error)))
        path = _place((os.path.abspath(a or b), 0) for a, _, b, _ in named)
        said = words.numba_error(error, path[0] if path else place[0], 0)
        if said.line:
            place = path[0] if path else place[0], said.line
        sys.stdout.flush()
        _card(place[0], place[1], words.one_line(said.text))

    def warning_shown(message, category, filename, lineno, file=None, line=None):
        if category.__name__ == 'NumbaPerformanceWarning' and file is None:
            place = _place((f.f_code.co_filename, n) for f, n in reversed(list(traceback.walk_stack(None))))
            for pattern, text, remedy in _SPEED:
                found = re.match(pattern, str(message))
                if found and place:
                    return _card(place[0], place[1], text.format(*found.groups()), remedy)
        return show_warning(message, category, filename, lineno, file, line)

    sys.excepthook, warnings.showwarning = error_shown, warning_shown


def _adapt_errors(module):
    _adapt_dispatcher(module)
    if os.environ.get('WARPBOOK_DRIVER'):
        _say_errors()


_ADAPT = {
    'numba.cuda.cudadrv.devicearray': _adapt_devicearray,
    'numba.cuda.cudadrv.driver': _adapt_driver,
    'numba.cuda.cudadrv.nvvm': _adapt_library,
    'numba.cuda.compiler': _adapt_compiler,
    'numba.cuda.dispatcher': _adapt_errors,
    'numba.cuda.cudaimpl': _adapt_cudaimpl,
    'numba.cuda.target': _adapt_target,
    'numba.cuda.misc.firstlinefinder': _adapt_lines,
    'numba.misc.firstlinefinder': _adapt_lines,
}


def adapt(module):
    _ADAPT[module.__name__](module)
