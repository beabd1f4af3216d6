"""warpbook_triton.py - Triton's kernels run from their PTX: the virtual machine executes no machine code.

Triton keeps each stage of a kernel; what it gives to the driver is the last one, machine code. A modelled time is the same each
time, so a benchmark (autotune's, too) measures once.
"""


def adapt(module):
    if hasattr(module, 'do_bench'):
        _adapt_testing(module)
    if hasattr(module, 'CompiledKernel'):
        _adapt_compiler(module)


def _adapt_compiler(module):
    init = module.CompiledKernel.__init__

    def __init__(self, *args, **kwargs):
        init(self, *args, **kwargs)
        ptx = self.asm['ptx'] if 'ptx' in self.asm else None
        if ptx is not None:
            self.kernel = ptx if isinstance(ptx, bytes) else ptx.encode()

    module.CompiledKernel.__init__ = __init__


def _adapt_testing(module):
    def do_bench(fn, warmup=25, rep=100, grad_to_none=None, quantiles=None, return_mode='mean'):
        import torch
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        for tensor in grad_to_none or ():
            tensor.grad = None
        begin.record()
        fn()
        end.record()
        torch.cuda.synchronize()
        time = begin.elapsed_time(end)
        if quantiles is not None:
            return [time] * len(quantiles) if len(quantiles) > 1 else time
        return [time] if return_mode == 'all' else time

    module.do_bench = module.do_bench_cudagraph = do_bench
