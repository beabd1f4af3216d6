#!/bin/sh
# build.sh - makes warpbook.vsix in the current folder, with npm: `code --install-extension warpbook.vsix` installs it.
set -e
here=$(cd "$(dirname "$0")" && pwd)
target=$PWD/warpbook.vsix
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here/package.json" "$here/extension.js" "$scratch"
cd "$scratch"
npm install --omit=dev --no-audit --no-fund
npx --yes @vscode/vsce@3 package --allow-missing-repository --skip-license --out "$target"
