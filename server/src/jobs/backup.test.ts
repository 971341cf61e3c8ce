import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { alarmsOf } from '../platform/alarms.ts'
import { days } from '../platform/clock.ts'
import { backupNightly } from './backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'claviger-nightly-'))
const backups = join(folder, 'backups')
const { world, clock } = await startTestApp({ BACKUP_FOLDER: backups, BACKUP_KEEP: '2' })
const none = await startTestApp()
afterAll(() => rm(folder, { recursive: true }))

test('a backup is written every night, and only the configured number is kept', async () => {
  const names: string[] = []
  for (let night = 0; night < 3; night++) {
    await backupNightly.work(world, {})
    names.push(`claviger-${clock.now().toISOString().slice(0, 10)}.sql.gz`)
    clock.forward(days(1))
  }
  await writeFile(join(backups, 'of-somebody-else.txt'), '')
  clock.forward(-days(1))
  // A second run in the same night replaces the first
  await backupNightly.work(world, {})
  expect((await readdir(backups)).toSorted()).toEqual([...names.slice(1), 'of-somebody-else.txt'])
  expect((await stat(join(backups, names[2] as string))).size).toBeGreaterThan(1000)
})

test('a failed backup leaves no partial file and raises an alarm until one succeeds', async () => {
  await rm(backups, { recursive: true, force: true })
  await writeFile(backups, 'a file in the place of the folder')
  await expect(backupNightly.work(world, {})).rejects.toThrow()
  expect(alarmsOf(world).get('backup')).toContain('No backup could be written')
  await rm(backups)
  await backupNightly.work(world, {})
  expect(alarmsOf(world).has('backup')).toBe(false)
  expect((await readdir(backups)).filter(name => name.endsWith('.part'))).toEqual([])
})

test('no backup is written without a folder', async () => {
  await backupNightly.work(none.world, {})
  expect(alarmsOf(none.world).has('backup')).toBe(false)
})
