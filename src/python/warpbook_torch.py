"""warpbook_torch.py - PyTorch's own operators compute on the CPU: its kernels are machine code, which the virtual machine does not execute.

Each operator that PyTorch has a kernel of CUDA for gets another one: it copies its tensors to the host, in the order of the current
stream, calls the CPU's, and copies back. What only allocates, copies, asks or gives another view stays PyTorch's own, so
an extension's, Triton's and CuPy's kernels find tensors where they expect them. torch.compile does nothing (TORCHDYNAMO_DISABLE).
"""
import atexit
import ctypes
import functools
import os
import sys
import warnings

# They launch no kernel.
OWN = {'empty.memory_format', 'empty_strided', 'set_', 'set_.source_Storage', 'set_.source_Storage_storage_offset', 'set_.source_Tensor',
       'resize_', '_resize_output_', '_local_scalar_dense', 'record_stream', 'is_pinned', '_pin_memory', 'is_set_to'}
# CUDA's is chosen among several by PyTorch's own C++, or is none of the CPU's.
ALSO = ('convolution', 'convolution_backward', 'copy_')
# They read nothing of the tensor that they write.
FILLS = {'fill_.Scalar', 'fill_.Tensor', 'zero_', 'normal_', 'uniform_', 'random_', 'random_.from', 'random_.to', 'exponential_', 'cauchy_',
         'geometric_', 'log_normal_', 'bernoulli_.float', 'bernoulli_.Tensor', 'copy_'}

torch = None
_driver = None
_library = None
_generators = {}


def adapt(module):
    global torch, _driver, _library
    torch = module
    _refuse_nccl(getattr(torch, 'distributed', None))
    if not hasattr(torch._C, '_dispatch_get_registrations_for_dispatch_key') or not torch.version.cuda:
        return
    _driver = ctypes.CDLL(os.environ['WARPBOOK_DRIVER'])
    address, stream = ctypes.c_uint64, ctypes.c_void_p
    _driver.cuMemcpyDtoHAsync_v2.argtypes = _driver.cuMemcpyHtoDAsync_v2.argtypes = [address, address, ctypes.c_size_t, stream]
    _driver.warpbook_peek.argtypes = [address, address, ctypes.c_size_t]
    _driver.cuStreamSynchronize.argtypes = [stream]
    torch.backends.cudnn.enabled = False
    for kind in 'flash', 'mem_efficient', 'cudnn':
        getattr(torch.backends.cuda, f'enable_{kind}_sdp', lambda on: None)(False)
    atexit.register(_end)
    _library = torch.library.Library('aten', 'IMPL')
    own = {'copy_': _copy, '_use_cudnn_ctc_loss': lambda *args: False, '_use_cudnn_ctc_loss.Tensor': lambda *args: False}
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        for name in dict.fromkeys([*ALSO, *_kernels()]):
            _library.impl(name, own.get(name) or _operator(name), 'CUDA')


def _refuse_nccl(distributed):
    """NCCL is machine code and several GPUs: its name alone is told, before anything waits for it."""
    init = getattr(distributed, 'init_process_group', None)
    if init is None:
        return

    @functools.wraps(init)
    def init_process_group(backend=None, *args, **kwargs):
        if 'nccl' in str(backend).lower():
            raise RuntimeError("the virtual machine has no NCCL: call init_process_group('gloo') with tensors of the CPU, or run the program "
                               'with --device gpu')
        return init(backend, *args, **kwargs)

    distributed.init_process_group = init_process_group


def _end():
    """After a kernel's fault PyTorch would end the process with an abort, where it frees memory."""
    if torch.cuda.is_initialized() and _driver.cuCtxSynchronize():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(1 if hasattr(sys, 'last_type') else 0)


def _kernels():
    for name in torch._C._dispatch_get_registrations_for_dispatch_key('CUDA'):
        space, _, name = name.partition('::')
        if space == 'aten' and name not in OWN and not _is_view(name):
            yield name


def _is_view(name):
    """Shares a result the memory of an argument that it does not write?"""
    base, _, overload = name.partition('.')
    schema = torch._C._get_schema('aten::' + base, overload)
    return any(r.alias_info is not None and not r.alias_info.is_write for r in schema.returns)


