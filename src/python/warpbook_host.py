"""warpbook_host.py - the process in which a learner's Python function runs one case of a host exercise.

    python3 warpbook_host.py LABEL ENTRY PARAMETERS SOURCE FOLDER HARNESS RUNTIME SEED

LABEL is the learner's name for the file, SOURCE its text, FOLDER the learner's folder, for modules beside it; PARAMETERS as in
warpbook_compile.py. HARNESS is the library that a host program in C links (worker/host_main.c), RUNTIME the virtual
machine's, or "-" on a GPU. SEED is the library for WARPBOOK_SEED: then this process loads, and forks for each case (child/proc_seed.h),
which gets the first five words as variables (WARPBOOK_CASE_LABEL and so on), because they may be another program's than the last one's.

The harness takes the job when it is loaded, and from then on the process cannot load any code: so this file loads Numba, NVIDIA's
library and the modules that a program may import before, and reads the learner's file after. The harness creates the arrays and
calls `call`, which passes them to the learner's function as NumPy arrays, without a copy.

A process that forks has loaded all that does not touch the device, and nothing of the learner's: neither the file nor its folder is on
Python's path before the fork.
"""
import ctypes
import gc
import importlib
import operator
import os
import struct
import sys
import tempfile
import traceback
import warnings

import warpbook_compile

LABEL, ENTRY, PARAMETERS, SOURCE, FOLDER, HARNESS, RUNTIME, SEED = sys.argv[1:9]
OF_CASE = ('LABEL', 'ENTRY', 'PARAMETERS', 'SOURCE', 'FOLDER')
UNREADY = 113  # the exit status if Numba does not work: worker/host.c reads it
PRELOADED = ('array', 'bisect', 'cmath', 'collections', 'concurrent.futures', 'contextlib', 'copy', 'dataclasses', 'datetime', 'decimal',
             'fractions', 'functools', 'heapq', 'itertools', 'json', 'math', 'operator', 'queue', 'random', 'statistics', 'string', 'struct',
             'threading', 'time', 'timeit', 'typing', 'numpy.random', 'numpy.linalg', 'numpy.fft', 'numpy.testing', 'numba.cuda.random')
warpbook_compile.keep_files()


def load_linkers():
    """Libraries that Numba loads when it first launches a kernel."""
    for name, ask in (('nvjitlink', 'version'), ('nvvm', 'version'), ('nvrtc', 'nvrtcVersion')):
        try:
            getattr(importlib.import_module('cuda.bindings.' + name), ask)()
        except Exception:  # an older Numba has no such module, and needs none
            pass


def launch_one(cuda):
    """On a GPU the first launch loads more, as do kernels that divide."""
    def warm(x, n):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = i // n

    with cuda.gpus[0]:
        cuda.jit(warm)[1, 32](cuda.device_array(32, 'int32'), 32)
        cuda.synchronize()


def load_compilers():
    """Loads everything that the program may need, including Numba's compilers, and does not use the device."""
    import numba
    from numba import cuda, types
    for name in PRELOADED:
        try:
            importlib.import_module(name)
        except ImportError:
            pass

    def warm(x, n):
        i = cuda.grid(1)
        if i < n:
            x[i] = x[i] * x[i]

    import warpbook_numba
    from numba.cuda.cudadrv import nvvm
    if 'WARPBOOK_DRIVER' not in os.environ:  # on a GPU sitecustomize.py does not change Numba; here old and new versions must work, too
        warpbook_numba.adapt(nvvm)
    warpbook_numba.without_runtime(nvvm)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        cuda.compile_ptx(warm, (types.Array(numba.float32, 1, 'C'), numba.int32), cc=(8, 0))
    return cuda


def load_device(cuda):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        cuda.current_context()
        load_linkers()
        if RUNTIME == '-':
            launch_one(cuda)


# ---- a process that forks for each case --------------------------------------------------------------------

