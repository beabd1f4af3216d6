"""sitecustomize.py - what `warpbook run prog.py` adds to Python.

The folder of this file comes first in PYTHONPATH, so that Python imports it at its start. It runs the system's own
sitecustomize, which it hides, and makes numba.cuda suit the virtual machine once the program imports it
(warpbook_numba.py). A program without Numba only pays for this file.
"""
import importlib.abc
import importlib.machinery
import os
import sys

OPENS_DRIVER = {'numba', 'cuda', 'cupy'}
HERE = os.path.dirname(os.path.abspath(__file__))


class _Finder(importlib.abc.MetaPathFinder):
    """Calls a function after the import of a module."""

    def __init__(self, hooks):
        self.hooks = hooks

    def find_spec(self, name, path=None, target=None):
        if name in OPENS_DRIVER:
            _open_driver()
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


def _open_driver():
    """Whoever asks the loader for libcuda.so.1 from now on gets the one that is there: ours, not a GPU's."""
    OPENS_DRIVER.clear()
    import ctypes
    try:
        ctypes.CDLL(os.environ['WARPBOOK_DRIVER'])
    except OSError:
        pass  # what needs it says so


def _adapt(module):
    import warpbook_numba
    warpbook_numba.adapt(module)


def _run_hidden():
    """The sitecustomize that Python would have found without this one."""
    elsewhere = [p for p in sys.path if os.path.abspath(p or '.') != HERE]
    spec = importlib.machinery.PathFinder.find_spec('sitecustomize', elsewhere)
    if spec is not None and spec.loader is not None and spec.origin != __file__:
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)


if os.environ.get('WARPBOOK_DRIVER'):
    sys.meta_path.insert(0, _Finder({
        'numba.cuda.cudadrv.nvvm': _adapt,
        'numba.cuda.compiler': _adapt,
        'numba.cuda.dispatcher': _adapt,
        'numba.cuda.cudaimpl': _adapt,
        'numba.cuda.target': _adapt,
    }))
import importlib.util  # noqa: E402
_run_hidden()
