import { activityStatus, type Activity } from '@claviger/contract/oversight/activity'
import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { secondsOf, dayOf } from '#platform/text/formats.ts'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useSession } from '#shell/session.tsx'
import { InlineTrace } from '#features/decide/why/InlineTrace.tsx'
import { useRestore } from '#features/people/users/useRestore.ts'
import { Changes } from './Changes.tsx'
import { Line, Result } from './Line.tsx'
import { labelOf } from './sentences.ts'
import classes from './activity.module.css'

const mono = (value: string | null) => (value === null || value === '' ? '—' : <span className="cv-mono">{value}</span>)

const isPerson = (name: string) => !name.startsWith('API key ')

function Person({ id, name }: { id: string | null; name: string }) {
  const { can } = useSession()
  return id !== null && isPerson(name) && can('users.read') ? (
    <Link to="/dashboard/users/$id" params={{ id }}>
      {name}
    </Link>
  ) : (
    <>{name}</>
  )
}

function CopyJson({ entry }: { entry: Activity }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify(entry, null, 2))
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <Button variant="default" onClick={() => void copy()}>
      {copied ? t('Copied') : t('Copy as JSON')}
    </Button>
  )
}

function Restore({ id, name }: { id: string; name: string }) {
  const restore = useRestore()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await restore({ id, name })
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
      onClick={() => void run()}
    >
      {t('Restore user')}
    </Button>
  )
}

function Details({ entry }: { entry: Activity }) {
  const { can } = useSession()
  const { objectId, objectName, objectType } = entry
  const facts: [string, ReactNode][] = [
    [t('User'), <Person key="person" id={entry.actorId} name={entry.actorName} />],
    [t('Action'), labelOf(entry.action)],
    [t('Time'), t('{day}, {time}', { day: dayOf(entry.at), time: secondsOf(entry.at) })],
    ...(entry.site ? [[t('Site'), entry.site] satisfies [string, ReactNode]] : []),
    ...(entry.computer ? [[t('Computer'), entry.computer.name] satisfies [string, ReactNode]] : []),
    [t('Device'), entry.device || '—'],
    [t('IP address'), mono(entry.ip)],
    [t('Request'), mono(entry.requestId)],
    [t('Entry ID'), mono(entry.id)],
  ]
  if (entry.decision) facts.push([t('Reference'), mono(entry.decision.reference)])
  if (objectName !== null)
    facts.splice(2, 0, [
      t('Object'),
      objectType === 'user' ? <Person key="object" id={objectId} name={objectName} /> : objectName,
    ])
  if (entry.reason !== null)
    facts.unshift([
      t('Reason'),
      <b key="reason" className="cv-bad">
        {entry.reason}
      </b>,
    ])
  const restorable =
    entry.action === 'user.deleted' &&
    entry.status === activityStatus.succeeded &&
    objectId !== null &&
    can('users.write')
  return (
    <Grid className={classes.details} columns="minmax(280px, 1fr) minmax(0, 2fr)" gap={24} below={1024}>
      {entry.steps && <Steps of={entry.steps} />}
      <section>
        <h2>{t('Details')}</h2>
        <Facts of={facts} />
        <Group gap={8} align="stretch" mt={12}>
          {restorable && <Restore id={objectId} name={objectName ?? t('The user')} />}
          <CopyJson entry={entry} />
        </Group>
      </section>
      {entry.decision && <InlineTrace activity={entry.id} />}
      {(entry.before !== null || entry.after !== null) && <Changes entry={entry} />}
    </Grid>
  )
}

function Steps({ of }: { of: readonly Activity[] }) {
  return (
    <section className={classes.steps}>
      <h2>{t('Steps before this sign-in')}</h2>
      <ol className="cv-ruled">
        {of.map(step => (
          <li key={step.id}>
            <details>
              <summary>
                <IconChevronRight size={16} aria-hidden />
                <span className="cv-number">{secondsOf(step.at)}</span>
                <span className="cv-fill">
                  <Line entry={step} nameless />
                  {step.reason !== null && <span className="cv-bad"> {step.reason}</span>}
                </span>
                <Result status={step.status} />
              </summary>
              <Details entry={step} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

export const detailsOf = (entry: Activity) => <Details entry={entry} />
