import type { MappingSource } from '@claviger/contract/apps/applications'
import { msg } from '#platform/text/text.ts'

export const demandNames = [
  ['any', msg('Any allowed method')],
  ['pin', msg('A PIN or fingerprint in addition to the key')],
  ['hardware', msg('Hardware key')],
  ['card', msg('Access card')],
] as const

export const sourceNames = {
  email: msg('Email'),
  firstName: msg('First name'),
  lastName: msg('Last name'),
  fullName: msg('First and last name'),
  userName: msg('User ID'),
  id: msg('Record ID'),
  groups: msg('Groups'),
  attribute1: msg('Attribute 1'),
  attribute2: msg('Attribute 2'),
  attribute3: msg('Attribute 3'),
  attribute4: msg('Attribute 4'),
  attribute5: msg('Attribute 5'),
  phone: msg('Phone number'),
  fixed: msg('Fixed text'),
} as const satisfies Record<MappingSource, string>
