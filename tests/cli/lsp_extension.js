// lsp_extension.js - for lsp_vscode.sh: the extension with a VS Code and a client that only write down what it does with them.
const Module = require('module');
const settings = { path: '/nowhere', seconds: 60, shares: false };
let settingsChange, trustGrant;
const vscode = {
  Uri: { parse: (uri) => ({ fsPath: decodeURIComponent(uri.slice('file://'.length)) }) },
  window: {
    createTerminal: (o) => ({ show: () => console.log('terminal', o.shellPath, o.shellArgs.join(' ')) }),
    showErrorMessage: (text) => { console.log('error', text); return new Promise(() => {}); }, // nobody closes it
  },
  workspace: {
    isTrusted: false,
    getConfiguration: () => ({ get: (name) => settings[name] }),
    onDidGrantWorkspaceTrust: (f) => { trustGrant = f; },
    onDidChangeConfiguration: (f) => { settingsChange = f; },
  },
};
let made;
class LanguageClient {
  constructor(id, name, server, options) { made = Object.assign(this, { server, options, running: false }); }
  isRunning() { return this.running; }
  async start() {
    if (this.server.command === '/nowhere') throw new Error('it is not there');
    this.running = true;
    console.log('start', this.server.command, this.server.args.join(' '), JSON.stringify(this.options.initializationOptions));
  }
  async dispose() {
    if (!this.running) throw new Error('it does not run');
    console.log('end');
  }
}
const load = Module._load;
const known = { vscode, 'vscode-languageclient/node': { LanguageClient } };
Module._load = (name, ...rest) => known[name] || load(name, ...rest);
const { activate } = require(process.env.EXTENSION + '/extension.js');
const of = (section) => ({ affectsConfiguration: (name) => name === section });

async function main() {
  await activate({ subscriptions: [] });
  settings.path = '/bin/warpbook';
  await settingsChange(of('editor'));
  await settingsChange(of('warpbook'));
  vscode.workspace.isTrusted = true;
  await trustGrant();
  const { executeCommand } = made.options.middleware;
  executeCommand('warpbook.step', ['file:///a%20b.cu'], () => console.log('asked the server'));
  executeCommand('warpbook.check', ['file:///a%20b.cu'], (name) => console.log('asked the server', name));
}
main().catch((e) => console.log('failed', e));
