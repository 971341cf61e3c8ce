import type { Policy } from '@claviger/contract/rules/policies'
import { Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { PolicyEffects } from '#features/rules/simulations/PolicyEffects.tsx'
import { contentOf } from './policy-draft.ts'
import classes from './side.module.css'

const TryIt = lazy(() => import('#features/rules/simulations/TryIt.tsx').then(file => ({ default: file.TryIt })))
const Replay = lazy(() => import('#features/rules/simulations/Replay.tsx').then(file => ({ default: file.Replay })))
const History = lazy(() => import('./History.tsx'))
const typing = 500

const parts = [
  { name: 'means', label: msg('Effects') },
  { name: 'try', label: msg('Try it') },
  { name: 'replay', label: msg('Replay') },
  { name: 'history', label: msg('History') },
] as const

// Nested inside the form, so Enter must not submit it
const noSending = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

export function Side({ policy, load }: { policy: Policy | null; load: (policy: Policy) => void }) {
  const { fields } = useFormState()
  const [open, setOpen] = useState<(typeof parts)[number]['name']>('means')
  const content = contentOf(fields.values)
  const [settled] = useDebouncedValue(JSON.stringify(content), typing)
  const id = policy?._id ?? null
  const drafts = useMemo(() => {
    const read = JSON.parse(settled) as typeof content
    return read === null ? null : [{ _id: id, content: read }]
  }, [settled, id])
  const incomplete = <p className="cv-small">{t('Complete the policy first.')}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only keeps Enter from sending the form
    <Stack
      component="aside"
      className={`${classes.side ?? ''} cv-box`}
      gap={16}
      p="14px 16px 18px"
      aria-label={t('About this policy')}
      onKeyDown={noSending}
    >
      <Group className={`${classes.parts ?? ''} cv-rule-below`} gap={2} pb={10}>
        {parts
          .filter(({ name }) => policy !== null || name !== 'history')
          .map(({ name, label }) => (
            <button key={name} type="button" aria-pressed={open === name} onClick={() => setOpen(name)}>
              {t(label)}
            </button>
          ))}
      </Group>
      <Suspense fallback={<Bones lines={5} />}>
        {open === 'means' && <PolicyEffects of={drafts === null ? null : { drafts }} />}
        {open === 'try' && (drafts === null ? incomplete : <TryIt drafts={drafts} />)}
        {open === 'replay' && (drafts === null ? incomplete : <Replay drafts={drafts} />)}
        {open === 'history' && policy && <History of={policy} load={load} />}
      </Suspense>
    </Stack>
  )
}
