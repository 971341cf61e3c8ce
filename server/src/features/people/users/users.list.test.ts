import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { userDetails, userSorts, users, userStatus } from '@claviger/contract/people/users'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'
import { transact } from '#platform/db/transaction.ts'

const { as, given, world } = await startTestApp()
const { workspace: northgate } = given.owner
const reader = as(given.readOnly.accessToken)
type Ask = Parameters<typeof reader.tell<typeof users.list>>[1]
type Answer = OutputOf<typeof users.list.reply>

const add = (rows: { first?: string; last?: string; [more: string]: unknown }[], workspace = northgate) =>
  transact(
    world,
    { actor: { kind: 'nobody' }, request: { id: 'test', ip: '::1', userAgent: '' }, workspace },
    async ctx => {
      const made = rows.map(({ first = 'X', last = 'Y', last_sign_in_at: _at, ...more }) => ({
        id: newId(),
        first_name: first,
        last_name: last,
        ...more,
      }))
      const values = made.map(row => ({ workspace_id: workspace, user_id: row.id, ...row }))
      for (let from = 0; from < values.length; from += 500)
        await ctx.db
          .insertInto('users')
          .values(values.slice(from, from + 500))
          .execute()
      for (const [place, { id }] of made.entries()) {
        const at = rows[place]?.['last_sign_in_at'] as Date | null | undefined
        if (at)
          await ctx.db.updateTable('user_sign_ins').set({ last_sign_in_at: at }).where('user_id', '=', id).execute()
      }
      return made.map(row => row.id)
    },
  )
const put = (table: 'group' | 'unit', name: string, members: string[], type = 1) =>
  transact(
    world,
    { actor: { kind: 'nobody' }, request: { id: 'test', ip: '::1', userAgent: '' }, workspace: northgate },
    async ctx => {
      const id = newId()
      const row = { workspace_id: northgate, id, name }
      if (table === 'group')
        await ctx.db
          .insertInto('groups')
          .values({ ...row, type })
          .execute()
      else await ctx.db.insertInto('organization_units').values(row).execute()
      for (const user_id of members) {
        if (table === 'group')
          await ctx.db.insertInto('group_members').values({ workspace_id: northgate, group_id: id, user_id }).execute()
        else await ctx.db.insertInto('unit_members').values({ workspace_id: northgate, unit_id: id, user_id }).execute()
      }
      return id
    },
  )
const names = async (ask: Ask) =>
  (await reader.tell(users.list, ask)).items.map(item => `${item.firstName} ${item.lastName}`)

async function everyPage(ask: NonNullable<Ask>, by = reader): Promise<Answer['items']> {
  const seen: Answer['items'] = []
  let after: string | undefined
  for (let pages = 0; pages < 200; pages++) {
    const answer: Answer = await by.tell(users.list, { ...ask, ...(after && { after }) })
    seen.push(...answer.items)
    if (answer.next === null) return seen
    after = answer.next
  }
  throw new Error('the list does not end')
}

describe('searching', () => {
  beforeAll(async () => {
    await add([
      { first: 'Zoë', last: 'Núñez', user_id: 'zn', email: 'zoe@elsewhere.example', employee_id: 'E-0042' },
      { first: 'Οδυσσεύς', last: 'Ξένος' },
      { first: 'Per%cent', last: 'Under_score', phone_country: '+49', phone_number: '1711234567' },
      { first: 'Søren', last: 'Strauß' },
      { first: 'Back\\slash', last: "Quote's" },
    ])
  })

  test.each([
    ['zoe', 'Zoë Núñez'],
    ['NÚÑEZ', 'Zoë Núñez'],
    ['zoe nunez', 'Zoë Núñez'],
    ['zn', 'Zoë Núñez'],
    ['@elsewhere', 'Zoë Núñez'],
    ['e-0042', 'Zoë Núñez'],
    ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς Ξένος'],
    ['soren strauss', 'Søren Strauß'],
    ['STRAUẞ', 'Søren Strauß'],
    ['r%c', 'Per%cent Under_score'],
    ['r_s', 'Per%cent Under_score'],
    ['+49171', 'Per%cent Under_score'],
    ['k\\s', "Back\\slash Quote's"],
    ["quote's", "Back\\slash Quote's"],
  ])('%s finds %s', async (search, name) => {
    expect(await names({ search })).toEqual([name])
    expect((await reader.tell(users.ids, { search })).items.map(item => item.name)).toEqual([name])
  })

  test('treats wildcards as plain characters', async () => {
    for (const search of ['%%%', '___', 'z_e', 'zo%', '\\\\\\']) expect(await names({ search })).toEqual([])
  })
})