def _overload(name):
    base, _, overload = name.partition('.')
    return getattr(getattr(torch.ops.aten, base), overload or 'default')


def _operator(name):
    op = None

    def run(*args, **kwargs):
        nonlocal op
        if op is None:
            op = _overload(name)
        with torch._C._AutoDispatchBelowAutograd():
            return _Call(op, name).run(args, kwargs)

    return run


# ---- memory -----------------------------------------------------------------------------------------

def _span(t):
    """How many elements lie from the first to the last of a tensor."""
    return 1 + sum((n - 1) * step for n, step in zip(t.shape, t.stride())) if t.numel() else 0


def _is_dense(t):
    return _span(t) == t.numel()


def _check(status):
    if 900 <= status < 910:
        raise RuntimeError("the virtual machine cannot capture PyTorch's operators in a graph: they compute on the CPU")
    if status:
        raise RuntimeError(f'CUDA error: {status} while an operator of PyTorch computes on the CPU')


def _stream(t):
    return torch.cuda.current_stream(t.device).cuda_stream


def _fetch(t, reads=True):
    """The tensor on the host, with the same strides; its values only if something reads them."""
    host = torch.empty(_span(t), dtype=t.dtype)
    size = host.numel() * t.element_size()
    if size and not _is_dense(t):
        _check(_driver.cuStreamSynchronize(_stream(t)))
        _check(_driver.warpbook_peek(host.data_ptr(), t.data_ptr(), size))
    elif size and reads:
        _check(_driver.cuMemcpyDtoHAsync_v2(host.data_ptr(), t.data_ptr(), size, _stream(t)))
        _check(_driver.cuStreamSynchronize(_stream(t)))
    host = host.as_strided(t.shape, t.stride())
    host = host.conj() if t.is_conj() else host
    return host._neg_view() if t.is_neg() else host


def _store(t, host):
    """Writes what a host tensor of the same strides holds."""
    if t.numel():
        _check(_driver.cuMemcpyHtoDAsync_v2(t.data_ptr(), host.data_ptr(), _span(t) * t.element_size(), _stream(t)))


def _up(host, device):
    if host.layout is not torch.strided:
        raise NotImplementedError("the virtual machine has no sparse tensors of PyTorch; run the program with --device gpu")
    if not _is_dense(host):
        host = host.contiguous()
    t = torch.empty_strided(host.shape, host.stride(), dtype=host.dtype, device=device)
    _store(t, host)
    return t


def _generator(g):
    """The CPU's generator that stands for one of the device."""
    key = id(g), g.initial_seed()
    if key not in _generators:
        _generators[key] = torch.Generator().manual_seed(g.initial_seed())
    return _generators[key]


# ---- cells of recurrent networks, for which only the GPU has kernels ------------------------------------

def _sum(a, b, *biases):
    return sum((x for x in biases if x is not None), a + b)


def _lstm_cell(inputs, hidden, cx, input_bias=None, hidden_bias=None):
    i, f, g, o = _sum(inputs, hidden, input_bias, hidden_bias).chunk(4, 1)
    i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
    cy = f * cx + i * g
    return o * cy.tanh(), cy, torch.cat((i, f, g, o), 1)


def _lstm_cell_backward(grad_hy, grad_cy, cx, cy, workspace, has_bias):
    i, f, g, o = workspace.chunk(4, 1)
    out = cy.tanh()
    grad_hy = torch.zeros_like(cy) if grad_hy is None else grad_hy
    grad_cx = grad_hy * o * (1 - out * out) + (0 if grad_cy is None else grad_cy)
    gates = torch.cat((grad_cx * g * i * (1 - i), grad_cx * cx * f * (1 - f), grad_cx * i * (1 - g * g), grad_hy * out * o * (1 - o)), 1)
    return gates, grad_cx * f, gates.sum(0)


def _gru_cell(inputs, hidden, hx, input_bias=None, hidden_bias=None):
    ir, iz, i_new = (inputs if input_bias is None else inputs + input_bias).chunk(3, 1)
    hr, hz, h_new = (hidden if hidden_bias is None else hidden + hidden_bias).chunk(3, 1)
    r, z = (ir + hr).sigmoid(), (iz + hz).sigmoid()
    new = (i_new + r * h_new).tanh()
    return new + z * (hx - new), torch.cat((r, z, new, hx, h_new), 1)


