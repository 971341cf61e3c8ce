import type { MappingSource } from '@claviger/contract/apps/applications'
import type { Demand } from '@claviger/contract/apps/applications/application-settings'
import { strengthLevelNames } from '@claviger/contract/decide/policy-content'
import { msg } from '#platform/text/text.ts'

export const demandNames = {
  any: strengthLevelNames.any,
  pin: strengthLevelNames['multi-factor'],
  'phishing-resistant': strengthLevelNames['phishing-resistant'],
  'hardware-bound': strengthLevelNames['hardware-bound'],
  hardware: msg('Hardware key'),
  card: msg('Access card'),
} as const satisfies Record<Demand, string>

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
