#!/usr/bin/env python3
"""lsp.py - the language server, asked as an editor asks it; prints a line for each case, which lsp.sh compares."""
import os, signal, subprocess, sys, time
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lsp_client import Client, edited, place, uri

PROGRAM = '''#include <cstdio>
__global__ void k(int *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; x[i] = i; }
int main()
{
	int *d;
	cudaMalloc(&d, 10 * sizeof *d);
	k<<<1, 32>>>(d, 10);
	cudaDeviceSynchronize();
	int h[10];
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\\n", h[3]);
	cudaFree(d);
}
'''
RIGHT = PROGRAM.replace('x[i] = i;', 'if (i < n) x[i] = i;')
FOREVER = RIGHT.replace('int main()\n{', '#include <unistd.h>\nint main()\n{\n\tFILE *f = fopen("began", "w"); fclose(f); for (;;) pause();')
n = [0]


def case(good, what, *more):
    n[0] += 1
    print('%s %d - %s' % ('ok' if good else 'not ok', n[0], what), flush=True)
    if not good:
        print('# ' + repr(more), flush=True)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    return os.path.abspath(path)


def codes(diagnostics):
    return [d['code'] for d in diagnostics or []]


def programs():
    path = write("a folder/pr\u00f6g'ram.cu", PROGRAM)
    c = Client(trust=[os.path.abspath('a folder')], options={'shares': True},
               capabilities={'window': {'workDoneProgress': True}, 'workspace': {'codeLens': {'refreshSupport': True}, 'inlayHint': {'refreshSupport': True}}})
    case(c.info['capabilities']['positionEncoding'] == 'utf-16', 'positions are in UTF-16', c.info)
    c.open(path)
    case(c.lenses(path) == ['check', 'profile', 'step'], 'a program has its lenses', c.lenses(path))
    c.save(path)
    d = c.diagnostics(path)
    case(codes(d) == ['out-of-bounds'] and d[0]['range']['start']['line'] == 1 and d[0]['severity'] == 1, 'a save shows the finding at its place', d)
    case(d and [(r['message'], r['location']['uri'], place(r['location'])[:2])
                for r in d[0]['relatedInformation']] == [('launched here: k(int*, int)', uri(path), '6:')], 'and the launch', d)
    case(d and d[0]['codeDescription']['href'].endswith('doc/findings.md'), 'its code leads to the manual', d)
    c.until(lambda m: m.get('method') == 'workspace/codeLens/refresh')
    kinds = [m['params']['value']['kind'] for m in c.seen if m.get('method') == '$/progress']
    case(kinds == ['begin', 'end'], 'progress is shown', kinds)
    case(c.lenses(path)[0] == '1 remark', 'and the lens knows', c.lenses(path))
    c.change(path, '// \u00e9\U0001f600\n' + RIGHT.replace('int *d;', '/* \U0001f600 */ int *d; foo();'))
    c.command('check', path)
    d = c.diagnostics(path)
    case([place(x) for x in d if x['severity'] == 1] == ['5:18-5:21'], 'a text that is not saved is checked from memory, in UTF-16', d)
    case(all('warpbook-lsp' not in x['message'] for x in d), 'with the name that the user knows', d)
    new = os.path.abspath('a folder/new.cu')
    c.open(new, PROGRAM)
    c.command('check', new)
    case(codes(c.diagnostics(new)) == ['out-of-bounds'] and not os.path.exists(new), 'so is a file that is not there yet')
    write(path, RIGHT)
    c.change(path, RIGHT)
    c.save(path)
    d = c.diagnostics(path)
    case(d == [], 'after a mend the finding is gone', d)
    hover = c.hover(path, 5, 3)
    case('cudaError_t cudaMalloc(void **memory, size_t size)' in hover, 'a call of CUDA is explained', hover)
    german, spanish = (Client(language=name) for name in ('de', 'es'))
    for other, text in (german, 'Speicher des aktuellen Ger\u00e4ts, nicht'), (spanish, 'memoria del dispositivo actual, sin'):
        other.open(path)
        hover = other.hover(path, 5, 3)
        case('void **memory' in hover and text in hover, 'in the language of who reads it', hover)
        other.leave()
    case(c.hover(os.path.abspath('t.cu'), 0, 0) == '', 'a file that is not open has nothing to say')
    c.command('profile', path)
    case(c.message() is not None, 'a profile is made')
    case('of the modelled time' in c.hover(path, 1, 90), 'and a line says what it costs', c.hover(path, 1, 90))
    case(any(m.get('method') == 'workspace/inlayHint/refresh' for m in c.seen) and any(line == 1 and label.endswith(' %') for line, label in c.shares(path)),
         'which stands behind it, too, where the option says so', c.shares(path))
    case(c.leave() == 0, 'the server leaves when it is asked to')


