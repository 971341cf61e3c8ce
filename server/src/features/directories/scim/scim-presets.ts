import { enterpriseUrn, ownUrn } from '../scim-documents/scim-documents.ts'
import type { ScimPreset } from '@claviger/contract/directories/scim'
import { firstOf, type Mapping } from '@claviger/contract/directories/connections/mapping'

const usual: Mapping = [
  firstOf('userId', 'userName'),
  firstOf('firstName', 'name.givenName', 'displayName'),
  firstOf('lastName', 'name.familyName'),
  firstOf('email', 'emails[type eq "work"].value', 'emails.value'),
  firstOf('employeeId', `${enterpriseUrn}:employeeNumber`),
  firstOf('phone', 'phoneNumbers[type eq "mobile"].value', 'phoneNumbers.value'),
  firstOf('language', 'preferredLanguage', 'locale'),
  ...([1, 2, 3, 4, 5] as const).map(number => firstOf(`attribute${number}`, `${ownUrn}:extraAttribute${number}`)),
  firstOf('roles', 'roles[primary eq "True"].value', 'roles.value'),
]

export const presets: readonly { preset: ScimPreset; name: string; mapping: Mapping }[] = [
  { preset: 'entra', name: 'Microsoft Entra ID', mapping: usual },
  { preset: 'okta', name: 'Okta', mapping: usual },
  { preset: 'other', name: 'Another directory', mapping: usual },
]

export const mappingOf = (preset: ScimPreset): Mapping =>
  (presets.find(one => one.preset === preset) ?? presets[2])?.mapping ?? usual
