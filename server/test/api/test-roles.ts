import { apiKeys } from '@claviger/contract/connect/api-keys'
import { type Permission, permissions, permissionsOf, permissionsOfKeys } from '@claviger/contract/platform/permissions'
import type { Caller, TestApp } from '../app/test-app.ts'

interface Standing {
  role: number | null
  additional?: number[]
  units?: string
  super?: true
}

const standings = {
  owner: { role: 1 },
  administrator: { role: 2 },
  'user manager': { role: 3 },
  'user manager who sees the log': { role: 3, additional: [3] },
  'user manager with the settings': { role: 3, additional: [4] },
  'billing manager': { role: 4 },
  reader: { role: 5 },
  'reader with full access': { role: 5, additional: [1] },
  'reader who manages users': { role: 5, additional: [2] },
  'user manager of A': { role: 3, units: 'A' },
  'user manager of A and B': { role: 3, units: 'AB' },
  'administrator of A': { role: 2, units: 'A' },
  'user manager of A who sees the log': { role: 3, additional: [3], units: 'A' },
  'super administrator': { role: null, super: true },
  'plain user': { role: null },
} satisfies Record<string, Standing>

const keys: Record<string, readonly Permission[] | null> = {
  'API key that may all': null,
  'API key for users': ['users.read', 'users.write', 'keys.read', 'keys.write', 'groups.read', 'groups.write'],
}

export type StandingName = keyof typeof standings

export interface PlacedUser {
  called: string
  id: string
  email: string
  holds: ReadonlySet<Permission>
  units: string | undefined
  isSuper: boolean
  caller: Caller
}

/**
 * By the contract only, without the database: whether one user has all permissions of the other, over the same
 * scope.
 */
export const canReach = (asker: PlacedUser, target: PlacedUser): boolean =>
  [...target.holds].every(may => asker.holds.has(may)) &&
  (asker.units === undefined ||
    target.holds.size === 0 ||
    (target.units !== undefined && target.units.split('').every(unit => asker.units?.includes(unit))))

const held = ({ role, additional = [], units, super: isSuper }: Standing): Set<Permission> => {
  if (isSuper) return new Set(permissions)
  if (role === null) return new Set()
  const all = permissionsOf({
    accountRole: 2,
    workspaceRole: role as 1,
    additional,
    unitsOnly: units !== undefined,
  })
  // Permissions that everyone has don't count
  return new Set([...all].filter(may => may.includes('.') && may !== 'keys.own'))
}

export async function createStandings({ world, given, as }: Pick<TestApp, 'world' | 'given' | 'as'>) {
  const { workspace } = given.owner
  const write = (text: string, values: unknown[]) => world.superPool.query(text, values)
  const unit: Record<string, string> = {}
  for (const name of ['A', 'B']) {
    const made = await write(
      `insert into organization_units (workspace_id, id, name) values ($1, gen_random_uuid(), $2) returning id`,
      [workspace, `Unit ${name}`],
    )
    unit[name] = (made.rows[0] as { id: string }).id
  }
  const make = async (called: string, standing: Standing): Promise<PlacedUser> => {
    const first = called.replace(/\W+/g, '-').slice(0, 40)
    const id = await given.addUser(first, 'Placed')
    await write('insert into unit_members (workspace_id, unit_id, user_id) values ($1, $2, $3)', [
      workspace,
      unit['A'],
      id,
    ])
    if (standing.super)
      await write('insert into super_administrators (workspace_id, user_id) values ($1, $2)', [workspace, id])
    if (standing.role !== null)
      await write(
        'insert into administrators (workspace_id, user_id, role, additional, type) values ($1, $2, $3, $4, $5)',
        [workspace, id, standing.role, standing.additional ?? [], standing.units === undefined ? 1 : 2],
      )
    for (const name of standing.units?.split('') ?? [])
      await write('insert into unit_administrators (workspace_id, unit_id, user_id) values ($1, $2, $3)', [
        workspace,
        unit[name],
        id,
      ])
    return {
      called,
      id,
      email: `${first}.placed@northgate.example`.toLowerCase(),
      holds: held(standing),
      units: standing.units,
      isSuper: standing.super === true,
      caller: as((await given.session({ id, workspace })).accessToken),
    }
  }
  const people: PlacedUser[] = []
  for (const [called, standing] of Object.entries<Standing>(standings)) people.push(await make(called, standing))
  const programs: PlacedUser[] = []
  for (const [called, scopes] of Object.entries(keys)) {
    const input = { name: called, type: 0, expiry: 0, ...(scopes && { scopes: [...scopes] }) }
    const made = await as((await given.session(given.owner)).accessToken).tell(apiKeys.create, input)
    programs.push({
      called,
      id: made.key.id,
      email: '',
      holds: new Set((scopes ?? permissionsOfKeys).filter(may => may !== 'keys.own')),
      units: undefined,
      isSuper: false,
      caller: as(made.value),
    })
  }
  const named = (called: StandingName): PlacedUser => people.find(one => one.called === called) as PlacedUser
  return { people, programs, askers: [...people, ...programs], unit, named }
}
