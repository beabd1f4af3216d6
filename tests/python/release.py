"""release.py SHIM - how warpbook_host.py empties Numba's lists, with a stand-in for a Numba whose lists are elsewhere. For exercises.sh."""
import sys
import types

shim = sys.argv[1]
sys.argv = ['warpbook_host.py', 'answer.py', 'f', 'x:float32:1:w', 'answer.py', '.', '-', '-', '-']
sys.path.insert(0, shim)
import warpbook_host  # noqa: E402


class Array:
    """Waits to be freed with others, up to a number in the configuration."""

    def __del__(self):
        waiting.append(self)
        if len(waiting) > config.CUDA_DEALLOCS_COUNT:
            waiting.clear()


waiting, made = [], []
config = types.ModuleType('numba.cuda.core.config')
config.CUDA_DEALLOCS_COUNT = 10
sys.modules['numba.cuda.core.config'] = config
cuda = types.SimpleNamespace(current_context=object, device_array=lambda n: made.append(n) or Array())
case = object.__new__(warpbook_host.Case)
case.cuda = cuda
for _ in range(3):
    Array()
print(len(waiting), 'wait')
case.release()
print(len(waiting), 'wait;', len(made), 'made; the limit is', config.CUDA_DEALLOCS_COUNT)

lists = types.SimpleNamespace(deallocations=[1, 2])
cuda.current_context = lambda: types.SimpleNamespace(memory_manager=lists)
case.release()
print(len(lists.deallocations), 'wait;', len(made), 'made')
