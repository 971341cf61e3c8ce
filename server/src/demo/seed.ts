import { userSources } from '@claviger/contract/people/users'
import type pg from 'pg'
import { later } from '../platform/clock.ts'
import { newIdAt } from '../platform/ids.ts'
import { record } from '../platform/record/record.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { insertKeys, makeKey } from './keys/passkeys.ts'
import { emailOfName, nameFrom } from './person-names.ts'
import { type DemoUserState, insertDemoUsers, type DemoUser } from './demo-users.ts'
import { type Random, random } from './random.ts'

interface Wish {
  workspace: string
  slug: string
  users: number
}

type Inside = <T>(workspace: string, work: (ctx: TransactionContext) => Promise<T>) => Promise<T>

const batch = 5000
const fateOf: readonly DemoUserState[] = [
  'active',
  'active',
  'active',
  'active',
  'active',
  'active',
  'active',
  'new',
  'pending',
  'noDevice',
]

export async function seedPeople(inside: Inside, pool: pg.Pool, wish: Wish): Promise<void> {
  const { rows } = await pool.query<{ last: string | null }>(
    `select max(employee_id) as last from users where workspace_id = $1 and employee_id ~ '^S\\d{8}$'`,
    [wish.workspace],
  )
  const first = Number(rows[0]?.last?.slice(1) ?? 0) + 1
  const chance = random(first)
  for (let done = 0; done < wish.users; done += batch) {
    const count = Math.min(batch, wish.users - done)
    await inside(wish.workspace, async ctx => {
      const now = ctx.clock.now()
      const people = Array.from({ length: count }, (_one, i) => person(first + done + i, wish.slug, now, chance))
      const keys = people.flatMap(one =>
        one.keys > 0 ? [makeKey(one.id, one.createdAt, one.lastSignInAt, chance)] : [],
      )
      await insertDemoUsers(ctx.db, wish.workspace, people, keys, now)
      await insertKeys(ctx.db, wish.workspace, keys, chance)
    })
  }
  await inside(wish.workspace, ctx => record(ctx, { action: 'user.created', after: { users: wish.users, by: 'seed' } }))
}

function person(number: number, slug: string, now: Date, chance: Random): DemoUser {
  const name = nameFrom(chance)
  const fate = chance.pick(fateOf)
  const createdAt = later(now, -chance.below(90 * 86_400_000))
  return {
    ...name,
    id: newIdAt(createdAt),
    userId: `${emailOfName(name)}.${number}@${slug}.example`,
    employeeId: `S${String(number).padStart(8, '0')}`,
    fate,
    keys: fate === 'active' ? 1 : 0,
    source: userSources.local,
    createdAt,
    lastSignInAt: fate === 'active' ? later(createdAt, chance.below(now.getTime() - createdAt.getTime() + 1)) : null,
  }
}
