import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'
import { collectStatements } from '#test/app/sent-statements.ts'

const home = await startTestApp()
const { world } = home
const { id: connection, send } = await scimConnection(home, 'Lists')
const { remove, restore } = testData(home)

const person = (name: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: name,
  name: { familyName: name },
})
const people: string[] = []
for (let at = 0; at < 30; at++) people.push((await send('POST', '/Users', person(`person-${at}`))).body.id)
const group = (await send('POST', '/Groups', { displayName: 'Everybody', members: people.map(value => ({ value })) }))
  .body.id as string
const list = async (query: string) => {
  const { body } = await send('GET', `/Users?${query}`)
  return { ids: body.Resources.map((one: { id: string }) => one.id) as string[], total: body.totalResults as number }
}
const total = async () => (await list('count=0')).total
const asked = async (work: () => Promise<unknown>) =>
  (await collectStatements(work)).filter(
    text => !/^(begin|commit|select t\.id as token_id|select note_scim_use)/.test(text),
  )

test('totals match the number of users after every kind of addition and removal', async () => {
  expect(await total()).toBe(30)
  const [first = '', second = ''] = people
  await send('DELETE', `/Users/${first}`)
  expect(await total()).toBe(29)
  expect((await list('startIndex=1&count=2')).ids).toEqual(people.slice(1, 3))
  expect((await send('POST', '/Users', person('person-0'))).body.id).toBe(first)
  await remove(second)
  expect(await total()).toBe(29)
  await restore(second)
  expect(await total()).toBe(30)
  const { rows } = await world.superPool.query(
    `select (select sum(n)::int from scim_tallies where connection_id = $1 and what = 'user') as kept,
       (select count(*)::int from scim_resources where connection_id = $1 and what = 'user' and gone_at is null) as there`,
    [connection],
  )
  expect(rows).toEqual([{ kept: 30, there: 30 }])
})

test('each page has the right users from any start, and a distant page is not counted from the start', async () => {
  const whole = (await list('count=100')).ids
  expect(whole).toHaveLength(30)
  for (const start of [1, 2, 15, 30, 31])
    expect(await list(`startIndex=${start}&count=7`)).toEqual({ ids: whole.slice(start - 1, start + 6), total: 30 })
  await world.superPool.query('update scim_resources set place = place * 500 where connection_id = $1', [connection])
  await world.superPool.query('delete from scim_tallies where connection_id = $1', [connection])
  await world.superPool.query(
    `insert into scim_tallies (workspace_id, connection_id, what, block, n)
     select workspace_id, connection_id, what, place >> 10, count(*) from scim_resources where connection_id = $1 and gone_at is null
     group by 1, 2, 3, 4`,
    [connection],
  )
  for (const start of [1, 4, 15, 29, 30, 31, 500])
    expect(await list(`startIndex=${start}&count=7`)).toEqual({ ids: whole.slice(start - 1, start + 6), total: 30 })
  await send('DELETE', `/Users/${whole[3]}`)
  expect((await list('startIndex=3&count=3')).ids).toEqual([whole[2], whole[4], whole[5]])
  await send('POST', '/Users', person(`person-3`))
})

test('members of a group are paged with each listed once and counted in one statement', async () => {
  const filter = encodeURIComponent(`groups.value eq "${group}"`)
  const seen: string[] = []
  const texts = await asked(async () => {
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { body } = await send('GET', `/Users?filter=${filter}&attributes=userName&count=8&cursor=${cursor}`)
      expect(body.totalResults).toBe(30)
      seen.push(...body.Resources.map((one: { id: string }) => one.id))
      cursor = body.nextCursor
    }
  })
  expect(seen.toSorted()).toEqual(people.toSorted())
  expect(texts.filter(text => text.includes('count('))).toHaveLength(1)
  expect(texts).toHaveLength(5)
  const both = encodeURIComponent(`groups[value eq "${group}"] and userName sw "person-1"`)
  expect((await list(`filter=${both}`)).ids).toHaveLength(11)
  const none = encodeURIComponent('groups.value eq "00000000-0000-4000-8000-000000000000"')
  expect(await list(`filter=${none}`)).toEqual({ ids: [], total: 0 })
  const forged = Buffer.from(JSON.stringify({ l: 'x', i: "1'; --", n: 0, t: 0 })).toString('base64url')
  expect(await send('GET', `/Users?cursor=${forged}`)).toMatchObject({
    status: 400,
    body: { scimType: 'invalidCursor' },
  })
})

test('reads a user or a page in one statement, and batches concurrent changes', async () => {
  await send('GET', `/Users/${people[0]}`)
  expect(await asked(() => send('GET', `/Users/${people[1]}`))).toHaveLength(1)
  expect(await asked(() => send('GET', '/Users?startIndex=11&count=10'))).toHaveLength(1)
  const members = (op: string, some: readonly string[]) => () =>
    send('PATCH', `/Groups/${group}?excludedAttributes=members`, {
      Operations: [{ op, path: 'members', value: some.map(value => ({ value })) }],
    })
  const few = await asked(members('remove', people.slice(0, 2)))
  const many = await asked(members('remove', people.slice(2, 30)))
  expect(many).toEqual(few)
  expect(many.length).toBeLessThanOrEqual(12)
  const one = await asked(() => send('POST', '/Users', person('counted-one')))
  expect(one.length).toBeLessThanOrEqual(14)
  const crowd = await asked(() =>
    Promise.all(Array.from({ length: 30 }, (_one, at) => send('POST', '/Users', person(`counted-${at}-more`)))),
  )
  expect(crowd.length).toBeLessThanOrEqual(one.length * 3)
})
