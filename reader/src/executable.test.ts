import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'claviger-executable-'))
afterAll(() => rmSync(folder, { recursive: true }))
const root = join(import.meta.dirname, '..')

test('the executable for this platform runs without Node and without its sources', { timeout: 120_000 }, () => {
  const built = execFileSync(process.execPath, ['executable.ts', '--to', folder], { cwd: root, stdio: 'pipe' })
  const file = built.toString().trim()
  const { stderr, status } = spawnSync(file, ['--server', 'http://id.example.org'], { cwd: folder, env: {} })
  expect([stderr.toString(), status]).toEqual(['The server address must begin with https://\n', 1])
})
