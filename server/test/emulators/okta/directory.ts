// The contents of an Okta organization: developer.okta.com/docs/api/openapi/okta-management, User and Group
import { createHash } from 'node:crypto'

export interface OktaUser {
  id: string
  status:
    | 'STAGED'
    | 'PROVISIONED'
    | 'ACTIVE'
    | 'RECOVERY'
    | 'PASSWORD_EXPIRED'
    | 'LOCKED_OUT'
    | 'SUSPENDED'
    | 'DEPROVISIONED'
  created: string
  lastUpdated: string
  profile: Record<string, unknown>
}
export interface OktaGroup {
  id: string
  type: 'OKTA_GROUP' | 'APP_GROUP' | 'BUILT_IN'
  lastUpdated: string
  profile: { name: string; description: string | null }
  readonly members: Set<string>
}

export const oktaId = (prefix: string, words: string): string =>
  prefix + createHash('sha256').update(words).digest('hex').slice(0, 17)

export class OktaDirectory {
  readonly users = new Map<string, OktaUser>()
  readonly groups = new Map<string, OktaGroup>()
  #sorted: OktaUser[] | undefined

  addUser(login: string, profile: Record<string, unknown> = {}, status: OktaUser['status'] = 'ACTIVE'): string {
    const [firstName = '', lastName = ''] = (login.split('@')[0] ?? '')
      .split('.')
      .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    const id = oktaId('00u', login)
    const now = new Date().toISOString()
    const all = { login, email: login, firstName, lastName, mobilePhone: null, ...profile }
    this.users.set(id, { id, status, created: now, lastUpdated: now, profile: all })
    this.#sorted = undefined
    return id
  }
  addGroup(name: string, members: Iterable<string> = [], type: OktaGroup['type'] = 'OKTA_GROUP'): string {
    const id = oktaId('00g', name)
    const profile = { name, description: null }
    this.groups.set(id, { id, type, lastUpdated: new Date().toISOString(), profile, members: new Set(members) })
    return id
  }
  change(id: string, to: Partial<Pick<OktaUser, 'status' | 'profile' | 'lastUpdated'>>): void {
    const one = this.users.get(id)
    if (!one) throw new Error(`there is no ${id}`)
    this.users.set(id, { ...one, lastUpdated: new Date().toISOString(), ...to })
    this.#sorted = undefined
  }
  remove(id: string): void {
    this.users.delete(id)
    for (const group of this.groups.values()) group.members.delete(id)
    this.#sorted = undefined
  }
  sorted(): readonly OktaUser[] {
    return (this.#sorted ??= [...this.users.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  }
}
