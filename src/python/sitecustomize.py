"""sitecustomize.py - adapts Python for `warpbook run prog.py`.

The folder of this file comes first in PYTHONPATH, so that Python imports the file when it starts. It runs the system's own
sitecustomize, which it hides, and adapts numba.cuda to the virtual machine once the program imports it
(warpbook_numba.py). For a program without Numba it costs only its own import.
"""
import importlib.abc
import importlib.machinery
import os
import sys

OPENS_DRIVER = {'numba', 'cuda', 'cupy', 'torch', 'triton'}
HERE = os.path.dirname(os.path.abspath(__file__))


class _Finder(importlib.abc.MetaPathFinder):
    """Calls a function after the import of a module."""

    def __init__(self, hooks):
        self.hooks = hooks

    def find_spec(self, name, path=None, target=None):
        if name in OPENS_DRIVER:
            _open_driver(name)
        hook = self.hooks.get(name)
        if hook is None:
            return None
        del self.hooks[name]
        for finder in sys.meta_path:
            if finder is self or not hasattr(finder, 'find_spec'):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None and spec.loader is not None:
                spec.loader = _Loader(spec.loader, hook)
                return spec
        return None


class _Loader(importlib.abc.Loader):
    def __init__(self, loader, hook):
        self.loader = loader
        self.hook = hook

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        self.hook(module)

    def __getattr__(self, name):
        return getattr(self.loader, name)


def _open_driver(name):
    """Loads our libcuda.so.1: from now on the loader returns it for this name, not NVIDIA's. For Numba the linker as well; others
    need the functions of NVIDIA's."""
    OPENS_DRIVER.discard(name)
    import ctypes
    driver = os.environ['WARPBOOK_DRIVER']
    for path in (driver, os.path.join(os.path.dirname(driver), 'numba/libnvJitLink.so.13'))[:2 if name in ('numba', 'cuda') else 1]:
        try:
            ctypes.CDLL(path)
        except OSError:
            pass  # code that needs it reports the error


def _adapt(module):
    import warpbook_numba
    warpbook_numba.adapt(module)


def _adapt_cupy(module):
    import warpbook_cupy
    warpbook_cupy.adapt(module)


def _adapt_triton(module):
    import warpbook_triton
    warpbook_triton.adapt(module)


def _adapt_torch(module):
    import warpbook_torch
    warpbook_torch.adapt(module)


def _run_hidden():
    """The sitecustomize that Python would have found without this one."""
    elsewhere = [p for p in sys.path if os.path.abspath(p or '.') != HERE]
    spec = importlib.machinery.PathFinder.find_spec('sitecustomize', elsewhere)
    if spec is not None and spec.loader is not None and spec.origin != __file__:
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)


if os.environ.get('WARPBOOK_DRIVER'):
    sys.meta_path.insert(0, _Finder({
        'numba.cuda.cudadrv.devicearray': _adapt,
        'numba.cuda.cudadrv.driver': _adapt,
        'numba.cuda.cudadrv.nvvm': _adapt,
        'numba.cuda.compiler': _adapt,
        'numba.cuda.dispatcher': _adapt,
        'numba.cuda.cudaimpl': _adapt,
        'numba.cuda.target': _adapt,
        'numba.cuda.misc.firstlinefinder': _adapt,
        'numba.misc.firstlinefinder': _adapt,
        'cupy.cuda.compiler': _adapt_cupy,
        'triton.compiler.compiler': _adapt_triton,
        'triton.testing': _adapt_triton,
        'torch': _adapt_torch,
    }))
import importlib.util  # noqa: E402
_run_hidden()
