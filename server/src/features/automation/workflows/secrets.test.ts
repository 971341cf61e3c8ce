import { workflows } from '@claviger/contract/automation/workflows'
import { activity } from '@claviger/contract/oversight/activity'
import { userImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { doors } from '#test/api/doors.ts'
import { house } from '#test/app/house.ts'
import { outboxMails } from '#integrations/mail.ts'

const logged: string[] = []
const home = await house({}, { write: line => void logged.push(line) })
const { world } = home
const open = doors(home)
const { owner } = open
const query = async <T>(sql: string, values: unknown[] = []) => (await world.superPool.query(sql, values)).rows as T[]

test('a first PIN and a card number stand in no line of the log, mail, export, or row once the card works', async () => {
  const [pin, number] = ['740915', '04D7E8F9']
  const asOwner = await owner()
  const csv = `User ID,First name,Last name,Email,Attribute 1,Attribute 2\npinned,Pia,Pinned,pinned@northgate.example,${number},${pin}`
  const of = await asOwner.tell(userImport.upload, { csv })
  await asOwner.tell(userImport.map, { id: of.id, mapping: of.mapping })
  const state = async () => (await asOwner.tell(userImport.get, { id: of.id })).state
  await expect.poll(state, { timeout: 10_000 }).toBe('reviewed')
  await asOwner.tell(userImport.start, { id: of.id })
  await expect.poll(state, { timeout: 10_000 }).toBe('done')
  const [found] = (await asOwner.tell(users.list, { search: 'pinned' })).items
  const ward = await open.addGroup('Pinned', [found?.id ?? ''])
  const settings = {
    kind: 2 as const,
    by: 'attribute' as const,
    attribute: 1,
    pinAttribute: 2,
    cardFormat: 'hex' as const,
  }
  const daily = { trigger: 'schedule' as const, scheduleInterval: 1, hour: 3 }
  const { id } = await asOwner.tell(workflows.create, { name: 'Cards', type: 2, ...daily, groups: [ward], settings })
  expect(await (await owner()).tell(workflows.execute, { id })).toMatchObject({ done: 1 })

  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
       and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`,
  )
  const holding = async (text: string) => {
    const names: string[] = []
    for (const { name } of tables)
      if ((await query(`select from ${name} t where strpos(t::text, $1) > 0 limit 1`, [text])).length > 0)
        names.push(name)
    return names
  }
  expect(tables.length).toBeGreaterThan(100)
  // The witness of the tests keeps what statements wrote; the product does not have it
  expect((await holding(pin)).filter(name => !name.includes('witness'))).toEqual([])
  const lines = await asOwner.tell(activity.exportAll, { format: 'csv' })
  for (const secret of [pin, number]) {
    expect(JSON.stringify(await query('select * from activities'))).not.toContain(secret)
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(JSON.stringify(await outboxMails(world))).not.toContain(secret)
    expect(logged.join('')).not.toContain(secret)
  }
})