def is_alone():
    """A fork has only the thread that forked: there must be no other."""
    return len(os.listdir('/proc/self/task')) == 1


def become_case(seed):
    """In the child: takes the variables of the case; what was drawn or kept by their old values starts afresh."""
    size = ctypes.c_size_t()
    address = seed.warpbook_seed_variables(ctypes.byref(size))
    text = ctypes.string_at(address, size.value)
    os.environ.clear()
    for variable in text.split(b'\0')[:-1]:
        name, _, value = variable.partition(b'=')
        os.environb[name] = value
    sys.argv[1:6] = [os.environ.pop('WARPBOOK_CASE_' + name) for name in OF_CASE]
    globals().update(zip(OF_CASE, sys.argv[1:6]))
    tempfile.tempdir = None
    import numpy
    numpy.random.seed()  # Python's own are drawn again at each fork
    for name in ('numba.core.config', 'numba.cuda.core.config'):
        if name in sys.modules and hasattr(sys.modules[name], 'CACHE_DIR'):
            sys.modules[name].CACHE_DIR = os.environ.get('NUMBA_CACHE_DIR', '')


def fork_cases(line):
    """Forks for each job; True in such a child, False in the process itself at the end."""
    seed = ctypes.CDLL(SEED)
    seed.warpbook_seed_variables.restype = ctypes.c_void_p
    gc.collect()
    gc.freeze()  # what is there stays, and is not copied for the collector's marks
    if not is_alone() or seed.warpbook_seed_ready(line):
        return False
    while seed.warpbook_seed_next(line):
        child = os.fork()
        if child == 0:
            if seed.warpbook_seed_enter(line):
                os._exit(126)
            become_case(seed)
            return True
        seed.warpbook_seed_forget()
        if not os.read(line, 1):
            break
        _, status, used = os.wait4(child, 0)
        os.write(line, struct.pack('=iId', status, min(used.ru_maxrss, 0xffffffff), used.ru_utime + used.ru_stime))
    return False


def line_of(error):
    """The innermost line of the learner's file that led to the error."""
    line = 0
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == LABEL:
            line = number
    return line


def explain(error):
    """(what happened, line)"""
    if warpbook_compile.is_of_numba(error):
        said = warpbook_compile.numba_error(error, LABEL, line_of(error))
        return 'Numba cannot compile what %s() launches: %s' % (ENTRY, warpbook_compile.one_line(said.text)), said.line
    text = warpbook_compile.one_line(str(error))
    return '%s() raises %s%s' % (ENTRY, type(error).__name__, ': ' + text if text else ''), line_of(error)