describe('filters', () => {
  test('status, group, unit, source, and missing keys filter the list, separately, combined, and with a search', async () => {
    const [a, b, c] = (await add([
      { first: 'Filter', last: 'A', source: 4, active_keys: 1, had_key: true },
      { first: 'Filter', last: 'B', source: 4, invited_at: new Date() },
      { first: 'Filter', last: 'C', suspended_at: new Date() },
    ])) as [string, string, string]
    const group = await put('group', 'Filtered', [a, b])
    const unit = await put('unit', 'Filtered', [b, c])
    const everyone = await put('group', 'Everyone', [], 0)
    const last = async (ask: Ask) => (await names(ask)).map(name => name.slice(-1)).join('')
    for (const search of [undefined, 'filter']) {
      const ask = search === undefined ? {} : { search }
      expect(await last({ ...ask, source: 4 })).toBe('AB')
      expect(await last({ ...ask, group })).toBe('AB')
      expect(await last({ ...ask, unit })).toBe('BC')
      expect(await last({ ...ask, group, unit })).toBe('B')
      expect(await last({ ...ask, group, withoutKey: true })).toBe('B')
      expect(await last({ ...ask, status: [userStatus.suspended] })).toBe('C')
      expect(await last({ ...ask, status: [userStatus.suspended, userStatus.pending] })).toBe('BC')
    }
    expect(await last({ group: everyone, search: 'filter' })).toBe('ABC')
    expect((await reader.tell(users.list, { group, pageSize: 1 })).items[0]).toMatchObject({
      groups: [{ id: group, name: 'Filtered' }],
    })
    const { all, byStatus } = await reader.tell(users.counts)
    expect(byStatus).toEqual(expect.arrayContaining([{ status: userStatus.suspended, count: 1 }]))
    expect(all).toBe((await reader.tell(users.list, {})).total)
  })
})

describe('returned fields', () => {
  test('match what the list shows, with further details on request', async () => {
    const [told] = (await add([{ first: 'Told', last: 'Whole', email: 'told@whole.example' }])) as [string]
    const unit = await put('unit', 'Told', [told])
    const whole = await reader.tell(users.get, { id: told })
    const ask = async (also?: (typeof userDetails)[number][]) => {
      const { items } = await reader.tell(users.list, { search: 'told whole', ...(also && { also }) })
      return items[0] as Record<string, unknown>
    }
    const usual = await ask()
    expect(whole).toMatchObject(usual)
    for (const detail of userDetails) expect(usual).not.toHaveProperty(detail)
    expect(await ask(['organizationUnits'])).toEqual({ ...usual, organizationUnits: [{ id: unit, name: 'Told' }] })
    expect(await ask(['source', 'createdAt'])).toEqual({ ...usual, source: 1, createdAt: whole.createdAt })
    expect(await ask(userDetails)).toEqual(whole)
    expect(await reader.ask(users.list, { also: 'language' })).toMatchObject({ status: 422 })
  })
})

