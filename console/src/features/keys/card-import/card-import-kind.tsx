import {
  cardFieldNames,
  cardFields,
  cardImport,
  cardOwnerFields,
  cardResults,
  cardStayReasons,
} from '@claviger/contract/keys/card-import'
import type {
  CardField,
  CardImport,
  CardImportRow,
  CardResult,
  CardStayReason,
  CardUndoPreview,
} from '@claviger/contract/keys/card-import'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'
import { cellOf, type ImportKind, isOver, waitingLook } from '#features/work/imports/import-kind.ts'
import { CreatedPlaces } from '#features/people/user-import/CreatedPlaces.tsx'
import { CreateMissing } from '#features/people/user-import/CreateMissing.tsx'
import { CardNumbers } from './CardNumbers.tsx'
import { ImportedPins } from './ImportedPins.tsx'
import { PinChoice, pinsText } from './PinChoice.tsx'
import { NotifyUsers } from './NotifyUsers.tsx'

const looks: Record<CardResult, StatusLook> = {
  success: { word: msg('Success'), shape: 'disc', tone: 'ok' },
  duplicate: { word: msg('Duplicate'), shape: 'dash', tone: 'mute' },
  'no-access': { word: msg('No access'), shape: 'square', tone: 'warn' },
  unknown: { word: msg('Unknown user'), shape: 'square', tone: 'bad' },
  broken: { word: msg('Unreadable'), shape: 'square', tone: 'bad' },
}

const nameOf = (field: string) => t(cardFieldNames[field as CardField])
const userOf = (row: CardImportRow) => row.user ?? ''
const mailOf = ({ mailed }: CardImportRow) => (mailed === null ? '' : mailed ? t('Notified') : t('No email address'))

