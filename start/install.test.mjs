import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { root } from './root.mjs'

const folder = mkdtempSync(join(tmpdir(), 'claviger-install-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('groups of packages are installed one after the other, and the package lists are updated once', () => {
  const log = join(folder, 'log')
  const program = (name, ...lines) =>
    writeFileSync(join(folder, name), ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 })
  program('sudo', '[ "$1" = -n ] && shift', 'exec "$@"')
  program('apt-get', `echo "begin $*" >> ${log}`, 'sleep 0.05', `echo "end $*" >> ${log}`)
  const module = pathToFileURL(join(root, 'start/install.mjs')).href
  const script = `
    const { install } = await import('${module}')
    await Promise.all([install('tests', 'one', 'two'), install('tests', 'three')])`
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', script], { env }).status).toBe(0)
  const calls = readFileSync(log, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.endsWith('--version'))
  const apart = ['update', 'install -y --no-install-recommends one two', 'install -y --no-install-recommends three']
  expect(calls).toEqual(apart.flatMap(call => [`begin ${call}`, `end ${call}`]))
})
