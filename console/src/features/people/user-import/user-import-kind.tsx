import { importFieldNames, importFields, neededFields, userImport } from '@claviger/contract/people/user-import'
import type { ImportField, ImportRow, ImportUndoPreview, UserImport } from '@claviger/contract/people/user-import'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { useAttributeNames } from '#features/tenancy/workspace-settings/attributeNames.ts'
import { cellOf, type ImportKind, type Imports, isOver, waitingLook } from '#features/work/imports/import-kind.ts'
import { importTemplates } from './import-templates.ts'
import { CreatedPlaces } from './CreatedPlaces.tsx'
import { CreateMissing } from './CreateMissing.tsx'
import { reasonOf, userRuns } from '../bulk-runs/user-run-labels.ts'

type Users = ImportKind<UserImport, ImportRow, ImportUndoPreview>
type Kind = UserImport['kind']

const runs = userRuns.home

function Named({ draw }: { draw: Parameters<Users['columns']['named']>[0] }) {
  const nameOfAttribute = useAttributeNames()
  return draw(field => {
    const attribute = /^scimAttribute(\d)$/.exec(field)?.[1]
    return attribute === undefined ? t(importFieldNames[field as ImportField]) : nameOfAttribute(Number(attribute) - 1)
  })
}

const names = (...fields: readonly ImportField[]) => fields.map(field => t(importFieldNames[field]))

const fileOf = (
  kind: Kind,
  note: string,
  sample: Users['file']['sample'],
  templates?: Users['file']['templates'],
): Users['file'] => ({
  title: msg('Drop a CSV file here'),
  about: () =>
    t(
      'Any delimiter, UTF-8 or UTF-16, up to 100,000 rows and 64 MB. The first row contains the column names. Required: {needed}.',
      { needed: names(...neededFields[kind]).join(', ') },
    ),
  note,
  sample,
  ...(templates && { templates }),
})

const columnsOf = (kind: Kind, fields: readonly ImportField[]): Users['columns'] => ({
  fields,
  named: draw => <Named draw={draw} />,
  lacks(chosen, nameOf) {
    const missing = neededFields[kind].filter(field => !chosen.includes(field))
    return missing.length === 0 ? [] : [t('Choose a column for: {fields}', { fields: missing.map(nameOf).join(', ') })]
  },
  kept: msg('Nothing is changed yet. The mapping is saved for the next file.'),
})

const nameOf = (of: UserImport, row: ImportRow) =>
  `${cellOf(of, row, 'firstName')} ${cellOf(of, row, 'lastName')}`.trim()
const userIdOf = (of: UserImport, row: ImportRow) =>
  cellOf(of, row, of.mapping.flatMap(fieldsOfColumn).includes('userId') ? 'userId' : 'email')

const rows: Omit<Users['rows'], 'boxes' | 'about'> = {
  by: 'outcome',
  look(of, outcome) {
    const after = isOver(of.state)
    if (outcome === 'new')
      return { word: after ? t('Created') : t('New'), shape: after ? 'disc' : 'ring', tone: after ? 'ok' : 'accent' }
    if (outcome === 'update' && of.kind === 'delete') return { word: t('Delete'), shape: 'disc', tone: 'warn' }
    if (outcome === 'update')
      return { word: after ? t('Updated') : t('Update'), shape: 'disc', tone: after ? 'ok' : 'accent' }
    if (outcome === 'same') return { word: t('No change'), shape: 'dash', tone: 'mute' }
    if (outcome === 'refused') return { word: t('Error'), shape: 'square', tone: 'bad' }
    return waitingLook(of.state)
  },
  isRefused: row => row.outcome === 'refused',
  search: msg('Search rows…'),
  name: userIdOf,
}
const aboutUserId = (of: UserImport) => ({
  name: 'userId',
  label: msg('User ID'),
  of: (row: ImportRow) => userIdOf(of, row),
})
const all = (of: UserImport) => ({ outcome: undefined, number: of.total, note: t('In this file') })
const refused = (of: UserImport) => ({ outcome: 'refused', number: of.refused, note: t('Skipped') })

const others = (of: UserImport): string[] => [
  ...(of.refused > 0
    ? [
        t('{count, plural, one {# row with errors is skipped.} other {# rows with errors are skipped.}}', {
          count: of.refused,
        }),
      ]
    : []),
  ...(of.unchanged > 0
    ? [t('{count, plural, one {# row is unchanged.} other {# rows are unchanged.}}', { count: of.unchanged })]
    : []),
]

const outcome: Users['outcome'] = {
  running: msg('Importing row {seen} of {total}'),
  ended: of =>
    t('Import finished: {created} created, {updated} updated, {unchanged} unchanged, {refused} with errors', {
      created: count(of.created),
      updated: count(of.updated),
      unchanged: count(of.unchanged),
      refused: count(of.refused),
    }),
  failed: of => of.refused,
  to: '/dashboard/users',
  back: msg('Go to users'),
}

