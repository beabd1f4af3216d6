// extension.js - starts warpbook's language server. Programs run if the workspace is one that you trust, as VS Code asks.
const { Uri, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;
const setting = (name) => workspace.getConfiguration('warpbook').get(name);

// The server can only say what to type; here is a terminal for it.
function step(file) {
  window.createTerminal({ name: 'warpbook', shellPath: setting('path'), shellArgs: ['debug', Uri.parse(file).fsPath] }).show();
}

function start() {
  client = new LanguageClient('warpbook', 'warpbook', { command: setting('path'), args: ['lsp'] }, {
    documentSelector: [{ scheme: 'file', language: 'cuda-cpp' }, { scheme: 'file', language: 'python' }],
    initializationOptions: { trust: workspace.isTrusted, seconds: setting('seconds'), shares: setting('shares') },
    middleware: { executeCommand: (name, args, next) => name === 'warpbook.step' ? step(args[0]) : next(name, args) },
  });
  return client.start().catch(() => void window.showErrorMessage(`warpbook.path: '${setting('path')}' does not start`));
}

async function restart() {
  if (client.isRunning()) await client.dispose();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(restart),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('warpbook') && restart()));
  await start();
};
exports.deactivate = () => client && client.stop();