describe('pages', () => {
  test('visit every user exactly once by cursor, in order, for every sort order and name', async () => {
    const name = fc.oneof(fc.constantFrom('Ann', 'ann', 'Änn', 'Bo', ''), fc.string({ maxLength: 12, unit: 'binary' }))
    const clean = name.map(text => text.replaceAll('\0', ''))
    const person = fc.record({
      first: clean,
      last: clean,
      employee_id: fc.option(fc.uuid()),
      last_sign_in_at: fc.option(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true }),
      ),
      invited_at: fc.option(fc.constant(new Date())),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 25 }), async people => {
        await add(people)
        for (const sort of userSorts) {
          for (const order of ['asc', 'desc'] as const) {
            const all = await everyPage({ sort, order, pageSize: 7 })
            const { total } = await reader.tell(users.list, { pageSize: 1 })
            expect(new Set(all.map(item => item.id)).size).toBe(all.length)
            expect(all.length).toBe(total)
            const reverse = await everyPage({ sort, order: order === 'asc' ? 'desc' : 'asc', pageSize: 100 })
            expect(reverse.map(item => item.id).toReversed()).toEqual(all.map(item => item.id))
          }
        }
      }),
      { numRuns: 5 },
    )
  })

  test('by last sign-in start with users who never signed in, skip deleted users, and keep the time on restore', async () => {
    const [never, early, late] = (await add([
      { first: 'Lsi', last: 'Never' },
      { first: 'Lsi', last: 'Early', last_sign_in_at: new Date('2020-01-01') },
      { first: 'Lsi', last: 'Late', last_sign_in_at: new Date('2020-02-01') },
    ])) as [string, string, string]
    const unit = await put('unit', 'Signed in', [never, early, late])
    const asked = [{ unit }, { search: 'lsi' }, { unit, search: 'lsi' }]
    const order = async (ask: Ask) => (await reader.tell(users.list, { ...ask, sort: 'lastSignIn' })).items
    for (const ask of asked)
      expect((await order(ask)).map(item => item.lastSignInAt)).toEqual([
        null,
        '2020-01-01T00:00:00.000Z',
        '2020-02-01T00:00:00.000Z',
      ])
    const admin = as(given.administrator.accessToken)
    await admin.tell(users.remove, { id: early })
    for (const ask of [...asked, { pageSize: 100, order: 'desc' as const }])
      expect((await order(ask)).map(item => item.id)).not.toContain(early)
    await admin.tell(users.restore, { id: early })
    for (const ask of asked) expect((await order(ask)).map(item => item.id)).toEqual([never, early, late])
  })

  test('agree by page number, cursor, and search, even if most users match', async () => {
    // In another workspace, where no other test counts them
    const { workspace, accessToken } = given.ownerElsewhere
    const there = as(accessToken)
    await add(
      Array.from({ length: 3000 }, (_, n) => ({ first: `Many${n % 7}`, last: `Match${n % 100 === 0 ? ' Rare' : ''}` })),
      workspace,
    )
    for (const [search, total, totalIs] of [
      ['rare', 30, 'exact'],
      ['matc', expect.any(Number) as number, 'at least'],
    ] as const) {
      for (const sort of userSorts) {
        const first = await there.tell(users.list, { search, sort, pageSize: 10 })
        expect(first).toMatchObject({ total, totalIs })
        const second = await there.tell(users.list, { search, sort, pageSize: 10, page: 2 })
        const after = await there.tell(users.list, { search, sort, pageSize: 10, after: first.next as string })
        expect(after.items).toEqual(second.items)
        expect(after.page).toBe(2)
      }
    }
    const learned = async () => {
      const { rows } = await world.superPool.query<{ met: number; rare: number }>(
        `select share_of($1, 'users', 3000, '["mat", "atc"]') as met, share_of($1, 'users', 3000, '["qqq"]') as rare`,
        [workspace],
      )
      return rows[0]
    }
    await expect.poll(learned).toMatchObject({ rare: 0 })
    expect((await learned())?.met).toBeGreaterThan(0.8)
    expect(await there.tell(users.total, { search: 'matc' })).toEqual({ total: 3000, totalIs: 'exact' })
    expect(await there.tell(users.total, { search: 'matc', source: 4 })).toEqual({ total: 0, totalIs: 'exact' })
    expect(await there.tell(users.total, { search: 'rare' })).toEqual({ total: 30, totalIs: 'exact' })
    expect(await there.tell(users.total)).toMatchObject({ total: (await there.tell(users.counts)).all })
    const all = await everyPage({ search: 'matc', pageSize: 100 }, there)
    expect(new Set(all.map(item => item.id)).size).toBe(3000)
    const beyond = await there.tell(users.list, { search: 'rare', page: 9 })
    expect(beyond).toMatchObject({ items: [], total: 30, next: null })
  })

  test('match one or two letters only at the start of words', async () => {
    await add([{ first: 'Qxa', last: 'Abqx', user_id: 'begin-1' }])
    await add([{ first: 'Abqx', last: 'Bcqx', user_id: 'begin-2' }])
    expect(await names({ search: 'qx' })).toEqual(['Qxa Abqx'])
    expect(await names({ search: 'bqx' })).toHaveLength(2)
  })

  test('refuse an invalid order, cursor, or filter with its field name', async () => {
    const written = (cursor: object) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
    const good = { s: 'created', o: 'asc', v: '2020-01-01 00:00:00+00', i: newId(), n: 1 }
    const cases: [object, string][] = [
      [{ sort: 'password' }, 'sort'],
      [{ after: 'no cursor' }, 'after'],
      [{ after: written(good) }, 'after'],
      [{ after: written({ ...good, i: '-'.repeat(36) }), sort: 'created' }, 'after'],
      [{ page: 0 }, 'page'],
      [{ pageSize: 101 }, 'pageSize'],
      [{ search: 'x'.repeat(101) }, 'search'],
      [{ group: 'nurses' }, 'group'],
    ]
    for (const [ask, field] of cases) {
      const { status, body } = await reader.ask(users.list, ask as Record<string, unknown>)
      expect([status, (body['fields'] as { field: string }[])[0]?.field]).toEqual([422, field])
    }
    for (const v of ['soon', '2020-99-99', 'a\0b'])
      expect(await reader.ask(users.list, { sort: 'created', after: written({ ...good, v }) })).toMatchObject({
        status: 422,
      })
    expect(await reader.ask(users.list, { search: 'a\0b' })).toMatchObject({
      status: 400,
      body: { code: 'unreadable-text' },
    })
  })
})
