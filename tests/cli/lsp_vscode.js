// lsp_vscode.js - for lsp_vscode.sh: our server, asked with the protocol library of VS Code's own client, as extension.js sets it up.
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');
const lsp = require('vscode-languageserver-protocol/node');

const file = path.resolve('a program.cu');
const uri = pathToFileURL(file).href;
const text = fs.readFileSync(file, 'utf8');
const server = spawn(process.env.WARPBOOK_BIN, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
const document = { uri };

function diagnostics() {
  return new Promise((resolve) => connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => p.uri === uri && resolve(p.diagnostics)));
}

async function actions(line) {
  const range = lsp.Range.create(line, 0, line, 0);
  for (;;) {
    const found = await connection.sendRequest(lsp.CodeActionRequest.type, { textDocument: document, range, context: { diagnostics: [] } });
    if (found.length) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function main() {
  connection.onRequest(lsp.WorkDoneProgressCreateRequest.type, () => null);
  connection.listen();
  const settings = JSON.parse(fs.readFileSync(path.join(process.env.EXTENSION, 'package.json'))).contributes.configuration.properties;
  const info = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid, rootUri: null, workspaceFolders: [{ uri: pathToFileURL(process.cwd()).href, name: 'here' }],
    capabilities: { window: { workDoneProgress: true } },
    initializationOptions: { trust: true, seconds: settings['warpbook.seconds'].default, shares: settings['warpbook.shares'].default },
  });
  console.log('server', info.serverInfo.name, 'hints', info.capabilities.inlayHintProvider);
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'cuda-cpp', version: 1, text } });
  const coming = diagnostics();
  await connection.sendNotification(lsp.DidSaveTextDocumentNotification.type, { textDocument: document });
  for (const d of await coming) console.log('line', d.range.start.line + 1, d.code, lsp.Diagnostic.is(d));
  const lenses = await connection.sendRequest(lsp.CodeLensRequest.type, { textDocument: document });
  console.log('lenses', lenses.map((l) => lsp.CodeLens.is(l) && l.command.title).join(', '));
  const hover = await connection.sendRequest(lsp.HoverRequest.type, { textDocument: document, position: { line: 8, character: 3 } });
  console.log('hover', lsp.Hover.is(hover), hover.contents.value.split('\n')[1]);
  const [action] = await actions(3);
  console.log('action', lsp.CodeAction.is(action), action.title, lsp.WorkspaceEdit.is(action.edit));
  await connection.sendRequest(lsp.ShutdownRequest.type);
  server.on('exit', (code) => { console.log('exit', code); process.exit(0); });
  await connection.sendNotification(lsp.ExitNotification.type);
}

setTimeout(() => { console.log('time is over'); process.exit(1); }, 100000).unref();
main().catch((e) => { console.log('failed', e); process.exit(1); });
