"""warpbook_triton.py - Triton's kernels run from their PTX: the virtual machine executes no machine code.

Triton keeps each stage of a kernel; what it gives to the driver is the last one, machine code.
"""


def adapt(module):
    init = module.CompiledKernel.__init__

    def __init__(self, *args, **kwargs):
        init(self, *args, **kwargs)
        ptx = self.asm['ptx'] if 'ptx' in self.asm else None
        if ptx is not None:
            self.kernel = ptx if isinstance(ptx, bytes) else ptx.encode()

    module.CompiledKernel.__init__ = __init__
