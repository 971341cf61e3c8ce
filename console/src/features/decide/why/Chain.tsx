import type { Explanation } from '@claviger/contract/decide/decisions'
import { simulations } from '@claviger/contract/rules/simulations'
import { Group, Stack } from '@mantine/core'
import { IconBan, IconCircleCheck, IconLockQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { useSession } from '#shell/session.tsx'
import { namesIn, type Names } from '../policy-content/known-names.ts'
import { stepResult, endOf, type PartialFacts, unnamedIdsOf } from './trace-steps.ts'
import classes from './why.module.css'

const ends = {
  allowed: { icon: IconCircleCheck, tone: 'ok' },
  refused: { icon: IconBan, tone: 'bad' },
  'not yet': { icon: IconLockQuestion, tone: 'warn' },
} as const

const words = (end: keyof typeof ends) =>
  ({ allowed: t('Allowed'), refused: t('Refused'), 'not yet': t('Not allowed yet') })[end]

export function VerdictHead({ of, children }: { of: Pick<Explanation, 'allowed' | 'unmet'>; children?: ReactNode }) {
  const end = endOf(of)
  const { icon: Icon, tone } = ends[end]
  return (
    <Group className="cv-panel cv-tint" gap={12} align="flex-start" wrap="nowrap" p="12px 16px" data-tone={tone}>
      <Icon size={20} stroke={1.8} aria-hidden />
      <div>
        <strong>{words(end)}</strong>
        {children && <p className="cv-wrap">{children}</p>}
      </div>
    </Group>
  )
}

export function decidedBy(of: Explanation): string {
  const step = of.steps.find(({ policy, applies, reportOnly }) => applies && !reportOnly && policy === of.policy)
  if (of.policy === null) return t('By the default policy because no other policy applied')
  return step ? t('By “{name}”, version {version}', { name: step.name, version: String(step.version) }) : ''
}

export function Chain({ of, facts, names }: { of: Explanation; facts: PartialFacts; names: Names }) {
  const { can } = useSession()
  const open = can('policies.read')
  const ids = unnamedIdsOf(of, names)
  const asked = useRead(simulations.named, { ids }, { when: open && ids.length > 0, quiet: true, fresh: 60_000 })
  const told = namesIn(asked.data?.items ?? [])
  // While names load, show "…" instead of claiming that an item was deleted
  const called: Names = id => names(id) ?? told(id) ?? (ids.includes(id) && asked.isPending ? '…' : undefined)
  return (
    <Stack component="ol" className={classes.chain} gap={0}>
      {of.steps.map(step => {
        const decides = step.applies && !step.reportOnly && step.policy === of.policy
        const name = open ? (
          <Link className="cv-plain" to={`/dashboard/policies/${step.policy}` as '/'}>
            {step.name}
          </Link>
        ) : (
          <Fragment>{step.name}</Fragment>
        )
        return (
          <li key={step.policy}>
            <span
              className={`${classes.number ?? ''} cv-tint cv-number`}
              data-tone={decides ? ends[endOf(of)].tone : undefined}
            >
              {step.priority}
            </span>
            <div>
              <strong>{name}</strong> {step.reportOnly && <Tag tone="warn">{t('Report only')}</Tag>}
              <p className="cv-quiet cv-wrap">{stepResult(step, of, facts, called)}</p>
            </div>
          </li>
        )
      })}
      {of.policy === null && (
        <li>
          <span className={`${classes.number ?? ''} cv-tint cv-number`} data-tone={ends[endOf(of)].tone} aria-hidden>
            –
          </span>
          <div>
            <strong>{t('Default policy')}</strong>
            <p className="cv-quiet cv-wrap">{of.allowed ? t('applied: allows') : t('applied: blocks')}</p>
          </div>
        </li>
      )}
    </Stack>
  )
}
