// Replaces pcsc-mini's native part in a single executable, which carries it as an asset: the system loads native
// code from files only.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { getRawAsset } = require('node:sea')

const folder = mkdtempSync(join(tmpdir(), 'claviger-reader-'))
const file = join(folder, 'pcsc.node')
writeFileSync(file, new Uint8Array(getRawAsset('pcsc.node')), { mode: 0o700 })
process.dlopen(module, file)
// Windows locks loaded files
if (process.platform !== 'win32') rmSync(folder, { recursive: true })
