import { type Language, languages } from '@claviger/contract/platform/languages'
import { type ImportField, importFieldNames, importFields } from '@claviger/contract/people/user-import'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { headerKey } from '#platform/csv/table.ts'
import { sayIn } from '#platform/languages.ts'

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const otherNames: Partial<Record<ImportField, readonly string[]>> = {
  userId: ['username', 'login', 'loginname', 'userprincipalname', 'upn', 'benutzer', 'benutzername', 'benutzerid'],
  firstName: ['givenname', 'forename', 'vorname'],
  lastName: ['surname', 'familyname', 'name', 'nachname'],
  email: ['mail', 'emailaddress', 'emailadresse', 'primaryemail'],
  employeeId: ['employeenumber', 'personnelnumber', 'personalnummer', 'staffid'],
  phone: ['phonenumber', 'mobile', 'mobilenumber', 'mobilephone', 'telephone', 'telefon', 'mobil'],
  groups: ['group', 'gruppe', 'gruppen'],
  organizationUnits: ['organizationunit', 'unit', 'units', 'ou', 'department', 'abteilung'],
}

const fieldsBy = (namesOf: (field: ImportField) => readonly string[]) =>
  new Map(importFields.flatMap(field => namesOf(field).map((name): [string, ImportField] => [bare(name), field])))

const named = fieldsBy(field => [
  field,
  ...Object.keys(languages).map(language => sayIn(language as Language)(importFieldNames[field])),
])
const known = fieldsBy(field => [
  ...(otherNames[field] ?? []),
  ...(/\d$/.test(field) ? [`attribute${field.at(-1)}`] : []),
])

/**
 * Proposes a field for each column: from the last import, else by name, including the workspace's names of
 * extra attributes. Each field is proposed once.
 */
export function proposed(
  headers: readonly string[],
  remembered: ReadonlyMap<string, string>,
  attributes: readonly (string | undefined)[],
): string[] {
  const own = new Map(attributes.flatMap((name, place) => (name ? [[bare(name), `scimAttribute${place + 1}`]] : [])))
  const given = new Set<string>()
  return headers.map(header => {
    const name = bare(header)
    const column = remembered.get(headerKey(header)) ?? named.get(name) ?? own.get(name) ?? known.get(name) ?? ''
    const fields = fieldsOfColumn(column).filter(field => !given.has(field))
    for (const field of fields) given.add(field)
    return fields.join('+')
  })
}
