import { randomBytes } from 'node:crypto'
import { openSession } from '../../src/features/access/sessions/sessions.ts'
import { placeAs } from '../../src/features/work/rank/rank.ts'
import { keysChanged } from '../../src/features/people/users/users.ts'
import { newId } from '../../src/platform/ids.ts'
import { transact, workspaceOf } from '../../src/platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '../../src/platform/app-context.ts'
import { allowLoopback } from '../app/loopback.ts'

export interface Person {
  id: string
  workspace: string
  email: string
  name: string
  accessToken: string
  refreshToken: string
}

/** Fixtures for all tests: Northgate Hospital with staff, Southgate as another workspace, one installation. */
export interface Fixtures {
  owner: Person
  administrator: Person
  userManager: Person
  readOnly: Person
  user: Person
  ownerElsewhere: Person
  individual: Person
  superAdmin: Person
  addUser(first: string, last: string, more?: Record<string, unknown>): Promise<string>
  addUserIn(workspace: string, first: string, last: string, more?: Record<string, unknown>): Promise<string>
  /** Adds a security key to a user: active hardware by default. Counters are not updated. */
  addKey(user: string, more?: Record<string, unknown>): Promise<string>
  /** An active hardware key for each user, with updated counters. */
  addActiveKeys(users: readonly string[]): Promise<void>
  session(person: { id: string; workspace: string }): Promise<{ accessToken: string; refreshToken: string }>
  /** A session just opened by a passkey that the user created; `drop` deletes the passkey. */
  ownSession(person: { id: string; workspace: string }): Promise<{
    key: string
    accessToken: string
    refreshToken: string
    drop(): Promise<void>
  }>
}

const request = { id: 'given', ip: '127.0.0.1', userAgent: 'given' }
const nobody = { kind: 'nobody' } as const

export async function createFixtures(world: AppContext): Promise<Fixtures> {
  const inside = <T>(workspace: string, work: (ctx: TransactionContext) => Promise<T>) =>
    transact(world, { actor: nobody, request, workspace }, work)

  const addWorkspace = async (slug: string, name: string, type: number, installation = false) => {
    const id = newId()
    await inside(id, ctx =>
      ctx.db
        .insertInto('workspaces')
        .values({
          id,
          slug,
          name,
          type,
          installation,
          sealed_key: ctx.sealer.seal(randomBytes(32), `workspaces:sealed_key:${id} of itself`),
        })
        .execute(),
    )
    await allowLoopback(world, id)
    return id
  }
  const insertUser = async (
    ctx: TransactionContext,
    first: string,
    last: string,
    more: Record<string, unknown> = {},
  ) => {
    const id = newId()
    const email = `${first}.${last}@northgate.example`.toLowerCase()
    await ctx.db
      .insertInto('users')
      .values({
        workspace_id: workspaceOf(ctx),
        id,
        user_id: email,
        first_name: first,
        last_name: last,
        email,
        email_verified_at: ctx.clock.now(),
        ...more,
      })
      .execute()
    return id
  }
  const addUser = (workspace: string, first: string, last: string, more: Record<string, unknown> = {}) =>
    inside(workspace, ctx => insertUser(ctx, first, last, more))
  const insertKey = async (ctx: TransactionContext, user: string, more: Record<string, unknown> = {}) => {
    const id = newId()
    await ctx.db
      .insertInto('security_keys')
      .values({
        workspace_id: workspaceOf(ctx),
        id,
        user_id: user,
        kind: 3,
        name: 'Key',
        status: 20,
        credential_storage: 1,
        proximity: false,
        audit: true,
        offline: false,
        remembered_pin_hours: 0,
        activation: 1,
        made_by_name: 'Given',
        created_at: ctx.clock.now(),
        changed_at: ctx.clock.now(),
        ...more,
      })
      .execute()
    return id
  }
  const addKey = (workspace: string, user: string, more: Record<string, unknown> = {}) =>
    inside(workspace, ctx => insertKey(ctx, user, more))
  const addActiveKeys = async (workspace: string, users: readonly string[]) => {
    for (const user of users) await addKey(workspace, user)
    await inside(workspace, ctx => keysChanged(ctx, users))
  }
  const openFor = (ctx: TransactionContext, user: string) =>
    openSession(ctx, { user, method: 'passkey', verified: true })
  const session = (person: { id: string; workspace: string }) =>
    inside(person.workspace, ctx => openFor(ctx, person.id))

  const ownSession = (person: { id: string; workspace: string }) =>
    inside(person.workspace, async ctx => {
      await placeAs(ctx.db, 'operator')
      const [key, passkey] = [await insertKey(ctx, person.id, { proved_at: ctx.clock.now() }), newId()]
      await ctx.db
        .insertInto('credentials')
        .values({
          workspace_id: person.workspace,
          id: passkey,
          user_id: person.id,
          security_key_id: key,
          credential_id: randomBytes(16),
          public_key: randomBytes(32),
          algorithm: -7,
          aaguid: '00000000-0000-0000-0000-000000000000',
          name: 'Own',
          backup_eligible: false,
          backup_state: false,
          attestation: 'none',
        })
        .execute()
      // Works even if the profile allows no passkeys
      const opening = { user: person.id, method: 'link', verified: true, passkey } as const
      const tokens = await openSession(ctx, opening)
      const drop = () =>
        inside(person.workspace, async later => {
          await later.db.deleteFrom('security_keys').where('id', '=', key).execute()
        })
      return { ...tokens, key, drop }
    })

  const person = async (
    workspace: string,
    first: string,
    last: string,
    role?: number,
    isSuper = false,
  ): Promise<Person> => {
    const email = `${first}.${last}@northgate.example`.toLowerCase()
    return inside(workspace, async ctx => {
      const id = await insertUser(ctx, first, last)
      if (role !== undefined)
        await ctx.db.insertInto('administrators').values({ workspace_id: workspace, user_id: id, role }).execute()
      if (isSuper)
        await ctx.db.insertInto('super_administrators').values({ workspace_id: workspace, user_id: id }).execute()
      return { id, workspace, email, name: `${first} ${last}`, ...(await openFor(ctx, id)) }
    })
  }

  const north = await addWorkspace('northgate', 'Northgate Hospital', 1)
  const south = await addWorkspace('southgate', 'Southgate Clinic', 1)
  const home = await addWorkspace('mia-at-home', 'Mia Berg', 2)
  const installation = await addWorkspace('installation', 'Installation', 1, true)
  return {
    owner: await person(north, 'Ada', 'Byron', 1),
    administrator: await person(north, 'Grace', 'Hopper', 2),
    userManager: await person(north, 'Alan', 'Turing', 3),
    readOnly: await person(north, 'Emmy', 'Noether', 5),
    user: await person(north, 'Priya', 'Raman'),
    ownerElsewhere: await person(south, 'Otto', 'Hahn', 1),
    individual: await person(home, 'Mia', 'Berg', 1),
    superAdmin: await person(installation, 'Sue', 'Per', undefined, true),
    addUser: (first, last, more) => addUser(north, first, last, more),
    addUserIn: addUser,
    addKey: (user, more) => addKey(north, user, more),
    addActiveKeys: users => addActiveKeys(north, users),
    session,
    ownSession,
  }
}