export const cardImports: ImportKind<CardImport, CardImportRow, CardUndoPreview> = {
  calls: cardImport,
  title: msg('Import cards'),
  home: '/dashboard/security-keys/bulk-import',
  runs: '/dashboard/security-keys/runs',
  last: msg('Assign'),
  file: {
    title: msg('Drop a file with cards and users here'),
    about: () =>
      t(
        "Any delimiter, UTF-8 or UTF-16, up to 100,000 rows. The first row contains the column names. Required: the card number and the user's User ID, email, or Employee ID. With first name and email, users who don't exist yet are created.",
      ),
    note: msg('You review each row before any card is assigned.'),
    sample: () => ({
      name: 'cards.csv',
      rows: [
        [nameOf('firstName'), nameOf('lastName'), nameOf('email'), nameOf('groups'), nameOf('cardId')],
        ['Ada', 'Fern', 'ada.fern@example.com', 'Nurses', '04A1B2C3D4E5F6'],
        ['Ben', 'Ash', 'ben.ash@example.com', 'Porters', '04A1B2C3D4E5F7'],
      ],
    }),
    list: msg('With column names in the first line, for example “Card number;User ID”'),
  },
  columns: {
    fields: cardFields,
    named: draw => draw(nameOf),
    lacks: chosen => [
      ...(chosen.includes('cardId') ? [] : [t('Choose a column for: {fields}', { fields: nameOf('cardId') })]),
      ...(cardOwnerFields.some(field => chosen.includes(field))
        ? []
        : [t('Choose the column that identifies the user: User ID, email, or Employee ID')]),
    ],
    kept: msg('No cards are assigned yet. The mapping is saved for the next file with these columns.'),
    beside: {
      // The tapped card is not stored, so a bit format is confirmed again
      first: of => ({ cardFormat: of.cardFormat, createMissing: of.createMissing, pins: of.pins }),
      draw: given => (
        <>
          <CardNumbers {...given} />
          <CreateMissing {...given} />
          <PinChoice {...given} />
        </>
      ),
      lacks: value =>
        value['cardFormat'] === 'facility' && value['tapped'] === undefined
          ? [t('Tap a card of this file to confirm its format.')]
          : [],
    },
  },
  rows: {
    by: 'result',
    boxes: of => [
      { outcome: undefined, number: of.total },
      ...cardResults.map(outcome => ({ outcome, number: of.results[outcome] })),
    ],
    look(of, result) {
      const look = looks[result as CardResult]
      if (!look) return waitingLook(of.state)
      // Before the import runs, a valid row is only planned
      if (result === 'success' && !isOver(of.state)) return { word: t('Assign'), shape: 'ring', tone: 'accent' }
      return { ...look, word: t(look.word) }
    },
    isRefused: row => row.result !== null && row.result !== 'success',
    search: msg('Search users…'),
    about: of => [
      { name: 'card', label: msg('Card number'), of: row => cellOf(of, row, 'cardId') },
      { name: 'user', label: msg('User'), of: userOf },
    ],
    name: (_of, row) => userOf(row),
    more: of => (of.notified ? [{ name: 'mailed', label: msg('Notification'), of: mailOf }] : []),
  },
  review(of) {
    const cards = of.results.success
    const others = of.total - cards
    return {
      writes: cards,
      says: [
        t('{count, plural, one {# card} other {# cards}} will be assigned.', { count: cards }),
        ...(others > 0
          ? [t('{count, plural, one {# row is skipped.} other {# rows are skipped.}}', { count: others })]
          : []),
        t(pinsText[of.pins]),
      ],
      act: t('Assign {count, plural, one {# card} other {# cards}}', { count: cards }),
      draw: of.createMissing && <CreatedPlaces places={cardImport.calls.places} id={of.id} />,
    }
  },
  outcome: {
    running: msg('Assigning row {seen} of {total}'),
    ended: ({ results: { success }, total }) =>
      t('Import finished: {success} assigned, {others} not assigned', {
        success: count(success),
        others: count(total - success),
      }),
    failed: of => of.total - of.results.success,
    to: '/dashboard/security-keys',
    back: msg('Go to security keys'),
    draw: of => (
      <>
        <ImportedPins of={of} />
        <NotifyUsers of={of} />
      </>
    ),
    goesOn: of => of.notified?.finished === false,
  },
  undo: {
    can: of => of.results.success > 0 && of.notified?.finished !== false,
    all: of => of.results.success,
    able: preview => preview.remove + preview.empty,
    says({ remove, used, empty, users }) {
      const removed = t(
        '{count, plural, one {# key created by this import} other {# keys created by this import}} will be permanently deleted with all their passkeys.',
        { count: remove },
      )
      const worn = t('{count, plural, one {# was} other {# were}} used since then.', { count: used })
      const emptied = t(
        '{count, plural, one {# key becomes pending again and needs a card} other {# keys become pending again and need cards}}.',
        { count: empty },
      )
      const created = t(
        '{count, plural, one {# user created by this import} other {# users created by this import}} will be deleted. You can restore them for 30 days.',
        { count: users },
      )
      if (remove + empty === 0) return [t("This import can't be undone for any remaining key.")]
      return [
        ...(remove > 0 ? [used > 0 ? `${removed} ${worn}` : removed] : []),
        ...(empty > 0 ? [emptied] : []),
        ...(users > 0 ? [created] : []),
      ]
    },
    act: msg('Undo for {count, plural, one {# key} other {# keys}}'),
    stays: msg('{count, plural, one {# key is} other {# keys are}} unchanged: {reason}'),
    reasonOf: (reason, number = 1) =>
      t(cardStayReasons[reason as CardStayReason] ?? msg("couldn't be changed"), { count: number }),
    became: ({ actorName, removed, emptied, stayed }) =>
      t('Undone by {name}: {removed} deleted, {emptied} pending again, {stayed} unchanged', {
        name: actorName,
        removed: count(removed),
        emptied: count(emptied),
        stayed: count(stayed),
      }),
    words: { removed: msg('Deleted'), emptied: msg('Pending again'), stayed: msg('Unchanged: {reason}') },
  },
}
