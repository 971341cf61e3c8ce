import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../root.mjs'

const folder = mkdtempSync(join(tmpdir(), 'claviger-command-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true }))

const says =
  'console.log(JSON.stringify([process.getuid(), process.cwd(), process.env.DATA_FOLDER ?? "", ...process.argv.slice(2)]))'

const place = (name, program) => {
  const home = join(folder, name)
  mkdirSync(join(home, program, '..'), { recursive: true })
  copyFileSync(join(root, 'claviger'), join(home, 'claviger'))
  writeFileSync(join(home, program), says)
  return home
}

const call = (command, args, env = {}) => {
  const { PATH } = process.env
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env: { PATH, ...env } })
  return { status, stderr, said: stdout === '' ? [] : JSON.parse(stdout) }
}

test.each([
  ['in a working copy', 'start/admin.mjs'],
  ['in the image, which has no start folder', 'server/dist/admin.mjs'],
])('claviger admin runs by its path or a link to it: %s', (_where, program) => {
  const home = place(program.replaceAll('/', '-'), program)
  const link = join(folder, `link-${program.replaceAll('/', '-')}`)
  symlinkSync(join(home, 'claviger'), link)
  for (const command of [join(home, 'claviger'), link]) {
    // A relative file is resolved in the caller's folder
    expect(call(command, ['admin', 'backup', 'a file']).said.slice(1)).toEqual([folder, '', 'backup', 'a file'])
  }
  expect(call(link, ['help'])).toMatchObject({ status: 2, stderr: expect.stringContaining('claviger admin help') })
})

test('root acts as the owner of the data folder; other users act as themselves', () => {
  const home = place('owned', 'start/admin.mjs')
  if (process.getuid() !== 0) {
    expect(call(join(home, 'claviger'), ['admin', 'jobs'], { DATA_FOLDER: '/' }).said[0]).toBe(process.getuid())
    return
  }
  const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
  const data = join(folder, 'data')
  mkdirSync(data)
  const mine = call(join(home, 'claviger'), ['admin', 'jobs'], { DATA_FOLDER: data })
  expect(mine.said).toEqual([0, folder, data, 'jobs'])
  chownSync(data, nobody, nobody)
  expect(call(join(home, 'claviger'), ['admin', 'jobs'], { DATA_FOLDER: data }).said).toEqual([
    nobody,
    folder,
    data,
    'jobs',
  ])
  // As in a systemd unit: settings next to the product
  writeFileSync(join(home, '.env'), `PORT=1\nDATA_FOLDER="${data}"\n`)
  expect(call(join(home, 'claviger'), ['admin', 'jobs']).said).toEqual([nobody, folder, data, 'jobs'])
})