def remedies():
    text = PROGRAM.replace('int n) { int', 'int n)\n{\n\tint').replace('; x[i] = i; }', ';\n\tx[i] = i;\n}')
    path = write('mine/guard.cu', text)
    c = Client(trust=[os.path.abspath('mine')], capabilities={'window': {'workDoneProgress': True}})
    c.open(path)
    c.save(path)
    d = c.diagnostics(path)
    case(place(d[0])[:2] == '4:' and not c.info['capabilities']['inlayHintProvider'] and c.shares(path) == [], 'shares are not shown by themselves', d)
    offers = c.actions(path, 4)
    case([o['title'] for o in offers] == ['add the guard `if (i < n)`'] and codes(offers[0]['diagnostics']) == ['out-of-bounds'], 'a remedy is offered', offers)
    case(c.actions(path, 3, seconds=0) == [] and c.actions(path, 4, ['refactor'], 0) == [], 'at its line, to those who ask for it')
    mended = edited(text, offers[0])
    case(mended == text.replace('\tx[i] = i;', '\tif (i < n)\n\t\tx[i] = i;'), 'the edit is the guard', mended)
    c.command('profile', path)
    said = c.message()
    case(said and said.startswith('no kernel came to its end'), 'without an end nothing has a time', said)
    c.change(path, text.replace('(d, 10)', '(d, 20)'))
    case(c.actions(path, 4, seconds=0) == [], 'a change of the text takes the offer back')
    c.command('check', path)
    case(codes(c.diagnostics(path)) == ['out-of-bounds'], 'a guard would not do here')
    c.until(lambda m: m.get('method') == '$/progress' and m['params']['value'].get('message') == 'try a remedy')
    c.until(lambda m: m.get('method') == '$/progress' and m['params']['value']['kind'] == 'end')
    case(c.actions(path, 4, seconds=0) == [], 'what was tried without success is not offered')
    c.change(path, mended)
    c.command('check', path)
    case(c.diagnostics(path) == [], 'after the edit the finding is gone')
    line = write('mine/line.cu', PROGRAM)
    c.open(line)
    c.save(line)
    case(codes(c.diagnostics(line)) == ['out-of-bounds'], 'a kernel may stand on one line')
    offers = c.actions(line, 1)
    case(offers and edited(PROGRAM, offers[0]) == RIGHT, 'its guard comes between its statements', offers)
    c.leave()


def trust():
    path = write('foreign/p.cu', PROGRAM)
    os.makedirs('mine', exist_ok=True)
    if not os.path.islink('mine/link'):
        os.symlink(os.path.abspath('foreign'), 'mine/link')
    c = Client(trust=[os.path.abspath('mine')])
    marker = write('foreign/m.cu', FOREVER)
    for p in path, marker, os.path.abspath('mine/link/m.cu'):
        c.open(p)
        c.save(p)
        case(c.diagnostics(p) == [] and not os.path.exists('foreign/began'), 'a file elsewhere is compiled, and does not run: ' + os.path.relpath(p))
    for p in map(os.path.abspath, ('foreign/new.cu', 'mine/link/new.cu')):
        c.open(p, FOREVER)
        c.command('check', p)
        case(c.diagnostics(p) == [] and not os.path.exists('foreign/began'), 'nor does one that is not there yet: ' + os.path.relpath(p))
    case(c.lenses(path)[0] == 'it compiles; nothing ran', 'as the lens says', c.lenses(path))
    write(path, 'int main() { return foo(); }\n')
    c.save(path)
    d = c.diagnostics(path)
    case(codes(d) == ['compiler'] and place(d[0]).startswith('0:'), "the compiler's messages are shown", d)
    c.command('profile', path)
    said = [m['params']['message'] for m in c.seen if m.get('method') == 'window/showMessage']
    case(any('trust' in text for text in said), 'what would run it says why it does not', said)
    c.leave()


