import { sampleDepartments, samplePeople } from '../people.ts'
import type { EntraEmulator } from './mounting.ts'

export const seededClient = '0d9c1a52-3f5b-4d0a-8c38-2b1a4c7d9e10'
export const seededSecret = 'emulated-secret'
export const importRoles = ['User.Read.All', 'GroupMember.Read.All', 'AdministrativeUnit.Read.All']

export function seedEntra({ directory, clients }: EntraEmulator, count: number): void {
  const byDepartment = new Map(sampleDepartments.map(name => [name, [] as string[]]))
  let n = 0
  for (const { address, department, ...more } of samplePeople(count)) {
    const id = directory.addUser(address, {
      ...more,
      displayName: `${more.givenName} ${more.surname}`,
      department,
      accountEnabled: n++ % 50 !== 49,
    })
    byDepartment.get(department)?.push(id)
  }
  const groups = [...byDepartment].map(([name, members]) => directory.addGroup(name, members))
  for (const [name, members] of byDepartment) directory.addUnit(name, members)
  directory.addGroup('All clinical staff', groups.slice(0, 4), { description: 'Four groups, and those in them' })
  directory.addGroup('O\'Brien\'s team, "quoted"', [...byDepartment.values()][0]?.slice(0, 3))
  clients.set(seededClient, { name: 'Claviger', secret: seededSecret, roles: new Set(importRoles) })
}
