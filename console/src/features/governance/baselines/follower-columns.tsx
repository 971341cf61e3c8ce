import { followStates, type Follower } from '@claviger/contract/governance/baselines'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { partName, placeOf } from './baseline-labels.ts'

const looks = {
  [followStates.offered]: { word: msg('Offered'), shape: 'ring', tone: 'accent' },
  [followStates.accepted]: { word: msg('Accepted'), shape: 'disc', tone: 'ok' },
  [followStates.declined]: { word: msg('Declined'), shape: 'square', tone: 'mute' },
} as const

const stateWord = ({ state, drift }: Follower): string =>
  drift.length > 0 ? t('Drifted') : t((looks as Record<number, { word: string }>)[state]?.word ?? msg('Unknown'))

export function FollowState({ of }: { of: Follower }) {
  const look = looks[of.state as keyof typeof looks]
  return of.drift.length > 0 ? (
    <Status shape="triangle" tone="warn">
      {stateWord(of)}
    </Status>
  ) : (
    <Status shape={look.shape} tone={look.tone}>
      {stateWord(of)}
    </Status>
  )
}

/** The fields that differ, one in each line. */
export const DriftList = ({ of }: { of: Pick<Follower, 'drift'> }) =>
  of.drift.length === 0 ? null : (
    <ul>
      {of.drift.map(one => (
        <li key={placeOf(one)}>{placeOf(one)}</li>
      ))}
    </ul>
  )

export const followerColumns: readonly Column<Follower>[] = [
  {
    name: 'name',
    label: msg('Company'),
    sort: true,
    fixed: true,
    cell: ({ name }) => <span className="cv-cut">{name}</span>,
    text: ({ name }) => name,
  },
  { name: 'state', label: msg('Status'), cell: of => <FollowState of={of} />, text: stateWord },
  {
    name: 'drift',
    label: msg('Different settings'),
    sort: true,
    cell: of => (of.drift.length === 0 ? '—' : <DriftList of={of} />),
    text: ({ drift }) => drift.map(placeOf).join('; '),
  },
  {
    name: 'version',
    label: msg('Accepted version'),
    cell: ({ version, without }) =>
      version === null
        ? '—'
        : without.length === 0
          ? String(version)
          : t('{version}, without {parts}', { version, parts: without.map(partName).join(', ') }),
    text: ({ version }) => String(version ?? ''),
  },
  {
    name: 'checked',
    label: msg('Compared'),
    cell: ({ checkedAt }) => <When at={checkedAt} as="ago" />,
    text: ({ checkedAt }) => checkedAt ?? '',
  },
]

export const followerLines = (of: Follower): PhoneRow => ({
  name: of.name,
  status: <FollowState of={of} />,
  second: of.drift.map(placeOf).join(', '),
  secondRight: of.version === null ? '' : t('Version {version}', { version: of.version }),
})
