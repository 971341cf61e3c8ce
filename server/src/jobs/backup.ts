import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lower, raise } from '../platform/alarms.ts'
import { writeBackup } from '../platform/backup/backup-writer.ts'
import type { JobKind } from '../platform/jobs.ts'

const ours = /^claviger-\d{4}-\d{2}-\d{2}\.sql\.gz$/

export const backupNightly: JobKind = {
  name: 'backup',
  cron: '30 2 * * *',
  async work(world) {
    const { backupFolder: folder, backupKeep: kept } = world.config
    if (folder === undefined) return
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `claviger-${world.clock.now().toISOString().slice(0, 10)}.sql.gz`
      const written = await writeBackup(world, join(folder, name))
      const all = (await readdir(folder)).filter(one => ours.test(one)).toSorted()
      for (const old of all.slice(0, -kept)) await rm(join(folder, old))
      world.log.info(written, 'a backup was written')
      lower(world, 'backup')
    } catch (error) {
      raise(world, 'backup', `No backup could be written to ${folder}: ${String(error)}`)
      throw error
    }
  },
}