def _gru_cell_backward(grad, workspace, has_bias):
    r, z, new, hx, h_new = workspace.chunk(5, 1)
    grad_z, grad_new = grad * (hx - new) * z * (1 - z), grad * (1 - z) * (1 - new * new)
    grad_r = grad_new * h_new * r * (1 - r)
    inputs, hidden = torch.cat((grad_r, grad_z, grad_new), 1), torch.cat((grad_r, grad_z, grad_new * r), 1)
    return inputs, hidden, grad * z, inputs.sum(0), hidden.sum(0)


CELLS = {'_thnn_fused_lstm_cell': _lstm_cell, '_thnn_fused_lstm_cell_backward_impl': _lstm_cell_backward,
         '_thnn_fused_gru_cell': _gru_cell, '_thnn_fused_gru_cell_backward': _gru_cell_backward}


# ---- operators --------------------------------------------------------------------------------------

class _Call:
    """One call of an operator."""

    def __init__(self, op, name):
        self.op, self.name = op, name
        self.hosts = []  # (tensor on the device, the same on the host, is it written?)
        self.device = None

    def run(self, args, kwargs):
        names = [a.name for a in self.op._schema.arguments]
        formal = dict(zip(names, self.op._schema.arguments))
        args = [self.down(value, formal[name]) for name, value in zip(names, args)]
        kwargs = {name: self.down(value, formal[name]) for name, value in kwargs.items()}
        if self.device is None:
            self.device = torch.device('cuda', torch.cuda.current_device())
        result = self.compute(args, kwargs)
        for t, host, written in self.hosts:
            if written:
                if t.shape != host.shape:
                    t.resize_(host.shape)
                if t.stride() != host.stride():
                    host = _fetch(t, False).copy_(host)
                _store(t, host)
        return self.up(result)

    def down(self, value, formal):
        if isinstance(value, torch.Tensor):
            if not value.is_cuda:
                return value
            self.device = self.device or value.device
            written = formal.alias_info is not None and formal.alias_info.is_write
            host = next((h for t, h, _ in self.hosts if t is value), None)
            if host is None or written:
                host = _fetch(value, not written or not (formal.kwarg_only or self.name in FILLS))
                self.hosts.append((value, host, written))
            return host
        if isinstance(value, (list, tuple)):
            return [self.down(v, formal) for v in value]
        if isinstance(value, torch.device) and value.type == 'cuda':
            self.device = self.device or value
            return torch.device('cpu')
        if isinstance(value, torch.Generator) and value.device.type == 'cuda':
            return _generator(value)
        return value

    def compute(self, args, kwargs):
        try:
            return self.op(*args, **kwargs)
        except NotImplementedError:
            from torch._decomp import decomposition_table
            other = CELLS.get(self.name) or decomposition_table.get(self.op)
            if other is None:
                raise NotImplementedError(f"the virtual machine has no '{self.op.name()}': PyTorch has no kernel of the CPU for it, and its "
                                          'own is machine code; run the program with --device gpu') from None
        return other(*args, **kwargs)

    def up(self, value):
        if isinstance(value, torch.Tensor):
            device = next((t for t, host, _ in self.hosts if host is value), None)
            return _up(value, self.device) if device is None else device
        if isinstance(value, (list, tuple)):
            return type(value)(self.up(v) for v in value) if type(value) in (list, tuple) else tuple(self.up(v) for v in value)
        return value


def _is_plain_copy(to, source):
    return to.dtype == source.dtype and to.shape == source.shape and to.stride() == source.stride() and _is_dense(to) and \
        to.is_conj() == source.is_conj() and to.is_neg() == source.is_neg()


def _copy(to, source, non_blocking=False):
    op = torch.ops.aten.copy_.default
    with torch._C._AutoDispatchBelowAutograd():
        if _is_plain_copy(to, source):
            return op._op_dk(torch._C.DispatchKey.CompositeExplicitAutograd, to, source, non_blocking)  # PyTorch's own, which copies memory
        host = _fetch(source) if source.is_cuda else source
        if not to.is_cuda:
            return to.copy_(host)
        copy = _fetch(to, False)
        copy.copy_(host)
        _store(to, copy)
        return to
