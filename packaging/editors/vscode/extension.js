// extension.js - starts warpbook's language server. Programs run if the workspace is one that you trust, as VS Code asks.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function start() {
  const settings = workspace.getConfiguration('warpbook');
  client = new LanguageClient('warpbook', 'warpbook', { command: settings.get('path'), args: ['lsp'] }, {
    documentSelector: [{ scheme: 'file', language: 'cuda-cpp' }, { scheme: 'file', language: 'python' }],
    initializationOptions: { trust: workspace.isTrusted, seconds: settings.get('seconds'), shares: settings.get('shares') },
  });
  return client.start();
}

exports.activate = async (context) => {
  context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(async () => { await client.stop(); await start(); }));
  await start();
};
exports.deactivate = () => client && client.stop();
