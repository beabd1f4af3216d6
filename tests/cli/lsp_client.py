#!/usr/bin/env python3
"""lsp_client.py - talks to `warpbook lsp` as an editor does: a Client for scripts, and for the tests of lsp.sh."""
import json, os, select, subprocess, sys, time, urllib.parse


def uri(path):
    return 'file://' + urllib.parse.quote(os.path.abspath(path))


class Client:
    def __init__(self, trust=None, options=None, capabilities=None, start=True, language=''):
        self.p = subprocess.Popen([os.environ['WARPBOOK_BIN'], 'lsp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  env=dict(os.environ, LANGUAGE=language))
        self.buf, self.ids, self.seen, self.versions = b'', 0, [], 0
        if start:
            options = dict(options or {}, trust=trust if trust is not None else [])
            self.info = self.ask('initialize', {'processId': None, 'rootUri': None, 'initializationOptions': options,
                                                'capabilities': capabilities or {}})
            self.tell('initialized', {})

    def raw(self, data):
        self.p.stdin.write(data)
        self.p.stdin.flush()

    def send(self, message):
        body = json.dumps(dict(message, jsonrpc='2.0')).encode()
        self.raw(b'Content-Length: %d\r\n\r\n' % len(body) + body)

    def tell(self, method, params):
        self.send({'method': method, 'params': params})

    def read(self, seconds=60):
        """The next message; None: none came, or the server has gone."""
        end = time.time() + seconds
        while True:
            head, sep, rest = self.buf.partition(b'\r\n\r\n')
            if sep:
                n = int(head.split(b':')[1])
                if len(rest) >= n:
                    self.buf = rest[n:]
                    message = json.loads(rest[:n])
                    self.seen.append(message)
                    return message
            if not select.select([self.p.stdout], [], [], max(0, end - time.time()))[0]:
                return None
            more = os.read(self.p.stdout.fileno(), 1 << 16)
            if not more:
                return None
            self.buf += more

    def until(self, test, seconds=60):
        end = time.time() + seconds
        while time.time() < end:
            message = self.read(end - time.time())
            if message is None:
                return None
            if test(message):
                return message

    def ask(self, method, params=None, seconds=60):
        self.ids += 1
        n = self.ids
        self.send({'id': n, 'method': method, 'params': params})
        answer = self.until(lambda m: m.get('id') == n and 'method' not in m, seconds) or {}
        return answer.get('result', answer.get('error'))

    def open(self, path, text=None, language='cuda-cpp'):
        if text is None:
            with open(path, encoding='utf-8', newline='') as f:
                text = f.read()
        self.tell('textDocument/didOpen', {'textDocument': {'uri': uri(path), 'languageId': language, 'version': 1, 'text': text}})

    def change(self, path, text):
        self.versions += 1
        self.tell('textDocument/didChange', {'textDocument': {'uri': uri(path), 'version': self.versions}, 'contentChanges': [{'text': text}]})

    def save(self, path):
        self.tell('textDocument/didSave', {'textDocument': {'uri': uri(path)}})

    def diagnostics(self, path, seconds=60):
        m = self.until(lambda m: m.get('method') == 'textDocument/publishDiagnostics' and m['params']['uri'] == uri(path), seconds)
        return m['params']['diagnostics'] if m else None

    def command(self, name, path):
        return self.ask('workspace/executeCommand', {'command': 'warpbook.' + name, 'arguments': [uri(path)]})

    def message(self, seconds=60):
        m = self.until(lambda m: m.get('method') == 'window/showMessage', seconds)
        return m['params']['message'] if m else None

    def hover(self, path, line, character):
        got = self.ask('textDocument/hover', {'textDocument': {'uri': uri(path)}, 'position': {'line': line, 'character': character}})
        return got['contents']['value'] if got else ''

    def lenses(self, path):
        return [lens['command']['title'] for lens in self.ask('textDocument/codeLens', {'textDocument': {'uri': uri(path)}})]

    def actions(self, path, line, only=None, seconds=30):
        """The titles and edits for a line; waits until each remedy has been tried."""
        end = time.time() + seconds
        while True:
            got = self.ask('textDocument/codeAction', {'textDocument': {'uri': uri(path)}, 'context': {'diagnostics': [], 'only': only or []}, 'range': {
                'start': {'line': line, 'character': 0}, 'end': {'line': line, 'character': 0}}})
            if got or time.time() > end:
                return got
            time.sleep(0.1)

    def shares(self, path):
        got = self.ask('textDocument/inlayHint', {'textDocument': {'uri': uri(path)}, 'range': {
            'start': {'line': 0, 'character': 0}, 'end': {'line': 999, 'character': 0}}})
        return [(h['position']['line'], h['label']) for h in got]

    def leave(self):
        self.ask('shutdown')
        self.tell('exit', None)
        return self.p.wait(30)


def edited(text, action):
    """The text after the action; in it no character has two units."""
    lines = text.split('\n')
    for edit in next(iter(action['edit']['changes'].values())):
        a, b = edit['range']['start'], edit['range']['end']
        rest = lines[b['line']][b['character']:]
        lines[a['line']:b['line'] + 1] = [lines[a['line']][:a['character']] + edit['newText'] + rest]
    return '\n'.join(lines)


def place(d):
    r = d['range']
    return '%d:%d-%d:%d' % (r['start']['line'], r['start']['character'], r['end']['line'], r['end']['character'])
