import type { Language } from '@claviger/contract/platform/languages'
import { languages } from '@claviger/contract/platform/languages'
import { type CardField, cardFieldNames, cardFields } from '@claviger/contract/keys/card-import'
import { sayIn } from '#platform/languages.ts'

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const otherNames: Record<CardField, readonly string[]> = {
  facilityCode: ['facility', 'fc', 'sitecode', 'site', 'anlagennummer', 'standortcode'],
  firstName: ['givenname', 'forename', 'vorname'],
  lastName: ['surname', 'familyname', 'nachname'],
  phone: ['phonenumber', 'mobile', 'mobilenumber', 'mobilephone', 'telephone', 'telefon', 'mobil'],
  groups: ['group', 'gruppe', 'gruppen'],
  organizationUnits: ['organizationunit', 'unit', 'units', 'ou', 'department', 'abteilung'],
  cardId: [
    'cn',
    'cardno',
    'badgenumber',
    'badgeid',
    'card',
    'cardid',
    'cardnumber',
    'carduid',
    'uid',
    'tag',
    'tagid',
    'badge',
    'accesskey',
    'karte',
    'ausweis',
  ],
  userId: ['user', 'username', 'login', 'upn', 'userprincipalname', 'token', 'benutzer', 'benutzername'],
  email: ['mail', 'emailaddress', 'emailadresse'],
  employeeId: ['employee', 'employeenumber', 'personnelnumber', 'personalnummer', 'staffid'],
  name: ['name', 'keyname', 'cardname'],
}

const known = new Map(
  cardFields.flatMap(field =>
    [
      field,
      ...Object.keys(languages).map(language => sayIn(language as Language)(cardFieldNames[field])),
      ...otherNames[field],
    ].map((name): [string, CardField] => [bare(name), field]),
  ),
)

export function proposedFields(headers: readonly string[]): string[] {
  const given = new Set<string>()
  return headers.map(header => {
    const field = known.get(bare(header)) ?? ''
    if (field === '' || given.has(field)) return ''
    given.add(field)
    return field
  })
}
