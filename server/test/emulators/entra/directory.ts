// The contents of an Entra ID tenant and the order of its changes:
// learn.microsoft.com/graph/api/resources/user, group, administrativeunit, device.
import { createHash } from 'node:crypto'

export type DirectoryObject = { readonly id: string } & Record<string, unknown>

export interface DirectoryStore {
  readonly type: 'user' | 'group' | 'device' | 'administrativeUnit'
  thing: DirectoryObject
  /** Sequence number of its last change. */
  changed: number
  /** Deleted, but still reported by delta queries. */
  removed?: true
  readonly members: Set<string>
  readonly came: Map<string, number>
  readonly went: Map<string, number>
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
/** A deterministic GUID for a text. */
export const guidOf = (words: string): string =>
  digest(words).replace(/^(.{8})(.{4}).(.{3})(.)(.{3})(.{12}).*$/, '$1-$2-4$3-a$5-$6')

export class EntraDirectory {
  readonly #all = new Map<string, DirectoryStore>()
  #changes = 0
  /** Delta tokens from before this change have expired. */
  forgotten = 0

  get changes(): number {
    return this.#changes
  }
  #add(type: DirectoryStore['type'], thing: DirectoryObject, members: Iterable<string> = []): string {
    const changed = ++this.#changes
    const all = new Set(members)
    const came = new Map([...all].map(member => [member, changed]))
    this.#all.set(thing.id, { type, thing, changed, members: all, came, went: new Map() })
    return thing.id
  }
  addUser(userPrincipalName: string, more: Record<string, unknown> = {}): string {
    const [givenName = '', surname = ''] = (userPrincipalName.split('@')[0] ?? '')
      .split('.')
      .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    return this.#add('user', {
      id: guidOf(userPrincipalName),
      userPrincipalName,
      mail: userPrincipalName,
      givenName,
      surname,
      displayName: `${givenName} ${surname}`.trim(),
      accountEnabled: true,
      userType: 'Member',
      employeeId: null,
      mobilePhone: null,
      businessPhones: [],
      preferredLanguage: null,
      department: null,
      jobTitle: null,
      officeLocation: null,
      onPremisesImmutableId: null,
      onPremisesExtensionAttributes: {},
      ...more,
    })
  }
  addGroup(displayName: string, members: Iterable<string> = [], more: Record<string, unknown> = {}): string {
    const id = guidOf(`group ${displayName}`)
    const thing = { id, displayName, description: null, securityEnabled: true, mailEnabled: false, groupTypes: [] }
    return this.#add('group', { ...thing, ...more }, members)
  }
  addUnit(displayName: string, members: Iterable<string> = []): string {
    return this.#add('administrativeUnit', { id: guidOf(`unit ${displayName}`), displayName }, members)
  }
  addDevice(displayName: string, more: Record<string, unknown> = {}): string {
    const id = guidOf(`device ${displayName}`)
    return this.#add('device', { id, deviceId: guidOf(`hardware ${displayName}`), displayName, ...more })
  }
  find(type: DirectoryStore['type'], id: string): DirectoryStore | undefined {
    const found =
      this.#all.get(id.toLowerCase()) ??
      (type === 'user' && id.includes('@') ? this.#all.get(guidOf(id.toLowerCase())) : undefined)
    return found?.type === type && !found.removed ? found : undefined
  }
  change(id: string, to: Record<string, unknown>): void {
    const one = this.#all.get(id)
    if (!one) throw new Error(`there is no ${id}`)
    one.thing = { ...one.thing, ...to, id }
    one.changed = ++this.#changes
  }
  remove(id: string): void {
    const one = this.#all.get(id)
    if (!one) throw new Error(`there is no ${id}`)
    one.removed = true
    one.changed = ++this.#changes
    for (const other of this.#all.values()) if (other.members.has(id)) this.#move(other, id, false)
  }
  setMembers(id: string, members: Iterable<string>): void {
    const one = this.#all.get(id)
    if (!one) throw new Error(`there is no ${id}`)
    const now = new Set(members)
    for (const member of one.members) if (!now.has(member)) this.#move(one, member, false)
    for (const member of now) if (!one.members.has(member)) this.#move(one, member, true)
  }
  #move(one: DirectoryStore, member: string, comes: boolean): void {
    one.changed = ++this.#changes
    if (comes) one.members.add(member)
    else one.members.delete(member)
    one[comes ? 'came' : 'went'].set(member, one.changed)
    one[comes ? 'went' : 'came'].delete(member)
  }
  ofType(type: DirectoryStore['type']): DirectoryStore[] {
    return [...this.#all.values()].filter(one => one.type === type && !one.removed)
  }
  since(type: DirectoryStore['type'], change: number): DirectoryStore[] {
    return [...this.#all.values()]
      .filter(one => one.type === type && one.changed > change)
      .toSorted((a, b) => a.changed - b.changed)
  }
  transitive(id: string): DirectoryStore[] {
    const seen = new Set<string>()
    const open = [...(this.#all.get(id)?.members ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(this.#all.get(next)?.members ?? []))
    }
    return [...seen].flatMap(one => this.#all.get(one) ?? [])
  }
  holders(id: string): DirectoryStore[] {
    return this.ofType('group').filter(one => this.transitive(one.thing.id).some(member => member.thing.id === id))
  }
  type(id: string): DirectoryStore['type'] | undefined {
    return this.#all.get(id)?.type
  }
  direct(id: string): DirectoryStore[] {
    return [...(this.#all.get(id)?.members ?? [])].flatMap(one => this.#all.get(one) ?? [])
  }
}
