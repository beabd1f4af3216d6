"""warpbook_cupy.py - CuPy's kernels have lines: NVRTC is asked for them, so that findings name a line of the kernel's text."""


def adapt(module):
    compile = module._NVRTCProgram.compile

    def with_lines(self, options=(), *args, **kwargs):
        if '-lineinfo' not in options:
            options = (*options, '-lineinfo')
        return compile(self, options, *args, **kwargs)

    module._NVRTCProgram.compile = with_lines
