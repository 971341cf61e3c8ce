import { sampleDepartments, samplePeople } from '../people.ts'
import type { OktaEmulator } from './mounting.ts'

export const seededToken = 'emulated-token'

export function seedOkta({ directory, tokens }: OktaEmulator, count: number): void {
  const byDepartment = new Map(sampleDepartments.map(name => [name, [] as string[]]))
  let n = 0
  for (const { address, givenName, surname, employeeId, department } of samplePeople(count)) {
    const profile = { firstName: givenName, lastName: surname, employeeNumber: employeeId, department }
    byDepartment.get(department)?.push(directory.addUser(address, profile, n++ % 50 === 49 ? 'SUSPENDED' : 'ACTIVE'))
  }
  for (const [name, members] of byDepartment) directory.addGroup(name, members)
  tokens.set(seededToken, new Set(['okta.users.manage', 'okta.groups.read', 'okta.roles.read']))
}
