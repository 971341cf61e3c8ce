import { policyActions, policyStates } from '@claviger/contract/decide/policy-content'
import type { PolicyState } from '@claviger/contract/decide/policy-content'
import type { PolicyRow } from '@claviger/contract/rules/policies'
import { Group } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { type StatusLook, Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { actionNames, sizesOf } from '#features/decide/policy-content/policy-labels.ts'

export type PolicyListRow = PolicyRow & { id: string }

export const stateNames: Readonly<Record<number, string>> = {
  [policyStates.on]: msg('On'),
  [policyStates.reportOnly]: msg('Report only'),
  [policyStates.off]: msg('Off'),
} satisfies Record<PolicyState, string>

const stateLooks: Readonly<Record<number, Pick<StatusLook, 'shape' | 'tone'>>> = {
  [policyStates.on]: { shape: 'disc', tone: 'ok' },
  [policyStates.reportOnly]: { shape: 'ring', tone: 'warn' },
  [policyStates.off]: { shape: 'dash', tone: 'mute' },
}

const stateOf = ({ state }: { state: number }) => t(stateNames[state] ?? msg('Unknown'))
const actionOf = ({ action }: { action: number }) => t(actionNames[action] ?? msg('Unknown'))

export const Action = ({ action }: { action: number }) =>
  action === policyActions.block ? (
    <Status shape="square" tone="bad">
      {actionOf({ action })}
    </Status>
  ) : (
    <Status shape="disc" tone="ok">
      {actionOf({ action })}
    </Status>
  )

function State({ of }: { of: PolicyRow }) {
  const { shape, tone } = stateLooks[of.state] ?? { shape: 'ring', tone: 'mute' }
  return (
    <span className="cv-named">
      <Status shape={shape} tone={tone}>
        {stateOf(of)}
      </Status>
      {of.wouldRefuse !== null && (
        <span className="cv-muted">
          {t('{count, plural, =0 {would refuse nothing} one {would refuse #} other {would refuse #}}', {
            count: of.wouldRefuse,
          })}
        </span>
      )}
    </span>
  )
}

export const policyColumns = (movable: boolean): readonly Column<PolicyListRow>[] => [
  {
    name: 'priority',
    label: msg('Priority'),
    sort: true,
    width: '96px',
    cell: ({ priority }) => (
      <Group component="span" className="cv-number" gap={6} wrap="nowrap" display="inline-flex">
        {movable && <IconGripVertical className="cv-muted" size={14} stroke={1.8} aria-hidden />}
        {priority}
      </Group>
    ),
    text: ({ priority }) => String(priority),
  },
  { name: 'name', label: msg('Name'), sort: true, fixed: true, text: ({ name }) => name },
  { name: 'action', label: msg('Action'), width: '104px', cell: row => <Action action={row.action} />, text: actionOf },
  { name: 'state', label: msg('Status'), width: '236px', cell: row => <State of={row} />, text: stateOf },
  { name: 'restricts', label: msg('Conditions'), text: ({ conditions }) => sizesOf(conditions) },
  { name: 'description', label: msg('Description'), hidden: true, text: ({ description }) => description },
  {
    name: 'changed',
    label: msg('Changed'),
    sort: true,
    width: '132px',
    cell: ({ changedAt }) => <When at={changedAt} as="day" />,
    text: ({ changedAt }) => changedAt,
  },
  { name: 'by', label: msg('Changed by'), hidden: true, text: ({ changedBy }) => changedBy },
]

export const policyLines = (row: PolicyListRow): PhoneRow => ({
  name: `${row.priority} · ${row.name}`,
  status: <Action action={row.action} />,
  second: sizesOf(row.conditions),
  secondRight: stateOf(row),
})
