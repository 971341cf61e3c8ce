import { type Language, languages } from '@claviger/contract/platform/languages'
import { type ImportField, importFieldNames, importFields } from '@claviger/contract/people/user-import'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { headerKey } from '#platform/csv/table.ts'
import { sayIn } from '#platform/languages.ts'

// Google marks its required columns
const bare = (text: string) =>
  text
    .replace(/\[required\]/i, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const otherNames: Partial<Record<ImportField, readonly string[]>> = {
  userId: [
    'username',
    'login',
    'loginname',
    'userprincipalname',
    'upn',
    'samaccountname',
    'benutzer',
    'benutzername',
    'benutzerid',
  ],
  firstName: ['givenname', 'forename', 'vorname'],
  lastName: ['surname', 'sn', 'familyname', 'name', 'nachname'],
  email: ['mail', 'emailaddress', 'workemail', 'emailadresse', 'primaryemail'],
  employeeId: ['employeenumber', 'employeeidentifier', 'personnelnumber', 'personalnummer', 'staffid'],
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
export function proposeColumns(
  headers: readonly string[],
  remembered: ReadonlyMap<string, string>,
  attributes: readonly (string | undefined)[],
): string[] {
  const own = new Map(attributes.flatMap((name, place) => (name ? [[bare(name), `scimAttribute${place + 1}`]] : [])))
  const given = new Set<string>()
  const columns = headers.map(header => {
    const name = bare(header)
    const column = remembered.get(headerKey(header)) ?? named.get(name) ?? own.get(name) ?? known.get(name) ?? ''
    const fields = fieldsOfColumn(column).filter(field => !given.has(field))
    for (const field of fields) given.add(field)
    return fields.join('+')
  })
  // Where a file has no other address, the name for signing in is one
  const address = given.has('email') ? -1 : headers.findIndex(header => isSignInAddress.test(bare(header)))
  return columns.map((column, place) => (place === address ? [column, 'email'].filter(Boolean).join('+') : column))
}

const isSignInAddress = /^(?:userprincipalname|upn)$/
