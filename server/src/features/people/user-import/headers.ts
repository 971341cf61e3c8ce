import { type Language, languages } from '@claviger/contract/ground/languages'
import { type ImportField, importFieldNames, importFields } from '@claviger/contract/people/user-import'
import { sayIn, unsaid } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'

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

/** Headers as they are remembered: without case and outer blanks. */
export const headerKey = (header: string): string => header.trim().toLowerCase().slice(0, 100)

/** Throws file-format for a header that leaves open what a column is. */
export function checkHeaders(headers: readonly string[]): void {
  const named = headers.map(headerKey)
  if (named.every(name => name === ''))
    throw problem('file-format', 'The file format is not valid. The first row must name the columns')
  if (headers.length > 200) throw problem('file-format', 'The file format is not valid. It has more than 200 columns')
  const twice = named.find((name, place) => name !== '' && named.indexOf(name) !== place)
  if (twice !== undefined)
    throw problem(
      'file-format',
      unsaid('The file format is not valid. Two columns are called “{name}”', {
        name: headers[named.indexOf(twice)]?.trim() ?? '',
      }),
    )
}

/**
 * What each column probably means: as it did the last time, else by its name, among them those that the workspace has
 * for the extra attributes. Each field is proposed once.
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
    const field = remembered.get(headerKey(header)) ?? named.get(name) ?? own.get(name) ?? known.get(name) ?? ''
    if (field === '' || given.has(field)) return ''
    given.add(field)
    return field
  })
}