const undo: Users['undo'] = {
  can: of => of.created + of.updated > 0,
  all: of => of.created + of.updated,
  able: preview => preview.remove + preview.setBack,
  says({ remove, keys, setBack }) {
    const removed = t(
      '{count, plural, one {# user created by this import} other {# users created by this import}} will be deleted. You can restore them for 30 days.',
      { count: remove },
    )
    const lost = t('They can no longer use {count, plural, one {# key} other {# keys}}.', { count: keys })
    const former = t(
      '{count, plural, one {# user changed by this import} other {# users changed by this import}} will be reset to the values before the import.',
      { count: setBack },
    )
    if (remove + setBack === 0) return [t("This import can't be undone for any remaining user.")]
    return [...(remove > 0 ? [keys > 0 ? `${removed} ${lost}` : removed] : []), ...(setBack > 0 ? [former] : [])]
  },
  act: msg('Undo for {count, plural, one {# user} other {# users}}'),
  stays: msg('{count, plural, one {# user is} other {# users are}} unchanged: {reason}'),
  reasonOf,
  became: ({ actorName, removed, setBack, stayed }) =>
    t('Undone by {name}: {removed} deleted, {setBack} reset, {stayed} unchanged', {
      name: actorName,
      removed: count(removed),
      setBack: count(setBack),
      stayed: count(stayed),
    }),
  words: { removed: msg('Deleted'), 'set-back': msg('Unchanged'), stayed: msg('Unchanged: {reason}') },
}

export const userImports: Users = {
  calls: userImport,
  title: msg('Import from CSV'),
  home: '/dashboard/users/import',
  runs,
  last: msg('Import'),
  file: fileOf(
    'users',
    msg('Users with a known User ID are updated. All others are created. You review the changes before they are made.'),
    () => ({
      name: 'users.csv',
      rows: [
        names('userId', 'firstName', 'lastName', 'email', 'employeeId', 'phone', 'groups', 'organizationUnits'),
        ['ada.fern@example.com', 'Ada', 'Fern', 'ada.fern@example.com', '1001', '+44 20 7946 0018', '', ''],
        ['ben.ash@example.com', 'Ben', 'Ash', 'ben.ash@example.com', '1002', '', '', ''],
      ],
    }),
    importTemplates,
  ),
  columns: {
    ...columnsOf('users', importFields),
    beside: {
      first: of => ({ createMissing: of.createMissing }),
      draw: given => <CreateMissing {...given} />,
    },
    note: chosen =>
      !chosen.includes('userId') && t("No column is mapped to the User ID. Each user's email address is used instead."),
  },
  rows: {
    ...rows,
    boxes: of => [
      all(of),
      { outcome: 'new', number: of.created, note: t('Users to create') },
      { outcome: 'update', number: of.updated, note: t('Existing users to update') },
      { outcome: 'same', number: of.unchanged, note: t('Unchanged') },
      refused(of),
    ],
    about: of => [aboutUserId(of), { name: 'name', label: msg('Name'), of: row => nameOf(of, row) }],
  },
  review(of) {
    const writes = of.created + of.updated
    return {
      writes,
      says: [t('{count, plural, one {# row} other {# rows}} will be imported.', { count: writes }), ...others(of)],
      act: t('Import {count, plural, one {# row} other {# rows}}', { count: writes }),
      draw: of.createMissing && <CreatedPlaces places={userImport.calls.places} id={of.id} />,
    }
  },
  outcome,
  undo,
}

export const userDeletions: Users = {
  calls: { ...userImport, upload: userImport.removeByCsv },
  title: msg('Delete by CSV'),
  home: '/dashboard/users/delete-by-csv',
  runs,
  last: msg('Delete'),
  file: fileOf(
    'delete',
    msg('You review the users before they are deleted. You can restore deleted users for 30 days.'),
    () => ({
      name: 'delete-users.csv',
      rows: [names('userId'), ['ada.fern@example.com'], ['ben.ash@example.com']],
    }),
  ),
  columns: columnsOf('delete', neededFields.delete),
  rows: {
    ...rows,
    boxes: of => [all(of), { outcome: 'update', number: of.updated, note: t('Users to delete') }, refused(of)],
    about: of => [aboutUserId(of)],
  },
  review(of) {
    const users = { count: of.updated }
    return {
      writes: of.updated,
      says: [t('{count, plural, one {# user} other {# users}} will be deleted.', users), ...others(of)],
      act: t('Delete {count, plural, one {# user} other {# users}}', users),
      asks: {
        title: t('Delete {count, plural, one {# user} other {# users}}?', users),
        keep: t('Keep users'),
        says: t(
          '{people} users lose access immediately. You can undo this for 30 minutes and restore the users for 30 days.',
          { people: count(of.updated) },
        ),
      },
    }
  },
  outcome: {
    ...outcome,
    handsOver: ({ runId }) =>
      runId !== null && {
        title: t('Deleting users…'),
        says: t('Open the run to see its progress or to undo it.'),
        act: t('Show run'),
        to: `${runs}/${runId}`,
      },
  },
  undo,
}

export const filesOfUsers: Imports<UserImport> = {
  list: userImport.list,
  kindOf: of => (of.kind === 'delete' ? userDeletions : userImports),
  home: '/dashboard/users/import',
}