def moved():
    folder = os.path.abspath('there')
    path = write(folder + '/p.cu', PROGRAM)
    c = Client(trust=True)
    c.open(path)
    case(c.lenses(path) == ['check (compile only)'], 'with no folder open, none is trusted', c.lenses(path))
    for change in {'added': [{'uri': uri(folder) + '/'}], 'removed': []}, None, {'added': 3, 'removed': [{}, 5]}:
        c.tell('workspace/didChangeWorkspaceFolders', {'event': change})
    case(c.lenses(path) == ['check', 'profile', 'step'], 'one that is opened later is', c.lenses(path))
    os.remove(path)
    c.save(path)
    d = c.diagnostics(path)
    case(codes(d) == ['out-of-bounds'] and not os.path.exists(path), 'a file deleted after its save is checked from memory', d)
    for n in 1, 'a', 99, None:
        c.tell('$/cancelRequest', {'id': n})
    for a, b in ((2**31, 0), (2**31, 2**31)), ((9, 3), (2, 1)), ((-1, -5), (-1, 'x')), ((2**63 - 1, 2**63 - 1), (2**63 - 1, 0)):
        c.tell('textDocument/didChange', {'textDocument': {'uri': uri(path)}, 'contentChanges': [
            {'range': {'start': dict(zip(('line', 'character'), a)), 'end': dict(zip(('line', 'character'), b))}, 'text': ''}]})
    c.command('check', path)
    case(codes(c.diagnostics(path)) == ['out-of-bounds'], 'edits beyond the text take nothing away')
    os.rename(folder, folder + ' before')
    c.save(path)
    text = c.message()
    case(text and folder in text, 'a folder that has moved is named', text)
    c.tell('workspace/didChangeWorkspaceFolders', {'event': {'added': [], 'removed': [{'uri': uri(folder)}]}})
    os.rename(folder + ' before', folder)
    case(c.lenses(path)[-1] == 'check (compile only)', 'a closed one is not trusted any more', c.lenses(path))
    case(c.leave() == 0, 'and the server still answers')


def cancelling():
    path = write('mine/p.cu', FOREVER)
    c = Client(trust=[os.path.abspath('mine')], capabilities={'window': {'workDoneProgress': True}})
    c.open(path)
    c.save(path)
    for _ in range(600):
        if os.path.exists('mine/began'):
            break
        time.sleep(0.1)
    case(os.path.exists('mine/began'), 'a program that never ends runs')
    began = time.time()
    case('cudaFree' in c.hover(path, FOREVER[:FOREVER.index('cudaFree')].count('\n'), 3) and time.time() - began < 2, 'meanwhile the server answers')
    write(path, PROGRAM)
    c.change(path, PROGRAM)
    c.save(path)
    case(codes(c.diagnostics(path)) == ['out-of-bounds'], 'a newer save cancels it')
    os.remove('mine/began')
    write(path, FOREVER)
    c.change(path, FOREVER)
    c.save(path)
    for _ in range(600):
        if os.path.exists('mine/began'):
            break
        time.sleep(0.1)
    token = [m['params']['token'] for m in c.seen if m.get('method') == 'window/workDoneProgress/create'] or ['']
    begin = c.until(lambda m: m.get('method') == '$/progress' and m['params']['value']['kind'] == 'begin', 5)
    c.tell('window/workDoneProgress/cancel', {'token': (begin or {'params': {'token': token[-1]}})['params']['token']})
    end = c.until(lambda m: m.get('method') == '$/progress' and m['params']['value']['kind'] == 'end', 20)
    case(end is not None, 'a user cancels it')
    os.remove('mine/began')
    c.save(path)
    for _ in range(600):
        if os.path.exists('mine/began'):
            break
        time.sleep(0.1)
    other = Client(trust=[os.path.abspath('mine')])
    other.open(path)
    other.save(path)
    case(other.ask('shutdown') is None, 'a server shuts down while a program runs')
    case((other.ask('shutdown') or {}).get('code') == -32600, 'once')
    other.tell('exit', None)
    case(other.p.wait(30) == 0 and c.lenses(path)[-1] == 'step', 'beside another one in the same folder')
    c.p.stdin.close()
    case(c.p.wait(30) == 1, 'when the editor goes, the server goes')
    time.sleep(0.3)
    left = subprocess.run(['ps', '-e', '-o', 'args'], stdout=subprocess.PIPE).stdout.decode()
    case(os.path.abspath('mine') + '/p' not in left, 'and the program, too', left)
    os.remove('mine/began')


def exercises():
    subprocess.run([os.environ['WARPBOOK_BIN'], 'init', 'ws'], stdout=subprocess.DEVNULL, check=True)
    path = os.path.abspath('ws/exercises/01_kernels/add.cu')
    c = Client(trust=[os.path.abspath('ws')])
    c.open(path)
    c.save(path)
    d = c.diagnostics(path)
    case(codes(d) == ['wrong-answer'], 'an exercise is judged', d)
    case(c.lenses(path) == ['wrong answer', 'check', 'next hint', 'profile', 'step'], 'its lens has the verdict', c.lenses(path))
    c.command('hint', path)
    case((c.message() or '').startswith('hint 1 of 3: '), 'a hint is shown')
    with open(os.path.join(os.environ['TESTS_DIR'], '../solutions/01_kernels/add.cu')) as f:
        solution = f.read()
    c.change(path, solution)
    c.command('check', path)
    case(c.diagnostics(path) == [] and c.lenses(path)[0] == 'passed', 'a solution that is not saved passes', c.lenses(path))
    c.change(path, solution.replace('add(', 'sub('))
    c.command('check', path)
    d = c.diagnostics(path)
    case(d and d[0]['severity'] == 1, 'an exercise without its kernel has an error', d)
    case('**barrier**' in (c.change(path, '__syncthreads();') or c.hover(path, 0, 4)), 'a term is explained', c.hover(path, 0, 4))
    c.leave()