class Case:
    def __init__(self, harness, cuda):
        self.harness, self.cuda, self.function = harness, cuda, None
        rows = [row.split(':') for row in PARAMETERS.split(',')]
        self.parameters = [row for row in rows if row[3] != '=']
        self.returns = next((row[1] for row in rows if row[3] == '='), None)
        harness.warpbook_host_sizes.argtypes = [ctypes.c_size_t, ctypes.c_uint64 * 3]
        harness.warpbook_host_fails.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p]

    def argument(self, i, address):
        import numpy
        name, kind, dimensions, may = self.parameters[i]
        ctype = numpy.ctypeslib.as_ctypes_type(getattr(numpy, kind))
        if dimensions == '0':
            return ctype.from_address(address).value
        sizes = (ctypes.c_uint64 * 3)()
        self.harness.warpbook_host_sizes(i, sizes)
        for size in reversed(sizes[:int(dimensions)]):
            ctype = ctype * size
        return numpy.ctypeslib.as_array(ctype.from_address(address))

    def load(self):
        with open(SOURCE, encoding='utf-8-sig') as file:
            source = file.read()
        import linecache
        import types
        linecache.cache[LABEL] = (len(source), None, source.splitlines(True), LABEL)
        sys.path.append(FOLDER)
        module = types.ModuleType('exercise')
        module.__file__ = LABEL
        sys.modules['exercise'] = module
        exec(compile(source, LABEL, 'exec'), module.__dict__)
        self.function = getattr(module, ENTRY)

    def release(self):
        """Frees memory, streams and events that only Numba still has: it would free them later, in batches."""
        try:
            from numba.cuda import dispatcher
        except ImportError:
            dispatcher = None
        configure = getattr(getattr(dispatcher, 'CUDADispatcher', None), 'configure', None)
        if hasattr(configure, 'cache_clear'):
            configure.cache_clear()
        gc.collect()
        lists = [owner.deallocations for owner in self.owners() if hasattr(owner, 'deallocations')]
        for waiting in lists:
            waiting.clear()
        if not lists:
            self.release_by_limit()

    def owners(self):
        """The contexts that exist, and their managers: they have the lists of what waits to be freed."""
        try:
            from numba.cuda.cudadrv.driver import driver
        except ImportError:
            driver = None
        contexts = [getattr(device, 'primary_context', None) for device in getattr(driver, 'devices', {}).values()]
        for context in [self.cuda.current_context(), *contexts]:
            yield context
            yield getattr(context, 'memory_manager', None)

    def release_by_limit(self):
        """For a Numba that has the lists elsewhere: while none may wait, the next array that goes takes them all along."""
        configs = [sys.modules[name] for name in ('numba.cuda.core.config', 'numba.core.config') if name in sys.modules]
        kept = [(config, config.CUDA_DEALLOCS_COUNT) for config in configs if hasattr(config, 'CUDA_DEALLOCS_COUNT')]
        for config, _ in kept:
            config.CUDA_DEALLOCS_COUNT = 0
        self.cuda.device_array(1)
        gc.collect()
        for config, count in kept:
            config.CUDA_DEALLOCS_COUNT = count

    def give(self, value, returned):
        """Passes the function's result to the harness; False if it is not a number of that type."""
        import numpy
        kind = getattr(numpy, self.returns)
        try:
            number = kind(value) if self.returns.startswith('float') else operator.index(value)
            numpy.ctypeslib.as_ctypes_type(kind).from_address(returned).value = number
        except (TypeError, ValueError, OverflowError):
            return False
        return True

    def call(self, args, returned):
        try:
            if self.function is None:
                self.load()
            value = self.function(*[self.argument(i, args[i]) for i in range(len(self.parameters))])
            sys.stdout.flush()
            sys.stderr.flush()
            self.release()
            if self.returns and not self.give(value, returned):
                self.fail('%s() returns %s' % (ENTRY, 'nothing' if value is None else 'a value of type %s' % type(value).__name__), 0,
                          'return a number (%s)' % self.returns)
        except SystemExit:
            self.fail('%s() ends Python' % ENTRY, 0, 'return from the function instead: its caller has more to do')
        except BaseException as error:
            text, line = explain(error)
            self.fail(text, line, '')

    def fail(self, text, line, advice):
        sys.stdout.flush()
        self.harness.warpbook_host_fails(text.encode(), LABEL.encode(), line, advice.encode())


def main():
    try:
        cuda = load_compilers()
        if 'WARPBOOK_SEED' in os.environ and not fork_cases(int(os.environ['WARPBOOK_SEED'])):
            return 0
        load_device(cuda)
    except Exception as error:  # nothing of the learner's has run
        print('%s: %s' % (type(error).__name__, ' '.join(str(error).split())), file=sys.stderr)
        return UNREADY
    if RUNTIME != '-':
        ctypes.CDLL(RUNTIME, mode=ctypes.RTLD_GLOBAL)
    kept = []
    function = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p)(lambda args, out: kept[0].call(args, out))
    harness = ctypes.CDLL(HARNESS)
    kept.append(Case(harness, cuda))
    return harness.warpbook_host_main(function)


if __name__ == '__main__':
    sys.exit(main())