def python():
    solution = os.path.join(os.environ['TESTS_DIR'], '../solutions/01_kernels/add.py')
    if subprocess.run([os.environ['WARPBOOK_BIN'], 'check', '--no-record', '--as', '01_kernels/add', solution],
                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        n[0] += 1
        print('ok %d - programs in Python # SKIP Numba is not here' % n[0])
        return
    write('mine/sizes.py', 'SIZE = 10\n')
    text = ('import numpy as np\nfrom numba import cuda\nimport sizes\n@cuda.jit\ndef k(x):\n    i = cuda.grid(1)\n    x[i] = i\n'
            'd = cuda.to_device(np.zeros(sizes.SIZE, np.float32))\nk[1, 32](d)\nprint(d.copy_to_host())\n')
    path, foreign = write('mine/p.py', text), write('foreign/p.py', 'open("began", "w")\n')
    c = Client(trust=[os.path.abspath('mine')])
    c.open(path, language='python')
    c.save(path)
    d = c.diagnostics(path)
    case(codes(d) == ['out-of-bounds'] and place(d[0]) == '6:4-6:12', 'a program in Python has its findings', d)
    offers = c.actions(path, 6)
    case(offers and '    if i < x.size:\n        x[i] = i\n' in edited(text, offers[0]), 'and the remedy', offers)
    c.change(path, '# moved\n' + text)
    c.command('check', path)
    d = c.diagnostics(path)
    case(codes(d) == ['out-of-bounds'] and place(d[0]) == '7:4-7:12', 'a text that is not saved finds the modules beside it', d)
    c.open(foreign, language='python')
    c.save(foreign)
    c.command('check', foreign)
    case(c.lenses(foreign) == [] and not os.path.exists('foreign/began'), 'elsewhere it does not run')
    c.leave()


def bad_input():
    c = Client(start=False)
    c.send({'id': 1, 'method': 'textDocument/hover'})
    case(c.read()['error']['code'] == -32002, 'before initialize there is nothing to ask')
    c.raw(b'nonsense\r\n\r\n')
    case(c.read()['error']['code'] == -32700, 'a header that is none')
    c.raw(b'Content-Length: 70\r\n\r\n{"jsonrpc":"2.0"')
    case(c.ask('initialize', {'capabilities': 3, 'initializationOptions': [], 'workspaceFolders': [1], 'rootUri': 5}) is not None
         and c.p.poll() is None, 'a torn message, and parameters of all types')
    case((c.ask('x/y') or {}).get('code') == -32601, 'a request that it does not know')
    for params in None, 1, [], {}, {'textDocument': 1}, {'textDocument': {'uri': 'file:///a%00b.cu'}}, {'textDocument': {'uri': 'untitled:1', 'text': 3}}:
        for method in 'didOpen', 'didChange', 'didSave', 'hover', 'codeLens', 'didClose':
            c.tell('textDocument/' + method, params)
            c.ask('textDocument/' + method, params)
        c.ask('workspace/executeCommand', params)
    path = write(os.path.abspath('big.cu'), '')
    big = '// \u00e9\n' * 2000000
    c.open(path, big)
    c.change(path, big)
    c.tell('textDocument/didChange', {'textDocument': {'uri': uri(path)}, 'contentChanges': [
        {'range': {'start': {'line': 1999999, 'character': 0}, 'end': {'line': 1999999, 'character': 0}}, 'text': 'cudaFree'}] * 5})
    case('cudaFree(' not in c.hover(path, 1999999, 3) and 'cudaFree' not in c.hover(path, 0, 3), 'a file of 10 MB, and changes of it')
    c.command('check', path)
    d = c.diagnostics(path)
    case(d and d[0]['severity'] == 1, 'is too large to check, which is said', d)
    case(c.leave() == 0, 'and the server still answers')
    c = Client()
    c.raw(b'Content-Length: 100\r\n\r\n{')
    c.p.stdin.close()
    case(c.p.wait(30) == 1, 'an editor dies in the middle of a message')
    c = Client()
    c.p.stdout.close()
    c.send({'id': 5, 'method': 'x'})
    case(c.p.wait(30) == 1, 'an editor does not read any more')
    c = Client()
    c.p.send_signal(signal.SIGTERM)
    case(c.p.wait(30) == 1, 'a signal ends it')


if __name__ == '__main__':
    for group in sys.argv[1:]:
        globals()[group]()
    print('1..%d' % n[0])
